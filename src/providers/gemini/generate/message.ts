import { field, isArray, isObject, type Json, text } from "../../../json/json.ts";
import { defined } from "../../defined.ts";
import type { Message, Part } from "../../message.ts";
import { carrier, mediaOfMimeType, NESTING_LIMIT, other, roleOf, textParts } from "../../parts.ts";
import { saysFailure, toolResult } from "../../tool-results.ts";
import { either } from "./either.ts";

/** Name under which code that the model runs at Google's is shown. */
const CODE = "code_execution";

/** One element of "/contents": `{role, parts}`. Contents of nothing but function responses have the role "tool". */
export function geminiMessage(element: Json): Message {
  if (!isObject(element))
    return { role: "user", parts: typeof element === "string" ? textParts(element) : [other("content", element)] };
  const list = field(element, "parts");
  const parts = isArray(list) ? list.flatMap((part) => geminiPart(part)) : list === undefined ? [] : geminiPart(list);
  return { role: carrier(roleOf(field(element, "role")), parts), parts };
}

function geminiPart(part: Json, depth = 0): Part[] {
  const words = text(field(part, "text"));
  if (words !== undefined) return textual(part, words);
  const call = either(part, "functionCall", "function_call");
  if (isObject(call)) return [functionCall(part, call)];
  const response = either(part, "functionResponse", "function_response");
  if (isObject(response)) return [functionResponse(part, response, depth)];
  return [media(part) ?? code(part) ?? other(label(part), part)];
}

function label(part: Json): string {
  return (isObject(part) ? Object.keys(part)[0] : undefined) ?? "part";
}

function textual(part: Json, words: string): Part[] {
  const signed = either(part, "thoughtSignature", "thought_signature") !== undefined;
  if (field(part, "thought") === true) return [{ type: "thinking", text: words, ...(signed ? { signed } : {}) }];
  // A signature may come alone, in a part with an empty text.
  return signed && words === "" ? [{ type: "thinking", text: "", signed }] : textParts(words);
}

function functionCall(part: Json, call: Json): Part {
  const name = text(field(call, "name"));
  if (name === undefined) return other("functionCall", part);
  return { type: "call", id: text(field(call, "id")) ?? "", name, args: field(call, "args") ?? {} };
}

/** `response` is an object; `{output}` or `{result}` with a text, and `{error}`, are the customs of clients. */
function functionResponse(part: Json, response: Json, depth: number): Part {
  const name = text(field(response, "name"));
  if (name === undefined || depth >= NESTING_LIMIT) return other("functionResponse", part);
  const value = field(response, "response");
  const nested = field(response, "parts");
  const more = isArray(nested) ? nested.flatMap((each) => geminiPart(each, depth + 1)) : [];
  const parts = [...responseParts(value), ...more];
  return toolResult({ id: text(field(response, "id")) ?? "", name, parts, failed: saysFailure(value) || undefined });
}

function responseParts(value: Json | undefined): Part[] {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") return textParts(value);
  const keys = isObject(value) ? Object.keys(value) : [];
  const only =
    keys.length === 1 && ["output", "result", "error"].includes(keys[0] ?? "")
      ? field(value, keys[0] ?? "")
      : undefined;
  return typeof only === "string" ? textParts(only) : [other("response", value)];
}

function media(part: Json): Part | undefined {
  const inline = either(part, "inlineData", "inline_data");
  const file = either(part, "fileData", "file_data");
  const source = inline ?? file;
  const mimeType = text(either(source, "mimeType", "mime_type"));
  const base64 = text(field(inline, "data"));
  const url = text(either(file, "fileUri", "file_uri"));
  if (base64 === undefined && url === undefined) return undefined;
  const name = text(either(source, "displayName", "display_name"));
  return { type: "media", media: mediaOfMimeType(mimeType), ...defined({ mimeType, base64, url, name }) };
}

function code(part: Json): Part | undefined {
  const run = either(part, "executableCode", "executable_code");
  if (isObject(run)) return { type: "call", id: text(field(run, "id")) ?? "", name: CODE, args: run };
  const result = either(part, "codeExecutionResult", "code_execution_result");
  if (!isObject(result)) return undefined;
  const outcome = text(field(result, "outcome"));
  const failed = outcome !== undefined && outcome !== "OUTCOME_OK";
  const parts = textParts(text(field(result, "output")) ?? "");
  return toolResult({ id: text(field(result, "id")) ?? "", name: CODE, parts, failed });
}
