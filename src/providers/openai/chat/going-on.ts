import { field, isObject, type Json, type JsonObject, text } from "../../../json/json.ts";
import { parsedArguments } from "../../parts.ts";
import { elements } from "../../request.ts";
import { type AskedTool, type GoingOn, plainContent, type ToolAnswer } from "../../streams/going-on.ts";
import { composeChat } from "./compose.ts";

/** Source: platform.openai.com/docs/guides/function-calling. */
export const chatGoingOn: GoingOn = {
  said(answer) {
    const message = messageOf(answer);
    if (!isObject(message)) return [];
    // An answer names what it does not have; a request may not.
    const known = Object.entries(message).filter(([key, value]) => value !== null || key === "content");
    const audio = text(field(field(message, "audio"), "id"));
    return [
      { ...Object.fromEntries(known), role: "assistant", ...(audio === undefined ? {} : { audio: { id: audio } }) },
    ];
  },
  asked(answer) {
    const message = messageOf(answer);
    const legacy = field(message, "function_call");
    const calls = elements(field(message, "tool_calls")).flatMap(asked);
    return isObject(legacy) ? [...calls, ...asked({ type: "function_call", function: legacy })] : calls;
  },
  results: (results) => results.map(result),
  user: (said) => ({ role: "user", content: said }),
  compose: composeChat,
};

function messageOf(answer: Json): Json | undefined {
  return field(elements(field(answer, "choices"))[0], "message");
}

function asked(call: Json): AskedTool[] {
  const custom = field(call, "custom");
  const inner = field(call, "function") ?? custom;
  const name = text(field(inner, "name"));
  if (name === undefined) return [];
  const args = custom === undefined ? parsedArguments(field(inner, "arguments")) : (field(inner, "input") ?? "");
  const type = text(field(call, "type"));
  return [{ id: text(field(call, "id")) ?? "", name, args, ...(type === undefined ? {} : { type }) }];
}

function result({ call, content }: ToolAnswer): JsonObject {
  const said = plainContent(content);
  if (call.type === "function_call") return { role: "function", name: call.name, content: said };
  return { role: "tool", tool_call_id: call.id, content: said };
}
