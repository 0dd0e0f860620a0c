import { runCostOf } from "../../stats/run-cost.ts";
import { stepBreakpoint } from "../annotations.ts";
import { attemptedBy } from "../attempts.ts";
import { layoutOf, listHeight } from "../layout/layout.ts";
import { heldAt } from "../live/live-state.ts";
import { visibleOf } from "../narrowing/visible.ts";
import { settledOffset, shownCursor } from "../select.ts";
import type { State } from "../state.ts";
import { type EventCells, eventCells, hasOrigins } from "./event-cells.ts";
import { totalsOf } from "./totals.ts";

export interface ListRow {
  readonly cells: EventCells;
  readonly selected: boolean;
  readonly hit: boolean;
  readonly marked: boolean;
  readonly breakpoint: "on" | "off" | undefined;
  /** The call stands still. */
  readonly held: boolean;
}

export interface ListWindow {
  readonly rows: readonly ListRow[];
  /** Digits of the largest step number. */
  readonly digits: number;
  readonly agents: boolean;
  readonly costs: boolean;
  readonly tokens: boolean;
  /** Calls were served from another run, or went live. */
  readonly origins: boolean;
}

/** The events in view. */
export function listWindow(state: State): ListWindow {
  const { run } = state;
  const visible = visibleOf(state);
  const cursor = shownCursor(state);
  const top = cursor - settledOffset(state);
  const height = listHeight(layoutOf(state));
  const hits = new Set(state.search?.hits.map((hit) => hit.step));
  const rows: ListRow[] = [];
  for (let n = top; n < Math.min(top + height, visible.count); n++) {
    const above = n > 0 && state.options.time === "delta" ? run.row(visible.at(n - 1)) : undefined;
    const of = attemptedBy(run, visible.at(n));
    const cells = eventCells(run, visible.at(n), {
      attempts: of !== undefined && state.list.unfolded.has(of.first),
      time: state.options.time,
      above,
      unicode: state.options.unicode,
      prices: state.prices,
    });
    const breakpoint = stepBreakpoint(state.annotations, cells.step);
    rows.push({
      cells,
      selected: n === cursor,
      hit: hits.has(cells.step),
      marked: state.annotations.marks.has(cells.step) || state.annotations.notes.has(cells.step),
      breakpoint: breakpoint && (breakpoint.on ? "on" : "off"),
      held: heldAt(state, cells.step) !== undefined,
    });
  }
  return {
    rows,
    digits: Math.max(2, String(Math.max(0, run.steps - 1)).length),
    agents: run.lanes.length > 1 || rows.some((row) => row.cells.agent !== undefined),
    costs: runCostOf(run, state.prices).total !== undefined,
    tokens: totalsOf(run).tokens !== undefined,
    origins: hasOrigins(run) || rows.some(({ cells }) => cells.origin !== undefined),
  };
}
