import type { Segment } from "../row-sink.ts";
import type { WalkedLine } from "./line-walker.ts";

/** A line, or a part of one, and where it lies. */
export type Piece = WalkedLine;

const CLOSE = 0x7d;
const BOM = [0xef, 0xbb, 0xbf];

export function segmentOf(piece: Piece): Segment {
  return { source: 0, offset: piece.offset, length: piece.length };
}

/** Without a byte order mark, a CR at the end, and white space around. */
export function trimmed(line: Piece): Piece {
  const { buffer, number } = line;
  let { start, end, offset, length } = line;
  if (buffer[start] === 0x7b && buffer[end - 1] === CLOSE) return line;
  const whole = length === end - start;
  if (offset === 0 && BOM.every((byte, i) => buffer[start + i] === byte)) start += BOM.length;
  while (start < end && isBlank(buffer[start])) start++;
  while (whole && end > start && isBlank(buffer[end - 1])) end--;
  offset += start - line.start;
  length = whole ? end - start : length - (start - line.start);
  return { buffer, start, end, offset, length, number };
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

export function partOf(piece: Piece, bytes: Buffer, skipped: number): Piece {
  const { number } = piece;
  return { buffer: bytes, start: 0, end: bytes.length, offset: piece.offset + skipped, length: bytes.length, number };
}

export function countNuls(bytes: Buffer): number {
  let count = 0;
  while (bytes[count] === 0) count++;
  return count;
}

export function seqIn({ buffer, start, end }: Piece): number {
  const digits = /^\{"seq":(\d{1,15})/.exec(buffer.toString("latin1", start, Math.min(end, start + 32)));
  return digits ? Number(digits[1]) : -1;
}
