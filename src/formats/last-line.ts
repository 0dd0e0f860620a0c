import type { ByteSource } from "../trace/source/source.ts";

/** Enough for nearly every line; a longer last line is found when the walk gets there. */
const MAX_BYTES = 4 * 1024 * 1024;
const FIRST_LOOK = 64 * 1024;
const LF = 0x0a;

/** Where the last line of a source lies that is there whole and not blank; undefined when it is too long to look for. */
export function lastLine(source: ByteSource): { readonly offset: number; readonly length: number } | undefined {
  for (let size = FIRST_LOOK; size <= MAX_BYTES; size *= 4) {
    const from = Math.max(0, source.size - size);
    const bytes = source.read(from, source.size - from);
    let end = bytes.lastIndexOf(LF);
    while (end > 0) {
      const start = bytes.lastIndexOf(LF, end - 1) + 1;
      if (start === 0 && from > 0) break;
      if (bytes.toString("latin1", start, end).trim() !== "") return { offset: from + start, length: end - start };
      end = start - 1;
    }
    if (from === 0) return undefined;
  }
  return undefined;
}
