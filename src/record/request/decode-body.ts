import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import type { Chunk } from "../../trace/event.ts";

/** Bodies as they mean, not as they were packed for the way. Cut ones give what can be read of them. */

/** A body that unpacks to more stays packed. */
const LARGEST = 256 * 1024 * 1024;
/** Places at which the unpacked length of a stream is measured: each costs unpacking all before it. */
const SAMPLES = 64;

export interface Decoded {
  readonly bytes: Uint8Array;
  /** The encoding that could not be undone. */
  readonly left?: string;
}

export function decodeBody(bytes: Uint8Array, encoding: string | undefined): Decoded {
  const names = (encoding ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  let current = bytes;
  for (const name of names.reverse()) {
    if (name === "" || name === "identity") continue;
    const unpacked = unpack(current, name);
    if (unpacked === undefined) return { bytes: current, left: name };
    current = unpacked;
  }
  return { bytes: current };
}

/** Chunks of a packed stream with the lengths of what they unpack to. */
export function decodedChunks(bytes: Uint8Array, encoding: string, chunks: readonly Chunk[]): readonly Chunk[] {
  const every = Math.max(1, Math.ceil(chunks.length / SAMPLES));
  const result: [number, number][] = [];
  let dt = 0;
  let end = 0;
  let before = 0;
  for (const [i, [pause, length]] of chunks.entries()) {
    dt += pause;
    end += length;
    if ((i + 1) % every !== 0 && i + 1 < chunks.length) continue;
    const unpacked = decodeBody(bytes.subarray(0, end), encoding).bytes.length;
    if (unpacked === before) continue;
    result.push([dt, unpacked - before]);
    before = unpacked;
    dt = 0;
  }
  return result;
}

function unpack(bytes: Uint8Array, encoding: string): Uint8Array | undefined {
  const zlib = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: LARGEST };
  try {
    switch (encoding) {
      case "gzip":
      case "x-gzip":
        return gunzipSync(bytes, zlib);
      case "deflate":
        // Some servers send the raw form.
        return ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes, zlib) : inflateRawSync(bytes, zlib);
      case "br":
        return brotliDecompressSync(bytes, {
          finishFlush: constants.BROTLI_OPERATION_FLUSH,
          maxOutputLength: LARGEST,
        });
      default:
        return undefined;
    }
  } catch {
    return bytes.length === 0 ? bytes : undefined;
  }
}
