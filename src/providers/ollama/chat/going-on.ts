import { field, isObject, type Json, type JsonObject, text } from "../../../json/json.ts";
import { elements } from "../../request.ts";
import type { AskedTool, GoingOn, ToolAnswer } from "../../streams/going-on.ts";

/** Source: docs.ollama.com, "Tool calling". The model is given its own message back, thinking too. */
export const ollamaGoingOn: GoingOn = {
  said(answer) {
    const message = field(answer, "message");
    return isObject(message) ? [{ ...message, role: "assistant" }] : [];
  },
  asked: (answer) => elements(field(field(answer, "message"), "tool_calls")).flatMap(asked),
  results: (results) => results.map(result),
  user: (said) => ({ role: "user", content: said }),
};

/** Only newer servers give calls an id. */
function asked(call: Json): AskedTool[] {
  const inner = field(call, "function");
  const name = text(field(inner, "name"));
  if (name === undefined) return [];
  return [{ id: text(field(call, "id")) ?? "", name, args: field(inner, "arguments") ?? {} }];
}

function result({ call, content }: ToolAnswer): JsonObject {
  const said = typeof content === "string" ? content : JSON.stringify(content);
  return { role: "tool", tool_name: call.name, ...(call.id !== "" && { tool_call_id: call.id }), content: said };
}
