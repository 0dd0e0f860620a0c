import type { Row } from "../run.ts";

/** How durations are rounded when they are written, in milliseconds. */
const ROUNDED_BY = 0.05;

/**
 * The moment until which an event went on for certain, in whole milliseconds as `at`: what began then or later did not
 * overlap it. A start is cut to its millisecond and a duration is rounded, so their sum alone makes two quick calls
 * overlap of which the second began when the first had ended. Undefined: nothing is known of its end.
 */
export function lastedUntil({ at, durationMs }: Pick<Row, "at" | "durationMs">): number | undefined {
  return at === undefined || durationMs === undefined ? undefined : Math.floor(at + durationMs - ROUNDED_BY);
}
