import type { Run } from "../run/run.ts";
import type { RowNumber } from "../trace/row-sink.ts";

/**
 * Places of the steps of a run that are compared, in order, of its first `length` rows: it may have grown since they were read. Failed attempts at calls that were made again are none: what
 * a call came to is told by its last attempt, and how often a provider was busy is no difference between two agents.
 */
export function comparedSteps(run: Run, length: number): readonly number[] {
  const repeated = new Set<RowNumber>(run.repeated);
  const places: number[] = [];
  for (let i = 0; i < Math.min(length, run.length); i++)
    if (repeated.size === 0 || !repeated.has(run.row(i).row)) places.push(i);
  return places;
}

/** Further attempts at calls that had failed. */
export function retriesIn(run: Run): number {
  return run.repeated.filter((row) => !run.row(run.indexOfRow(row)).derived).length;
}
