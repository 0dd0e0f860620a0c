import { field, isObject, type Json, parse } from "../../json/json.ts";
import { isStream } from "../../providers/streams/stream.ts";
import { applyEdits } from "../../redact/edit.ts";
import { movedChunks } from "../../redact/moved-chunks.ts";
import type { Chunk, EventBody, Headers } from "../../trace/event.ts";
import { contentTypeOf } from "../calls/body-to-identify.ts";
import { maskedPlaces, type Secrets } from "../restore-secrets.ts";
import { streamOfAnswer } from "./stream-of-answer.ts";

/** A recorded answer as it goes to the agent. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** Of a stream: what is sent at a time, and the milliseconds before it. */
  readonly chunks: readonly Chunk[] | undefined;
  /** It ended before its end, and by whom: the connection is closed the same way. */
  readonly cut: "client" | "upstream" | undefined;
  /** The client did not wait for it. */
  readonly givenUp: boolean;
  /** Placeholders that stay in it because the environment has no value. */
  readonly missing: readonly string[];
}

export interface AnswerOptions {
  readonly op: string | undefined;
  readonly secrets: Secrets;
  /** It was recorded streamed and is wanted whole, or the other way round. */
  readonly otherForm?: boolean;
  /** Clients are not to ask again. */
  readonly lasting?: boolean;
  /** Recorded waiting times count. */
  readonly timed?: boolean;
  /** Number of the JSON-RPC message that is answered. */
  readonly rpcId?: Json | undefined;
}

/** Headers that speak of the bytes on the wire then, not of what they say. */
const WIRE = /^(?:content-length|transfer-encoding|connection|keep-alive|trailer|upgrade|date|set-cookie|alt-svc)$/i;

export function recordedAnswer(body: EventBody, options: AnswerOptions): RecordedAnswer {
  const { response, error } = body;
  const left = error?.type === "client-abort";
  if (response === undefined) return { ...networkFailure(error?.message ?? "no answer was recorded"), givenUp: left };
  const { lasting = false, timed = false } = options;
  const made = options.otherForm ? otherForm(body, options.op) : contentOf(body, options);
  const status = response.status ?? 200;
  const by = left ? "client" : "upstream";
  return {
    status,
    headers: headersOf(response.headers, { ...made, lasting, timed, packed: response.bytes !== undefined }),
    bytes: made.bytes,
    chunks: made.chunks,
    cut: response.cut === true && error?.type !== undefined && !options.otherForm ? by : undefined,
    givenUp: false,
    missing: made.missing,
  };
}

interface Content {
  readonly bytes: Uint8Array;
  readonly chunks: readonly Chunk[] | undefined;
  /** Where the recording does not say. */
  readonly type: () => string | undefined;
  readonly missing: readonly string[];
  /** The recorded type does not hold any more. */
  readonly retyped?: boolean;
}

function contentOf(body: EventBody, { secrets, rpcId, op }: AnswerOptions): Content {
  const { response } = body;
  const { bytes, text = "", chunks, streamed } = response ?? {};
  if (bytes !== undefined) return { bytes, chunks: undefined, type: () => undefined, missing: [] };
  const stream = streamed === true || isStream(contentTypeOf(response?.headers), text);
  const { edits, missing } = secrets.edits(text, maskedPlaces(body), stream);
  const plain = edits.length === 0 ? text : applyEdits(text, edits);
  const numbered = op === "mcp" && rpcId !== undefined ? withRpcId(plain, rpcId) : plain;
  const type = () => (stream ? "text/event-stream" : typeOf(numbered));
  const made = Buffer.from(numbered);
  if (!stream) return { bytes: made, chunks: undefined, type, missing };
  const kept = chunks === undefined || numbered !== plain ? frames(numbered) : movedChunks(text, chunks, edits);
  return { bytes: made, chunks: kept, type, missing };
}

function otherForm({ response }: EventBody, op: string | undefined): Content {
  const json = response?.json ?? null;
  const streamed = response?.streamed === true || isStream(contentTypeOf(response?.headers), response?.text ?? "");
  const text = streamed ? JSON.stringify(json) : (streamOfAnswer(op, json) ?? JSON.stringify(json));
  const type = () => (streamed ? "application/json" : "text/event-stream");
  return { bytes: Buffer.from(text), chunks: streamed ? undefined : frames(text), type, missing: [], retyped: true };
}

/** One server-sent event, or one line of JSON, at a time; no waiting. */
function frames(text: string): Chunk[] {
  const pieces = /^\s*[{[]/.test(text) ? text.match(/[^\n]*\n|[^\n]+$/g) : text.match(/[\s\S]+?(?:\r?\n\r?\n|$)/g);
  return (pieces ?? []).map((piece) => [0, Buffer.byteLength(piece)]);
}

function typeOf(text: string): string | undefined {
  if (parse(text) !== undefined) return "application/json";
  return /^\s*\{.*\}\s*\n\s*\{/.test(text) ? "application/x-ndjson" : undefined;
}

function headersOf(
  recorded: Headers | undefined,
  how: Content & { readonly lasting: boolean; readonly timed: boolean; readonly packed: boolean },
): Headers {
  const kept: [string, string][] = [];
  for (const [name, value] of Object.entries(recorded ?? {})) {
    if (WIRE.test(name) || (/^content-encoding$/i.test(name) && !how.packed)) continue;
    if (how.retyped === true && /^content-type$/i.test(name)) continue;
    const waits = /^retry-after(?:-ms)?$/i.test(name) && (how.lasting || !how.timed);
    kept.push([name, waits ? "0" : value]);
  }
  const headers: Record<string, string> = Object.fromEntries(kept);
  const type = contentTypeOf(headers) === undefined ? how.type() : undefined;
  if (type !== undefined) headers["content-type"] = type;
  if (how.lasting) Object.assign(headers, { "x-should-retry": "false", "retry-after": "0" });
  return headers;
}

/** What the agent saw then: the gateway's own words, since no server had answered. */
function networkFailure(message: string): Omit<RecordedAnswer, "givenUp"> {
  const body = { error: { type: "vcr_replay", message: `vcr: when this was recorded no answer came: ${message}` } };
  const headers = { "content-type": "application/json", "x-should-retry": "false", "retry-after": "0" };
  const bytes = Buffer.from(JSON.stringify(body));
  return { status: 502, headers, bytes, chunks: undefined, cut: undefined, missing: [] };
}

/** JSON-RPC answers carry the number of their question. */
function withRpcId(text: string, id: Json): string {
  const renumbered = (json: string): string => {
    const value = parse(json);
    return isObject(value) && field(value, "id") !== undefined && field(value, "method") === undefined
      ? JSON.stringify({ ...value, id })
      : json;
  };
  if (/^\s*\{/.test(text)) return renumbered(text);
  return text.replace(/^data: ?(\{.*\})$/gm, (_, json: string) => `data: ${renumbered(json)}`);
}
