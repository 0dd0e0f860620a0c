import type { Row } from "../run/run.ts";
import type { StepName } from "../trace/event.ts";
import type { State } from "./state.ts";

/** The list as it is shown: every row of the run, or those the filter leaves. `n` counts shown rows, `i` rows of the run. */
export interface Visible {
  readonly count: number;
  readonly filtered: boolean;
  /** Place in the run of the n-th shown row. */
  at(n: number): number;
  /** The shown row at or before a place of the run; -1 when none is. */
  before(i: number): number;
  /** The shown row of this step, -1 when it is hidden or unknown. */
  find(step: StepName): number;
}

export function visibleOf(state: Pick<State, "run" | "filter">): Visible {
  const { run, filter } = state;
  const rows = filter.off ? null : filter.rows;
  if (rows === null) {
    return {
      count: run.length,
      filtered: false,
      at: (n) => n,
      before: (i) => Math.min(i, run.length - 1),
      find: (step) => run.indexOf(step),
    };
  }
  const before = (i: number): number => {
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (run.indexOfRow(rows[middle]!) <= i) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  return {
    count: rows.length,
    filtered: true,
    at: (n) => run.indexOfRow(rows[n]!),
    before,
    find: (step) => {
      const i = run.indexOf(step);
      const n = i < 0 ? -1 : before(i);
      return n >= 0 && run.indexOfRow(rows[n]!) === i ? n : -1;
    },
  };
}

/** Place in the run of the selected row; -1 while there is none. */
export function selectedIndex(state: Pick<State, "run" | "list">): number {
  return state.list.step === "" ? -1 : state.run.indexOf(state.list.step);
}

export function selectedRow(state: Pick<State, "run" | "list">): Row | undefined {
  const i = selectedIndex(state);
  return i < 0 ? undefined : state.run.row(i);
}
