import type { Run } from "../../run/run.ts";

/** Which of the conversations of a run goes on. */

/** The row belongs to an agent that no other has started. */
export function isTopLane(run: Run, i: number): boolean {
  return run.lanes[run.row(i).lane]?.parent === undefined;
}

/** What is to be said where a run holds more than the one of row `i`. */
export function laneNotes(run: Run, i: number): readonly string[] {
  const name = run.lanes[run.row(i).lane]?.name ?? "one";
  return run.lanes.length > 1 ? [`the run has ${run.lanes.length} conversations: only ${name} goes on`] : [];
}
