import type { RunDiff } from "../../diff/run-diff.ts";
import type { Run } from "../../run/run.ts";

/** Two events of one run set against each other: a comparison of one row. */
export function pairOfOneRun(run: Run, before: number, after: number): RunDiff {
  const step = run.row(after).step;
  return {
    a: run,
    b: run,
    options: {},
    versions: [run.version, run.version],
    entries: [{ op: "changed", a: before, b: after, step, similarity: 0 }],
    counts: { equal: 0, changed: 1, removed: 0, added: 0, moved: 0 },
    retries: { a: 0, b: 0 },
    diverged: true,
    firstDivergence: 0,
    cause: "two events of one run",
    unrelated: undefined,
    summary: () => `step ${run.row(before).step} beside step ${step}`,
  };
}
