import type { RunDiff } from "../../diff/run-diff.ts";
import { NO_FILTER } from "../state.ts";
import type { DiffState } from "./diff-state.ts";

/** A comparison that follows its runs: what stood at an entry stands at that step's entry in the next one. */

/** The place of an entry of `before` in `after`, by the name of its step; undefined: it is in none. */
export type EntryPlaces = (entry: number) => number | undefined;

function entryPlaces(before: RunDiff, after: RunDiff): EntryPlaces {
  const places = { a: new Map<string, number>(), b: new Map<string, number>() };
  after.entries.forEach(({ a, b }, n) => {
    if (a >= 0) places.a.set(after.a.row(a).step, n);
    if (b >= 0) places.b.set(after.b.row(b).step, n);
  });
  return (entry) => {
    const was = before.entries[entry];
    return was && places[was.a >= 0 ? "a" : "b"].get(was.step);
  };
}

/** The same comparison with another result: who stands on the first divergence stays on it, everybody else at their step. */
export function followed(diff: DiffState, before: RunDiff, result: RunDiff): DiffState {
  const placeOf = entryPlaces(before, result);
  const places = (entries: readonly number[]): readonly number[] => entries.flatMap((entry) => placeOf(entry) ?? []);
  const atDivergence = diff.selected === Math.max(0, before.firstDivergence) && result.firstDivergence >= 0;
  const last = Math.max(0, result.entries.length - 1);
  const selected = atDivergence ? result.firstDivergence : (placeOf(diff.selected) ?? Math.min(diff.selected, last));
  const { filter, search, jumps } = diff;
  const same = placeOf(diff.selected) === selected;
  return {
    ...diff,
    progress: 1,
    result,
    selected,
    detail: same ? diff.detail : { ...diff.detail, cursor: undefined, top: 0 },
    jumps: { back: places(jumps.back), forward: places(jumps.forward) },
    // Shown until the expression has been applied to what is new.
    filter:
      filter.text === "" ? NO_FILTER : { ...filter, rows: filter.rows && rising(places(filter.rows)), complete: false },
    search: search && {
      ...search,
      hits: search.hits.flatMap((hit) => {
        const i = placeOf(hit.i);
        return i === undefined ? [] : [{ ...hit, i }];
      }),
      complete: false,
    },
  };
}

function rising(entries: readonly number[]): readonly number[] {
  return [...new Set(entries)].sort((x, y) => x - y);
}
