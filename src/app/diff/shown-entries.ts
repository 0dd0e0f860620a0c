import { differs } from "../../diff/diff-runs.ts";
import type { RunDiff } from "../../diff/run-diff.ts";
import type { DiffState } from "./diff-state.ts";

/** A line of the aligned list: one row of the comparison, or a stretch of equal ones that is folded away. */
export type ShownEntry =
  | { readonly type: "entry"; readonly entry: number }
  | { readonly type: "gap"; readonly from: number; readonly to: number; readonly count: number };

type Shown = Pick<DiffState, "result" | "context" | "filter">;

let last: { readonly key: readonly unknown[]; readonly shown: readonly ShownEntry[] } | undefined;

/** Rows that the filter leaves; all of them, or the differences with so many equal ones around each. */
export function shownEntries(diff: Shown): readonly ShownEntry[] {
  const { result, context } = diff;
  if (!result) return [];
  const left = entriesLeft(diff);
  const key = [result, context, left];
  if (last && key.every((value, n) => value === last!.key[n])) return last.shown;
  const entries = left ?? result.entries.map((_, entry) => entry);
  const shown = context === null ? entries.map(lineOf) : folded(result, entries, context);
  last = { key, shown };
  return shown;
}

/** Places in the entries that the filter leaves, rising; null for all. */
export function entriesLeft({ filter }: Pick<DiffState, "filter">): readonly number[] | null {
  return filter.off ? null : filter.rows;
}

function lineOf(entry: number): ShownEntry {
  return { type: "entry", entry };
}

function folded(result: RunDiff, entries: readonly number[], context: number): readonly ShownEntry[] {
  const near = new Uint8Array(entries.length);
  entries.forEach((entry, n) => {
    if (differs(result.entries[entry]!)) near.fill(1, Math.max(0, n - context), n + context + 1);
  });
  const shown: ShownEntry[] = [];
  for (let n = 0; n < entries.length; n++) {
    const from = n;
    if (near[n]) {
      shown.push(lineOf(entries[n]!));
      continue;
    }
    while (n + 1 < entries.length && !near[n + 1]) n++;
    shown.push({ type: "gap", from: entries[from]!, to: entries[n]!, count: n - from + 1 });
  }
  return shown;
}

/** Line of an entry: of the gap that holds it where it is folded away, the one before it where it is filtered out. */
export function lineOfEntry(shown: readonly ShownEntry[], entry: number): number {
  let low = 0;
  let high = shown.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (entryOfLine(shown[middle]!) <= entry) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** The entry that selecting a line selects: of a gap its first. */
export function entryOfLine(line: ShownEntry): number {
  return line.type === "entry" ? line.entry : line.from;
}

/** Whether the filter leaves an entry. */
export function isLeft(diff: Pick<DiffState, "filter">, entry: number): boolean {
  const left = entriesLeft(diff);
  if (left === null) return true;
  let low = 0;
  let high = left.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (left[middle]! < entry) low = middle + 1;
    else high = middle;
  }
  return left[low] === entry;
}
