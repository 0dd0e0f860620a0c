import { differs } from "../../diff/diff-runs.ts";
import type { RunDiff } from "../../diff/run-diff.ts";
import type { DiffState } from "./diff-state.ts";

/** A line of the aligned list: one row of the comparison, or a stretch of equal ones that is folded away. */
export type ShownEntry =
  | { readonly type: "entry"; readonly entry: number }
  | { readonly type: "gap"; readonly from: number; readonly to: number };

let last:
  | { readonly result: RunDiff; readonly context: number | null; readonly shown: readonly ShownEntry[] }
  | undefined;

/** All rows, or the differences with so many equal rows around each. */
export function shownEntries({ result, context }: Pick<DiffState, "result" | "context">): readonly ShownEntry[] {
  if (!result) return [];
  if (last?.result === result && last.context === context) return last.shown;
  const shown =
    context === null ? result.entries.map((_, entry) => ({ type: "entry" as const, entry })) : folded(result, context);
  last = { result, context, shown };
  return shown;
}

function folded({ entries }: RunDiff, context: number): readonly ShownEntry[] {
  const near = new Uint8Array(entries.length);
  entries.forEach((entry, n) => {
    if (differs(entry)) near.fill(1, Math.max(0, n - context), n + context + 1);
  });
  const shown: ShownEntry[] = [];
  for (let n = 0; n < entries.length; n++) {
    if (near[n]) {
      shown.push({ type: "entry", entry: n });
      continue;
    }
    const from = n;
    while (n + 1 < entries.length && !near[n + 1]) n++;
    shown.push({ type: "gap", from, to: n });
  }
  return shown;
}

/** Line of an entry; of the gap that holds it where it is folded away. */
export function lineOfEntry(shown: readonly ShownEntry[], entry: number): number {
  return Math.max(
    0,
    shown.findIndex((line) => (line.type === "entry" ? line.entry === entry : line.from <= entry && entry <= line.to)),
  );
}

/** The entry that selecting a line selects: of a gap its first. */
export function entryOfLine(line: ShownEntry): number {
  return line.type === "entry" ? line.entry : line.from;
}
