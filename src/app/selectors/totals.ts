import { RunTotals } from "../../run/rows/run-totals.ts";
import type { Run } from "../../run/run.ts";

const TOTALS = new WeakMap<Run, RunTotals>();

/** Sums of a run, kept up as it grows. */
export function totalsOf(run: Run): RunTotals {
  const totals = TOTALS.get(run) ?? new RunTotals(run);
  TOTALS.set(run, totals);
  totals.update();
  return totals;
}

/** Times before this year are distances, not dates. */
const DATES_BEGIN = Date.UTC(2000, 0);

/** Cassettes without a clock count from 0: such a time is no date. */
export function datedTime(at: number | undefined): number | undefined {
  return at !== undefined && at > DATES_BEGIN ? at : undefined;
}
