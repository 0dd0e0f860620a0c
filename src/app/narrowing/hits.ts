import type { CommandResult } from "../command.ts";
import { nextDiffHit, shownDiffHits } from "../diff/hits.ts";
import { isComparing } from "../diff/move.ts";
import { jump } from "../select.ts";
import type { Hit, State, Tab } from "../state.ts";
import { toast } from "../toast.ts";
import { onDiff } from "./narrowing.ts";
import { isFilteredOut, selectedIndex, visibleOf } from "./visible.ts";

/** Hits in list order that the filter leaves to be seen, and the count of those it hides. */
export function shownHits(state: State): { readonly hits: readonly Hit[]; readonly hidden: number } {
  if (onDiff(state) && isComparing(state)) return shownDiffHits(state);
  const all = state.search?.hits ?? [];
  if (!visibleOf(state).filtered) return { hits: all, hidden: 0 };
  const hits = all.filter((hit) => !isFilteredOut(state, hit.step));
  return { hits, hidden: all.length - hits.length };
}

/** Place among the shown hits of the one under the selection, counted from 1; 0 when there is none. */
export function hitNumber(state: State): number {
  const { hits } = shownHits(state);
  if (onDiff(state)) return hits.findIndex((hit) => hit.i === state.diff?.selected) + 1;
  return hits.findIndex((hit) => hit.step === state.list.step) + 1;
}

/** To the next (or previous) step with a hit; round the end, and says so. */
export function nextHit(state: State, direction: 1 | -1): CommandResult {
  if (onDiff(state) && isComparing(state)) return nextDiffHit(state, direction);
  const { hits, hidden } = shownHits(state);
  const { search } = state;
  if (!search) return state;
  if (hits.length === 0) return toast(state, nothing(state, hidden), "warning");
  const here = selectedIndex(state);
  const places = hits.map((hit) => state.run.indexOf(hit.step));
  const found = direction > 0 ? places.findIndex((i) => i > here) : places.findLastIndex((i) => i < here);
  if (found >= 0) return arrive(state, hits[found]!);
  if (!search.complete) return toast(state, "still searching", "info");
  return toast(
    arrive(state, direction > 0 ? hits[0]! : hits.at(-1)!),
    direction > 0 ? "search went on at the top" : "search went on at the bottom",
  );
}

/** After new hits: goes to the first one at or after where the search began, as soon as it is known. */
export function arriveAtFirst(state: State): State {
  const { search } = state;
  if (!search || search.wanted === 0 || onDiff(state)) return state;
  const from = Math.max(0, state.run.indexOf(search.from));
  const { hits } = shownHits(state);
  const next = hits.find((hit) => state.run.indexOf(hit.step) >= from) ?? (search.complete ? hits[0] : undefined);
  return next ? arrive({ ...state, search: { ...search, wanted: 0 } }, next) : state;
}

const TABS: Readonly<Record<Hit["where"], Tab>> = { row: 0, request: 1, response: 2, args: 4, result: 4, error: 0 };

/** Selects the hit's step and shows the part that holds it, its folds opened. */
function arrive(state: State, hit: Hit): State {
  const moved = jump(state, state.run.indexOf(hit.step));
  const tab = TABS[hit.where];
  if (hit.pointer === undefined || tab === 0) return moved;
  const root = hit.where === "request" || hit.where === "response" ? `${hit.where}#` : `${hit.step} ${hit.where}#`;
  const folds = new Map(moved.detail.folds);
  const tokens = hit.pointer.split("/");
  for (let depth = 1; depth <= tokens.length; depth++) folds.set(root + tokens.slice(0, depth).join("/"), true);
  return { ...moved, detail: { ...moved.detail, tab, folds, cursor: root + hit.pointer, top: 0 } };
}

function nothing(state: State, hidden: number): string {
  if (hidden > 0) return `${hidden} hits, all in events that the filter hides`;
  return state.search?.complete ? `"${state.search.text}" is nowhere in this run` : "no hit yet, still searching";
}
