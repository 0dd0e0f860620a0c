import type { Row, Run } from "../../run/run.ts";
import { lastedUntil } from "../../run/step/lasted-until.ts";
import type { DiffEntry } from "../run-diff.ts";
import type { Steps } from "../work.ts";

/**
 * Marks moved steps whose new place is chance: all that they passed on the way ran at the same time as they did, in
 * both runs.
 */
export function* markParallel(entries: readonly DiffEntry[], a: Run, b: Run): Steps<readonly DiffEntry[]> {
  if (!entries.some((entry) => entry.op === "moved")) return entries;
  const placeInA = new Int32Array(a.length).fill(-1);
  entries.forEach((entry, n) => {
    if (entry.a >= 0) placeInA[entry.a] = n;
  });
  const marked: DiffEntry[] = [];
  for (const [at, entry] of entries.entries()) {
    if (at % MANY === MANY - 1) yield at / entries.length;
    if (entry.op !== "moved") {
      marked.push(entry);
      continue;
    }
    const passed = passedBy(entry, at, { entries, placeInA });
    const [own, other] = [a.row(entry.a), b.row(entry.b)];
    const parallel = passed.every((n) => {
      const each = entries[n]!;
      return (each.a < 0 || sameTime(own, a.row(each.a))) && (each.b < 0 || sameTime(other, b.row(each.b)));
    });
    marked.push(parallel ? { ...entry, parallel } : entry);
    yield at / entries.length;
  }
  return marked;
}

/** Entries passed on between two looks at the clock. */
const MANY = 2048;
/** Steps a move may pass and still be looked at: parallel steps are few. */
const FAR = 200;

/** Entries that stand on one side of the moved step in A and on the other in B. */
function passedBy(
  entry: DiffEntry,
  at: number,
  { entries, placeInA }: { readonly entries: readonly DiffEntry[]; readonly placeInA: Int32Array },
): readonly number[] {
  const passed: number[] = [];
  for (let i = Math.max(0, entry.a - FAR); i < Math.min(placeInA.length, entry.a + FAR); i++) {
    const n = placeInA[i] ?? -1;
    const each = entries[n];
    if (!each || n === at) continue;
    const after = each.b < 0 ? n > at : each.b > entry.b;
    if (each.a > entry.a !== after) passed.push(n);
  }
  return passed;
}

/** Tools that one answer asked for, or steps whose times overlap. */
function sameTime(x: Row, y: Row): boolean {
  if (x.kind === "tool" && y.kind === "tool" && x.parent !== undefined && x.parent === y.parent) return true;
  if (x.at === undefined || y.at === undefined) return false;
  return x.at < (lastedUntil(y) ?? y.at) && y.at < (lastedUntil(x) ?? x.at);
}
