import { docFor } from "../detail/doc-for.ts";
import { cursorLine } from "../detail/move.ts";
import { onDiff } from "../narrowing/narrowing.ts";
import type { State } from "../state.ts";
import type { DiffSide } from "./diff-state.ts";
import { type Comparing, isComparing } from "./move.ts";

/**
 * The selected pair as the detail of a run, so that what works on a line of a detail works on it as well: the run and
 * step are those of the side the line belongs to.
 */
export function pairAsDetail(state: Comparing, side: DiffSide = sideOf(state)): State {
  const { diff } = state;
  const entry = diff.result?.entries[diff.selected];
  const run = diff[side];
  const step = entry ? run.row(entry[side]).step : "";
  return { ...state, run, list: { ...state.list, step }, detail: diff.detail, focus: diff.focus };
}

/** What commands on the selected event work on: on the comparison, the selected pair. */
export function detailInView(state: State): State {
  return onDiff(state) && isComparing(state) ? pairAsDetail(state) : state;
}

/** A change of a detail, made to the pair. */
export function inPair(state: Comparing, change: (state: State) => State): Comparing {
  const changed = change(pairAsDetail(state));
  return { ...state, diff: { ...state.diff, detail: changed.detail } };
}

/** The side that the line under the cursor belongs to; where it is of both A's, where that has none B's. */
function sideOf(state: Comparing): DiffSide {
  const { diff } = state;
  const entry = diff.result?.entries[diff.selected];
  const own: DiffSide = entry && entry.a < 0 ? "b" : "a";
  if (!entry || entry.a < 0 || entry.b < 0 || diff.focus === "list") return own;
  const shown = pairAsDetail(state, own);
  const doc = docFor(shown);
  return doc.count === 0 ? own : (doc.row(cursorLine(shown, doc)).side ?? own);
}
