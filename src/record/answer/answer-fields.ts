import { isUtf8 } from "node:buffer";
import { field, type Json, parse } from "../../json/json.ts";
import { answerWithCallIds } from "../../providers/call-ids.ts";
import type { Message } from "../../providers/message.ts";
import { isStream } from "../../providers/streams/stream.ts";
import { resultFailed } from "../../providers/tool-results.ts";
import type { Chunk } from "../../trace/event.ts";
import type { EventFields } from "../../trace/write/record.ts";
import type { Call } from "../request/what-call.ts";

/** What the index of a run says of an answer. */

export interface ReadAnswer {
  readonly fields: EventFields;
  /** Folded when it was streamed. */
  readonly json: Json | undefined;
  readonly streamed: boolean;
  /** A stream that ended before its own end mark; undefined where nothing tells. */
  readonly complete: boolean | undefined;
  /** Undefined where the bytes are none. */
  readonly text: string | undefined;
}

/** `bytes` unpacked; `conversation` is what the request said, for APIs that give calls no ids. */
export function readAnswer(
  call: Call,
  bytes: Uint8Array,
  context: {
    readonly contentType: string | undefined;
    readonly status: number | undefined;
    readonly conversation: readonly Message[];
  },
): ReadAnswer {
  const { contentType, status, conversation } = context;
  const text = isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString() : undefined;
  if (text === undefined) return { fields: {}, json: undefined, streamed: false, complete: undefined, text };
  const streamed = isStream(contentType, text) || /ndjson|jsonlines/i.test(contentType ?? "");
  const { dialect } = call;
  if (dialect === undefined) {
    const json = streamed ? lastJson(text) : parse(text);
    return { fields: plainFields(call, json, status), json, streamed, complete: undefined, text };
  }
  const folded = streamed ? dialect.fold(text) : undefined;
  const json = folded?.body ?? parse(text);
  if (json === undefined) return { fields: {}, json, streamed, complete: folded?.complete, text };
  const { usage, calls, error } = answerWithCallIds(conversation, dialect.answer(json));
  const fields: EventFields = {
    ...(Object.keys(usage).length > 0 ? { tokens: usage } : {}),
    ...(calls.length > 0 ? { calls: calls.map(({ id, name }) => ({ id, name })) } : {}),
    ...(error === undefined ? {} : { error }),
  };
  return { fields, json, streamed, complete: folded?.complete, text };
}

/** Usage and errors of answers without a dialect, where they stand at their usual places. */
function plainFields(call: Call, json: Json | undefined, status: number | undefined): EventFields {
  if (call.op === "mcp") return rpcFields(call, json);
  const usage = field(json, "usage") ?? field(field(json, "delta"), "usage");
  const counted = field(usage, "tokens") ?? usage;
  const input = firstNumber(counted, ["prompt_tokens", "input_tokens"]) ?? firstNumber(json, ["prompt_eval_count"]);
  const output = firstNumber(counted, ["completion_tokens", "output_tokens"]) ?? firstNumber(json, ["eval_count"]);
  if (status !== undefined && status >= 400) return {};
  const tokens = { ...(input === undefined ? {} : { in: input }), ...(output === undefined ? {} : { out: output }) };
  return Object.keys(tokens).length > 0 ? { tokens } : {};
}

function rpcFields({ kind }: Call, json: Json | undefined): EventFields {
  const error = field(json, "error");
  const message = field(error, "message");
  if (error !== undefined) return { error: { type: "rpc", message: typeof message === "string" ? message : "error" } };
  return kind === "tool" && resultFailed(field(json, "result")) ? { status: "error" } : {};
}

function firstNumber(value: Json | undefined, keys: readonly string[]): number | undefined {
  return keys.map((key) => field(value, key)).find((each) => typeof each === "number");
}

/** The last event of a stream says how it went. */
function lastJson(body: string): Json | undefined {
  const lines = body.split(/[\r\n]+/).filter((line) => /^(?:data: ?)?\{/.test(line));
  return parse((lines.at(-1) ?? "").replace(/^data: ?/, ""));
}

/** Whether a piece of a stream holds the mark by which APIs end their answers: a client may take it for the end. */
export function holdsEndMark(chunk: Uint8Array): boolean {
  const tail = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).subarray(-65536).toString("latin1");
  return END_MARK.test(tail);
}

const END_MARK =
  /data: ?\[DONE\]|"type": ?"(?:message_stop|message-end|response\.(?:completed|failed|incomplete))"|"finishReason": ?"|"done": ?true/;

/** Milliseconds to a tenth. */
export function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

export function lengthOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, [, length]) => sum + length, 0);
}
