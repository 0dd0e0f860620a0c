import { diffRuns } from "../../src/diff/diff-runs.ts";
import type { DiffOptions, RunDiff } from "../../src/diff/run-diff.ts";
import { finished } from "../../src/diff/work.ts";
import type { Run } from "../../src/run/run.ts";

const SIGNS = { equal: "=", changed: "~", added: "+", removed: "-", moved: ">" };

export function diffOf(a: Run, b: Run, options: DiffOptions = {}): RunDiff {
  return finished(diffRuns(a, b, options));
}

/** Rows as `= 0 0`, `+ . 3a`: the sign, the step in A, the step in B. */
export function rowsOf({ entries, a, b }: RunDiff): readonly string[] {
  return entries.map(
    (entry) =>
      `${SIGNS[entry.op]} ${entry.a < 0 ? "." : a.row(entry.a).step} ${entry.b < 0 ? "." : b.row(entry.b).step}`,
  );
}

/** The first divergence as a row. */
export function firstOf(diff: RunDiff): string | undefined {
  return rowsOf(diff)[diff.firstDivergence];
}
