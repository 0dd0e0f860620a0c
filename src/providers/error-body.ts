import { field, isArray, isObject, type Json, text } from "../json/json.ts";
import { defined } from "./defined.ts";
import type { Answer } from "./dialect.ts";

/**
 * The error a body tells of, undefined when it tells of none. Forms: `{error: {type | code | status, message}}` (OpenAI, Anthropic, Gemini),
 * `{error: "text"}` (Ollama and others), `{object: "error", message}` (vLLM, Mistral), `{detail}` (FastAPI servers), and an array of one of these.
 */
export function errorOf(body: Json): Answer["error"] {
  if (isArray(body)) return body.length === 1 && isObject(body[0]) ? errorOf(body[0]) : undefined;
  const error = field(body, "error");
  if (error !== undefined && error !== null && error !== false) return described(error);
  if (field(body, "object") === "error" || field(body, "type") === "error") return described(body);
  const detail = field(body, "detail");
  const nothingElse = isObject(body) && Object.keys(body).length === 1;
  return detail !== undefined && nothingElse ? described(detail) : undefined;
}

function described(error: Json): NonNullable<Answer["error"]> {
  if (typeof error === "string") return { message: error };
  const type = word(field(error, "type")) ?? word(field(error, "status")) ?? word(field(error, "code"));
  return { ...defined({ type }), message: text(field(error, "message")) ?? compact(error) };
}

/** One line of JSON; `JSON.stringify` gives up on nesting that `JSON.parse` has taken. */
function compact(value: Json): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "an error nested too deeply to print";
  }
}

function word(value: Json | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}
