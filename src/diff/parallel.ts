import type { Row, Run } from "../run/run.ts";
import type { DiffEntry } from "./run-diff.ts";

/**
 * Marks moved steps whose new place is chance: all that they passed on the way ran at the same time as they did, in
 * both runs.
 */
export function markParallel(entries: readonly DiffEntry[], a: Run, b: Run): readonly DiffEntry[] {
  if (!entries.some((entry) => entry.op === "moved")) return entries;
  const placeInA = new Map(entries.flatMap((entry, n) => (entry.a >= 0 ? [[entry.a, n] as const] : [])));
  return entries.map((entry, at) => {
    if (entry.op !== "moved") return entry;
    const passed = passedBy(entry, at, { entries, placeInA, length: a.length });
    const [own, other] = [a.row(entry.a), b.row(entry.b)];
    const parallel = passed.every((n) => {
      const each = entries[n]!;
      return (each.a < 0 || sameTime(own, a.row(each.a))) && (each.b < 0 || sameTime(other, b.row(each.b)));
    });
    return parallel ? { ...entry, parallel } : entry;
  });
}

/** Steps a move may pass and still be looked at: parallel steps are few. */
const FAR = 200;

/** Entries that stand on one side of the moved step in A and on the other in B. */
function passedBy(
  entry: DiffEntry,
  at: number,
  {
    entries,
    placeInA,
    length,
  }: { entries: readonly DiffEntry[]; placeInA: ReadonlyMap<number, number>; length: number },
): readonly number[] {
  const passed: number[] = [];
  for (let i = Math.max(0, entry.a - FAR); i < Math.min(length, entry.a + FAR); i++) {
    const n = placeInA.get(i);
    const each = n === undefined ? undefined : entries[n];
    if (n === undefined || !each || n === at) continue;
    const after = each.b < 0 ? n > at : each.b > entry.b;
    if (each.a > entry.a !== after) passed.push(n);
  }
  return passed;
}

/** Tools that one answer asked for, or steps whose times overlap. */
function sameTime(x: Row, y: Row): boolean {
  if (x.kind === "tool" && y.kind === "tool" && x.parent !== undefined && x.parent === y.parent) return true;
  if (x.at === undefined || y.at === undefined) return false;
  return x.at < y.at + (y.durationMs ?? 0) && y.at < x.at + (x.durationMs ?? 0);
}
