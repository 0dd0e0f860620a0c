import { field, isArray, isObject, type Json, type JsonObject, text } from "../../../json/json.ts";
import { elements } from "../../request.ts";
import type { AskedTool, GoingOn, ToolAnswer } from "../../streams/going-on.ts";
import { composeGemini } from "./compose.ts";
import { either } from "./either.ts";
import { foldChunks } from "./fold.ts";

/** Source: ai.google.dev/gemini-api/docs/function-calling. */
export const geminiGoingOn: GoingOn = {
  said(answer) {
    const content = contentOf(answer);
    return isObject(content) && elements(field(content, "parts")).length > 0 ? [{ role: "model", ...content }] : [];
  },
  asked: (answer) => elements(field(contentOf(answer), "parts")).flatMap(asked),
  results: (results) => (results.length === 0 ? [] : [{ role: "user", parts: results.map(result) }]),
  user: (said) => ({ role: "user", parts: [{ text: said }] }),
  compose: composeGemini,
};

function contentOf(answer: Json): Json | undefined {
  const whole = isArray(answer) ? foldChunks(answer).body : answer;
  return field(elements(field(whole, "candidates"))[0], "content");
}

function asked(part: Json): AskedTool[] {
  const call = either(part, "functionCall", "function_call");
  const name = text(field(call, "name"));
  if (name === undefined) return [];
  return [{ id: text(field(call, "id")) ?? "", name, args: field(call, "args") ?? {} }];
}

function result({ call, content, isError }: ToolAnswer): JsonObject {
  const response = isObject(content) ? content : { [isError === true ? "error" : "result"]: content };
  return { functionResponse: { ...(call.id !== "" && { id: call.id }), name: call.name, response } };
}
