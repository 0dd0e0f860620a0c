import { crc32 } from "node:zlib";
import { isObject, type Json, parse } from "../json/json.ts";

/**
 * The binary frames in which AWS streams answers (application/vnd.amazon.eventstream): total length, length of the
 * headers, CRC-32 of these two, headers, payload, CRC-32 of all.
 * Source: docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html
 */

const PRELUDE = 12;
const TRAILER = 4;
/** Bytes of a header's value by its type, where these are fixed; bytes (6) and strings (7) have a length in front. */
const FIXED: Readonly<Record<number, number>> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 };

export interface EventStream {
  /** One object an event: its name under `event`, its payload under `data` (text where it is no JSON). */
  readonly events: readonly Json[];
  /** Every byte belonged to a whole frame. */
  readonly complete: boolean;
}

/** Undefined when `bytes` do not begin with a frame. */
export function readEventStream(bytes: Buffer): EventStream | undefined {
  const events: Json[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = frameEnd(bytes, at);
    if (end === undefined) break;
    events.push(frameOf(bytes, at, end));
    at = end;
  }
  return events.length === 0 ? undefined : { events, complete: at === bytes.length };
}

/** Byte behind the frame that begins at `at`; undefined when none does, or it is not there whole. */
function frameEnd(bytes: Buffer, at: number): number | undefined {
  if (bytes.length - at < PRELUDE + TRAILER) return undefined;
  const end = at + bytes.readUInt32BE(at);
  const headers = bytes.readUInt32BE(at + 4);
  if (crc32(bytes.subarray(at, at + 8)) !== bytes.readUInt32BE(at + 8)) return undefined;
  return end > bytes.length || at + PRELUDE + headers + TRAILER > end ? undefined : end;
}

function frameOf(bytes: Buffer, at: number, end: number): Json {
  const from = at + PRELUDE + bytes.readUInt32BE(at + 4);
  const headers = headersOf(bytes, at + PRELUDE, from);
  const payload = bytes.toString("utf8", from, end - TRAILER);
  const name = headers.get(":event-type") ?? headers.get(":exception-type") ?? headers.get(":error-code");
  const data = unwrapped(parse(payload) ?? payload);
  return { ...(name !== undefined && { event: name }), data };
}

/** InvokeModel wraps what the model streams: `{"bytes": "<base64 of JSON>"}`. */
function unwrapped(data: Json): Json {
  const inner = isObject(data) && typeof data.bytes === "string" ? data.bytes : undefined;
  if (inner === undefined || !isObject(data)) return data;
  const json = parse(Buffer.from(inner, "base64").toString("utf8"));
  return json === undefined ? data : { ...data, bytes: json };
}

/** The headers that are strings. */
function headersOf(bytes: Buffer, from: number, to: number): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let at = from;
  while (at + 2 <= to) {
    const nameEnd = at + 1 + (bytes[at] ?? 0);
    const type = bytes[nameEnd];
    if (type === undefined || nameEnd >= to) break;
    const name = bytes.toString("utf8", at + 1, nameEnd);
    const fixed = FIXED[type];
    if (fixed !== undefined) {
      at = nameEnd + 1 + fixed;
      continue;
    }
    if (nameEnd + 3 > to) break;
    const start = nameEnd + 3;
    const end = start + bytes.readUInt16BE(nameEnd + 1);
    if (end > to) break;
    if (type === 7) found.set(name, bytes.toString("utf8", start, end));
    at = end;
  }
  return found;
}
