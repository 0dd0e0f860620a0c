import { field, isArray, isObject, type Json, type JsonObject, parse, text } from "../../json/json.ts";
import { saysFailure } from "../../providers/tool-results.ts";
import { members } from "../json-scan.ts";

/**
 * One record of a Claude Code session, read only as far as the index needs it: of a big line the structured copy of the
 * tool result and the progress bodies (two thirds of a session's bytes) stay unparsed.
 */

/** Lines up to this length are parsed whole: taking them apart first would cost more. */
const WHOLE_BYTES = 4096;
/** Longest member of a member left unparsed that is still worth having: ids and type names. */
const SHORT_BYTES = 256;
const UNPARSED = new Set(["toolUseResult", "tool_use_result", "snapshot", "data", "attachment", "normalizedMessages"]);

function parsed(bytes: Buffer, range: readonly [number, number]): Json | undefined {
  return parse(bytes.toString("utf8", range[0], range[1]));
}

/** The short members of the object in `range`, and `message`, which an agent's progress carries. */
function outline(bytes: Buffer, range: readonly [number, number]): Json {
  const entries: [string, Json][] = [];
  for (const [key, [start, end]] of members(bytes, range[0], range[1]) ?? []) {
    if (end - start > SHORT_BYTES && key !== "message") continue;
    const value = parsed(bytes, [start, end]);
    if (value !== undefined) entries.push([key, value]);
  }
  return Object.fromEntries(entries);
}

/** Decodes a line for the index. A web export is one object with `loglines`; its array is left out. */
export function decodeRecord(bytes: Buffer): Json | undefined {
  if (bytes.length <= WHOLE_BYTES) return parse(bytes.toString("utf8"));
  const found = members(bytes, 0, bytes.length);
  if (found === undefined) return parse(bytes.toString("utf8"));
  const entries: [string, Json][] = [];
  for (const [key, range] of found) {
    const long = range[1] - range[0] > SHORT_BYTES;
    if (key === "loglines" && bytes[range[0]] === 0x5b) entries.push([key, []]);
    else if (long && UNPARSED.has(key)) entries.push([key, outline(bytes, range)]);
    else {
      const value = parsed(bytes, range);
      if (value === undefined) return undefined;
      entries.push([key, value]);
    }
  }
  return Object.fromEntries(entries);
}

/** What a record is about: its own type, else the role of the message it carries. */
export function typeOf(record: JsonObject): string {
  return text(field(record, "type")) ?? text(field(field(record, "message"), "role")) ?? "record";
}

/** Blocks of the record's message; a plain string is one text block. */
export function blocksOf(record: JsonObject): readonly Json[] {
  const content = contentOf(record);
  if (isArray(content)) return content;
  if (content === undefined || content === null) return [];
  return [{ type: "text", text: text(content) ?? JSON.stringify(content) }];
}

function contentOf(record: JsonObject): Json | undefined {
  const message = field(record, "message");
  return isObject(message) ? field(message, "content") : text(message);
}

export function textOf(blocks: readonly Json[]): string {
  return blocks
    .flatMap((block) => (field(block, "type") === "text" ? [text(field(block, "text")) ?? ""] : []))
    .join("\n");
}

export interface Result {
  readonly id: string;
  readonly isError: boolean;
}

export function resultsOf(blocks: readonly Json[]): readonly Result[] {
  return blocks.flatMap((block) => {
    const id = field(block, "type") === "tool_result" ? text(field(block, "tool_use_id")) : undefined;
    return id === undefined ? [] : [{ id, isError: isFailed(block) }];
  });
}

/** As the flag says; where there is none, as the tool said. */
function isFailed(block: Json): boolean {
  const flag = field(block, "is_error");
  const content = field(block, "content");
  if (typeof flag === "boolean") return flag;
  return saysFailure(isArray(content) && content.length === 1 ? field(content[0], "text") : content);
}

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: Json;
}

export function callsOf(blocks: readonly Json[]): readonly Call[] {
  return blocks.flatMap((block) => {
    const id = field(block, "type") === "tool_use" ? text(field(block, "id")) : undefined;
    if (id === undefined) return [];
    return [{ id, name: text(field(block, "name")) ?? "tool", input: field(block, "input") ?? null }];
  });
}
