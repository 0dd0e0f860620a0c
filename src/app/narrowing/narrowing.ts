import type { Effect } from "../effect.ts";
import type { FilterState, SearchState, State } from "../state.ts";

/** Filter and search of the screen in view: the run has its own, and so has a comparison of two runs. */

type Screens = Pick<State, "screens">;

export function onDiff({ screens }: Screens): boolean {
  return screens.at(-1) === "diff";
}

export function filterInView(state: State): FilterState {
  return onDiff(state) && state.diff ? state.diff.filter : state.filter;
}

export function withFilter(state: State, filter: FilterState): State {
  return onDiff(state) && state.diff ? { ...state, diff: { ...state.diff, filter } } : { ...state, filter };
}

export function searchInView(state: State): SearchState | null {
  return onDiff(state) && state.diff ? state.diff.search : state.search;
}

export function withSearch(state: State, search: SearchState | null): State {
  return onDiff(state) && state.diff ? { ...state, diff: { ...state.diff, search } } : { ...state, search };
}

export function filterEffect(state: Screens, text: string): Effect {
  return { type: onDiff(state) ? "filter-diff" : "filter", text };
}

export function searchEffect(state: Screens, text: string): Effect {
  return { type: onDiff(state) ? "search-diff" : "search", text };
}
