import type { Edit } from "./edit.ts";

/** Chunks of a stream (milliseconds, bytes) after `edits` to its text: a boundary inside a replaced place moves behind what stands there now. */
export function movedChunks(
  text: string,
  chunks: readonly (readonly [dt: number, length: number])[],
  edits: readonly Edit[],
): (readonly [dt: number, length: number])[] {
  if (edits.length === 0) return [...chunks];
  const places = byteEdits(text, edits);
  let end = 0;
  let before = 0;
  return chunks.map(([dt, length]) => {
    end += length;
    const now = newOffset(end, places);
    const moved = [dt, now - before] as const;
    before = now;
    return moved;
  });
}

interface ByteEdit {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

function byteEdits(text: string, edits: readonly Edit[]): ByteEdit[] {
  let at = 0;
  let bytes = 0;
  return edits.map((edit) => {
    bytes += Buffer.byteLength(text.slice(at, edit.start));
    const start = bytes;
    bytes += Buffer.byteLength(text.slice(edit.start, edit.end));
    at = edit.end;
    return { start, end: bytes, length: Buffer.byteLength(edit.by) };
  });
}

function newOffset(offset: number, places: readonly ByteEdit[]): number {
  let moved = 0;
  for (const { start, end, length } of places) {
    if (start >= offset) break;
    moved += length - (Math.min(end, offset) - start);
    if (end > offset) break;
  }
  return offset + moved;
}
