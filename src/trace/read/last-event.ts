import type { JsonObject } from "../../json/json.ts";
import type { Segment } from "../row-sink.ts";
import type { ByteSource } from "../source/source.ts";
import { HeadReader, lineType } from "./line-head.ts";

/** Finds the last event of a file backwards from its end, without what stands before it. */

const STEP = 256 * 1024;
const FARTHEST = 16 * 1024 * 1024;
const LINE_END = 0x0a;

export interface LastEvent {
  readonly kind: string;
  readonly segments: readonly Segment[];
}

/** The last event with both its lines, else the last one that begins; undefined when none lies near the end. */
export function findLastEvent(source: ByteSource): LastEvent | undefined {
  const farthest = Math.max(0, source.size - FARTHEST);
  const ends = new Map<number, Segment>();
  let end = source.size;
  for (let start = Math.max(farthest, end - STEP); end > 0; start = Math.max(farthest, start - STEP)) {
    const bytes = source.read(start, end - start);
    const first = start === 0 ? 0 : bytes.indexOf(LINE_END) + 1;
    if (first > 0 || start === 0) {
      const found = lastIn(bytes.subarray(first), start + first, ends);
      if (found) return found;
      end = start + first;
    }
    if (start <= farthest) return undefined;
  }
  return undefined;
}

/** Looks through whole lines from the last to the first. */
function lastIn(bytes: Buffer, offset: number, ends: Map<number, Segment>): LastEvent | undefined {
  // What stands behind the last line's end is not an event yet.
  let end = bytes.lastIndexOf(LINE_END);
  while (end >= 0) {
    const start = end === 0 ? 0 : bytes.lastIndexOf(LINE_END, end - 1) + 1;
    const type = lineType(bytes, start, end);
    const segment = { source: 0, offset: offset + start, length: end - start };
    const fields = type === "seq" || type === "end" ? headFields(bytes, start, end) : undefined;
    if (typeof fields?.end === "number" && !ends.has(fields.end)) ends.set(fields.end, segment);
    // Of calls that overlap the one that was begun last counts.
    if (typeof fields?.seq === "number") {
      const answer = ends.get(fields.seq);
      const kind = typeof fields.kind === "string" ? fields.kind : "raw";
      return { kind, segments: answer ? [segment, answer] : [segment] };
    }
    if (start === 0) break;
    end = start - 1;
  }
  return undefined;
}

function headFields(bytes: Buffer, start: number, end: number): JsonObject | undefined {
  return new HeadReader().read(bytes, start, end)?.fields;
}
