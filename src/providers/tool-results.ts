import { field, isArray, isObject, type Json, parse } from "../json/json.ts";
import type { Message, Part } from "./message.ts";

export type ToolResult = Extract<Part, { type: "result" }>;

/**
 * The result of a tool, judged: it failed where its API says so (`failed`). Where that says nothing either way what the
 * tool said decides (`saysFailure`).
 */
export function toolResult({
  failed,
  ...result
}: Pick<ToolResult, "id" | "name" | "parts"> & { readonly failed?: boolean | undefined }): ToolResult {
  const isError = failed ?? partsSayFailure(result.parts);
  return { type: "result", ...result, ...(isError && { isError }) };
}

/** Longest text that is looked into, in UTF-16 units: a tool that failed has little to say. */
const LONGEST = 1_000_000;

/**
 * A tool's own words for a failure: a JSON object (also as text) with a non-empty `error`, or with `isError` or `is_error`
 * true, as MCP servers and tools of functions answer. Words that speak of errors are no failure.
 */
export function saysFailure(value: Json | undefined): boolean {
  if (typeof value === "string") return textSaysFailure(value);
  if (!isObject(value)) return false;
  return isTold(field(value, "error")) || field(value, "isError") === true || field(value, "is_error") === true;
}

/** Of a whole result, as a function or an MCP server gives it: `isError` decides where it stands there, else what was said. */
export function resultFailed(result: Json | undefined): boolean {
  const flag = field(result, "isError");
  if (typeof flag === "boolean") return flag;
  if (saysFailure(result)) return true;
  const content = field(result, "content");
  const said = isArray(content) && content.length === 1 ? field(content[0], "text") : undefined;
  return typeof said === "string" && textSaysFailure(said);
}

function partsSayFailure(parts: readonly Part[]): boolean {
  const [only, more] = parts;
  if (only === undefined || more !== undefined) return false;
  return only.type === "text" ? textSaysFailure(only.text) : only.type === "other" && saysFailure(only.json);
}

function textSaysFailure(text: string): boolean {
  if (text.length > LONGEST || !/^\s*\{/.test(text) || !/"(?:error|is_?error)"/i.test(text)) return false;
  const value = parse(text);
  return isObject(value) && saysFailure(value);
}

function isTold(error: Json | undefined): boolean {
  if (typeof error === "string") return error.trim() !== "";
  if (isArray(error)) return error.length > 0;
  return isObject(error) ? Object.keys(error).length > 0 : Boolean(error);
}

/** The tool results a message carries, in its order. */
export function resultsOf(message: Message): ToolResult[] {
  return message.parts.filter((part) => part.type === "result");
}

/**
 * The results in `messages` whose id is not in `seen` yet, each id once; `seen` learns them.
 * `messages` must have been through call-ids.ts where the API gives no ids, and `seen` then belongs to one conversation.
 */
export function newResults(messages: readonly Message[], seen: Set<string>): ToolResult[] {
  const fresh: ToolResult[] = [];
  for (const { parts } of messages) {
    for (const part of parts) {
      if (part.type !== "result" || seen.has(part.id)) continue;
      seen.add(part.id);
      fresh.push(part);
    }
  }
  return fresh;
}
