import { field, isObject, type Json, text } from "../../../json/json.ts";
import type { Message, Part } from "../../message.ts";
import { chatMessage } from "../../openai/chat/message.ts";
import { toolResult } from "../../tool-results.ts";

/** One element of "/messages", or the message of an answer: as OpenAI's, with the plan before the calls, and documents. */
export function cohereMessage(element: Json): Message {
  if (!isObject(element)) return chatMessage(element);
  const { tool_plan: plan, citations: _, ...rest } = element;
  const message = chatMessage(rest);
  const parts = message.parts.map(plainPart);
  const thought: Part[] = typeof plan === "string" && plan !== "" ? [{ type: "thinking", text: plan }] : [];
  return { ...message, parts: [...thought, ...parts] };
}

/** What a document says, where it says it in words. */
function plainPart(part: Part): Part {
  if (part.type === "result") {
    const { type: _, isError, parts, ...rest } = part;
    return toolResult({ ...rest, parts: parts.map(plainPart), failed: isError });
  }
  if (part.type !== "other" || part.label !== "document") return part;
  const said = text(field(field(part.json, "document"), "data"));
  return said === undefined ? part : { type: "text", text: said };
}
