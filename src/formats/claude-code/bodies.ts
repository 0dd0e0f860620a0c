import { field, isArray, isObject, type Json, type JsonObject, parse, text } from "../../json/json.ts";
import { anthropicMessages } from "../../providers/anthropic/messages/dialect.ts";
import type { Message } from "../../providers/message.ts";
import type { ErrorInfo, EventBody } from "../../trace/event.ts";
import type { Segment } from "../../trace/row-sink.ts";
import type { ByteSource } from "../../trace/source/source.ts";
import { blocksOf, textOf, typeOf } from "./record.ts";

/** Makes bodies out of the lines of a session, read again when somebody looks. */

export class Lines {
  readonly sources: ByteSource[] = [];

  text(segment: Segment): string {
    return this.sources[segment.source]?.read(segment.offset, segment.length).toString("utf8") ?? "";
  }

  raw(segments: readonly Segment[]): string {
    return segments.map((segment) => this.text(segment)).join("\n");
  }

  /** The record of a line; of a sub-agent's progress the record it carries. */
  record(segment: Segment): JsonObject {
    const record = parse(this.text(segment));
    const data = field(record, "data");
    const carried = field(data, "type") === "agent_progress" ? field(data, "message") : undefined;
    return isObject(carried) ? carried : isObject(record) ? record : {};
  }
}

/** The answer of the API as it would have come in one piece: all lines' blocks, the last line's usage and stop reason. */
function joinedMessage(lines: Lines, segments: readonly Segment[]): JsonObject {
  let joined: JsonObject = { role: "assistant" };
  const blocks: Json[] = [];
  for (const segment of segments) {
    const record = lines.record(segment);
    const message = field(record, "message");
    if (isObject(message)) joined = { ...joined, ...message };
    blocks.push(...blocksOf(record));
  }
  return { ...joined, content: blocks };
}

export function spokenMessage(lines: Lines, role: "user" | "assistant", segments: readonly Segment[]): Message {
  if (role === "assistant") return anthropicMessages.message(joinedMessage(lines, segments));
  const record = segments[0] === undefined ? {} : lines.record(segments[0]);
  return anthropicMessages.message({
    role: text(field(field(record, "message"), "role")) ?? role,
    content: blocksOf(record),
  });
}

export function llmBody(lines: Lines, segments: readonly Segment[]): EventBody {
  let json: JsonObject | undefined;
  const response = {
    get json(): JsonObject {
      json ??= joinedMessage(lines, segments);
      return json;
    },
    get notice(): string | undefined {
      const counts = field(this.json, "stop_reason") === null && field(this.json, "usage") !== undefined;
      return counts ? "output tokens were stored while streaming: the true number is higher" : undefined;
    },
  };
  return { response, raw: () => lines.raw(segments) };
}

/** A tool call: its block on one line, its result on a later one. */
export function toolBody(lines: Lines, callId: string, segments: readonly Segment[]): EventBody {
  const blocks = segments.flatMap((segment) => blocksOf(lines.record(segment)));
  const call = blocks.find((block) => field(block, "type") === "tool_use" && field(block, "id") === callId);
  const result = blocks.find(
    (block) => field(block, "type") === "tool_result" && field(block, "tool_use_id") === callId,
  );
  const input = field(call, "input");
  const content = field(result, "content");
  const failed = field(result, "is_error") === true;
  return {
    ...(input !== undefined && { request: { json: input } }),
    ...(content !== undefined && { response: { json: content } }),
    ...(failed && { error: { type: "tool_error", message: resultText(content) } }),
    raw: () => lines.raw(segments),
  };
}

function resultText(content: Json | undefined): string {
  return text(content) ?? (isArray(content) ? textOf(content) : "");
}

export function otherBody(lines: Lines, segments: readonly Segment[]): EventBody {
  const record = segments[0] === undefined ? {} : lines.record(segments[0]);
  const raw = (): string => lines.raw(segments);
  const type = typeOf(record);
  const message = field(record, "message");
  if (type === "summary" || type === "file-history-snapshot" || field(record, "isCompactSummary") === true) {
    return { after: field(record, "snapshot") ?? message ?? record, raw };
  }
  const error = errorOf(record);
  if (error !== undefined) return { error, ...(isObject(message) && { response: { json: message } }), raw };
  if (isObject(message)) return { request: { json: message }, raw };
  if (type === "user" && message !== undefined) return { request: { json: message }, raw };
  return { after: field(record, "data") ?? record, raw };
}

/** What went wrong, in a record that says so. */
function errorOf(record: JsonObject): ErrorInfo | undefined {
  const said = textOf(blocksOf(record));
  const type = typeOf(record);
  if (field(record, "subtype") === "api_error") {
    const error = field(record, "error") ?? null;
    const message = text(field(error, "message")) ?? text(field(field(field(error, "error"), "error"), "message"));
    return { type: "api_error", message: message ?? text(error) ?? "the API answered with an error", detail: record };
  }
  if (type === "result" && field(record, "is_error") === true) {
    return {
      type: text(field(record, "subtype")) ?? "error",
      message: text(field(record, "result")) ?? "the run failed",
    };
  }
  const synthetic = type === "assistant" && (said !== "" || field(record, "isApiErrorMessage") === true);
  if (synthetic) return { type: text(field(record, "error")) ?? "api_error", message: said };
  return said.startsWith("[Request interrupted") ? { type: "interrupted", message: said } : undefined;
}
