import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Headers } from "../trace/event.ts";
import { readEventStream } from "./event-stream.ts";

/**
 * Bodies as recorders keep them: still packed, as bytes that are text, as text whose bytes were taken for Latin-1. The
 * content decides: recorders lose or lie about `content-encoding`.
 */

/** A packed body is unpacked up to this size. */
export const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

/** Either a text or bytes that are none. */
export interface WireBody {
  readonly text?: string;
  readonly bytes?: Uint8Array;
  /** The bytes that `text` was read from, where it is no plain decoding of them. */
  readonly wire?: Uint8Array;
  /** What had to be done to it, or could not be, where that is worth a word. */
  readonly notice?: string;
}

export function readWireBody(body: string | Uint8Array, headers: Headers | undefined): WireBody {
  if (typeof body === "string") {
    const bytes = latin1Bytes(body);
    if (bytes === undefined) return { text: body };
    if (isGzip(bytes)) return readBytes(bytes, headers);
    const text = utf8(bytes);
    return text === undefined ? { text: body } : { text, notice: "recorded as Latin-1, read as UTF-8" };
  }
  return readBytes(Buffer.from(body.buffer, body.byteOffset, body.byteLength), headers);
}

/** The bytes a text stands for when each of its characters is one byte and not all are ASCII. */
function latin1Bytes(body: string): Buffer | undefined {
  return /[\x80-\xff]/.test(body) && /^[\x00-\xff]*$/.test(body) ? Buffer.from(body, "latin1") : undefined;
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function readBytes(bytes: Buffer, headers: Headers | undefined): WireBody {
  const packing = isGzip(bytes) ? "gzip" : encodingOf(headers);
  const plain = packing === undefined ? bytes : unpack(bytes, packing);
  if (typeof plain === "string") return { bytes, notice: plain };
  const stream = plain[0] === 0 ? readEventStream(plain) : undefined;
  if (stream !== undefined) {
    const cut = stream.complete ? "" : ", the last one cut off";
    return {
      text: JSON.stringify(stream.events, null, 1),
      wire: plain,
      notice: `${stream.events.length} events of a binary AWS stream${cut}`,
    };
  }
  const text = utf8(plain);
  return text === undefined ? { bytes: plain } : { text };
}

type Packing = "gzip" | "deflate" | "br";

function encodingOf(headers: Headers | undefined): Packing | undefined {
  const found = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === "content-encoding")?.[1];
  return found === "deflate" || found === "br" ? found : undefined;
}

const UNPACK = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync } as const;

/** The unpacked bytes; the bytes themselves where a header says they are packed and they are not; else why they stay packed. */
function unpack(bytes: Buffer, packing: Packing): Buffer | string {
  try {
    return UNPACK[packing](bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ERR_BUFFER_TOO_LARGE")
      return `${packing}, left packed: more than ${MAX_UNPACKED_BYTES / 1024 / 1024} MiB`;
    return packing !== "gzip" && utf8(bytes) !== undefined ? bytes : `damaged ${packing}`;
  }
}
