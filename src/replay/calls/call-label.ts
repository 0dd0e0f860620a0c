import type { AskedCall } from "../matching/matcher.ts";
import { toolArguments } from "./tool-arguments.ts";

/** A call in a few words: "llm openai/chat gpt-4o-mini", `tool search {"q":"SFO"}`. */
export function callLabel(call: Pick<AskedCall, "kind" | "name" | "op" | "request">): string {
  const { kind, name, op, request } = call;
  if (kind === "tool")
    return request === undefined ? `tool ${name}` : `tool ${name} ${oneLine(JSON.stringify(toolArguments(call)))}`;
  return [kind, op, name].filter((word) => word !== undefined && word !== "").join(" ");
}

function oneLine(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
}
