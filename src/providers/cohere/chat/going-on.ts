import { field, isObject, type Json, type JsonObject, text } from "../../../json/json.ts";
import { parsedArguments } from "../../parts.ts";
import { elements } from "../../request.ts";
import { type AskedTool, type GoingOn, plainContent, type ToolAnswer } from "../../streams/going-on.ts";

/** Source: docs.cohere.com, "Basic usage of tool use". The plan goes back with the calls, and citations with what they stand behind. */
export const cohereGoingOn: GoingOn = {
  said(answer) {
    const message = field(answer, "message");
    if (!isObject(message)) return [];
    const known = Object.entries(message).filter(([, value]) => value !== null);
    return [{ ...Object.fromEntries(known), role: "assistant" }];
  },
  asked: (answer) => elements(field(field(answer, "message"), "tool_calls")).flatMap(asked),
  results: (results) => results.map(result),
  user: (said) => ({ role: "user", content: said }),
};

function asked(call: Json): AskedTool[] {
  const inner = field(call, "function");
  const name = text(field(inner, "name"));
  if (name === undefined) return [];
  return [{ id: text(field(call, "id")) ?? "", name, args: parsedArguments(field(inner, "arguments")) }];
}

function result({ call, content }: ToolAnswer): JsonObject {
  return { role: "tool", tool_call_id: call.id, content: plainContent(content) };
}
