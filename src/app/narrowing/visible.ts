import type { Row, Run } from "../../run/run.ts";
import type { StepName } from "../../trace/event.ts";
import type { RowNumber } from "../../trace/row-sink.ts";
import { attemptsIn } from "../attempts.ts";
import type { State } from "../state.ts";
import { type Sort, sortedRows } from "./sort.ts";

/**
 * The list as it is shown: every row of the run, or those the filter leaves, in time or sorted, failed attempts folded
 * under the last one. `n` counts shown rows, `i` rows of the run.
 */
export interface Visible {
  readonly count: number;
  readonly filtered: boolean;
  /** Place in the run of the n-th shown row. */
  at(n: number): number;
  /** The shown row at or before a place of the run; -1 when none is. In a sorted list: the first one. */
  before(i: number): number;
  /** The shown row of this step, -1 when it is hidden or unknown. */
  find(step: StepName): number;
}

type Listed = Pick<State, "run" | "filter" | "sort">;

export function visibleOf(state: Listed & { readonly list: Pick<State["list"], "unfolded"> }): Visible {
  const all = unfoldedOf(state);
  if (attemptsIn(state.run).size === 0) return all;
  const { unfolded } = state.list;
  const rows = state.filter.off ? null : state.filter.rows;
  const key = [state.run, state.run.version, rows, rows?.length, state.sort, unfolded];
  if (!lastFolded || key.some((value, n) => value !== lastFolded!.key[n]))
    lastFolded = { key, visible: folded(all, foldedPlaces(state.run, all, unfolded)) };
  return lastFolded.visible;
}

/** The filter leaves no line for it; a failed attempt is only folded away. */
export function isFilteredOut(state: Listed, step: StepName): boolean {
  return unfoldedOf(state).find(step) < 0;
}

/** The same list with every failed attempt in it. */
export function unfoldedOf({ run, filter, sort }: Listed): Visible {
  const rows = filter.off ? null : filter.rows;
  if (sort) return sorted(run, rows, sort);
  return rows === null ? whole(run) : chosen(run, rows);
}

let lastFolded: { readonly key: readonly unknown[]; readonly visible: Visible } | undefined;

/** Shown rows to leave out, in order: an attempt whose last one is not shown itself (a filter for errors) stays. */
function foldedPlaces(run: Run, all: Visible, unfolded: ReadonlySet<StepName>): readonly number[] {
  const places: number[] = [];
  for (const [row, { first, last }] of attemptsIn(run)) {
    if (unfolded.has(first) || all.find(stepOf(run, last)) < 0) continue;
    const n = all.find(stepOf(run, row));
    if (n >= 0) places.push(n);
  }
  return places.sort((a, b) => a - b);
}

function stepOf(run: Run, row: RowNumber): StepName {
  return run.row(run.indexOfRow(row)).step;
}

/** `all` without some of its rows. */
function folded(all: Visible, places: readonly number[]): Visible {
  if (places.length === 0) return all;
  /** How many of the places lie before one that passes. */
  const before = (passes: (place: number, k: number) => boolean): number => {
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (passes(places[middle]!, middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return {
    count: all.count - places.length,
    filtered: all.filtered,
    at: (n) => all.at(n + before((place, k) => place - k > n)),
    before: (i) => {
      const n = all.before(i);
      return n - before((place) => place > n);
    },
    find: (step) => {
      const n = all.find(step);
      const left = before((place) => place >= n);
      return places[left] === n ? -1 : n - left;
    },
  };
}

function whole(run: Run): Visible {
  return {
    count: run.length,
    filtered: false,
    at: (n) => n,
    before: (i) => Math.min(i, run.length - 1),
    find: (step) => run.indexOf(step),
  };
}

/** Matches of a filter, in list order. */
function chosen(run: Run, rows: readonly RowNumber[]): Visible {
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
    // A row may be gone until the filter has looked again: what stands first is shown for it, for a frame.
    at: (n) => Math.max(0, run.indexOfRow(rows[n]!)),
    before,
    find: (step) => {
      const i = run.indexOf(step);
      const n = i < 0 ? -1 : before(i);
      return n >= 0 && run.indexOfRow(rows[n]!) === i ? n : -1;
    },
  };
}

let last: { readonly key: readonly unknown[]; readonly visible: Visible } | undefined;

function sorted(run: Run, rows: readonly RowNumber[] | null, sort: Sort): Visible {
  const key = [run, run.version, rows, rows?.length, sort];
  if (last && key.every((value, n) => value === last!.key[n])) return last.visible;
  const order = sortedRows(run, rows, sort);
  const places = new Map(order.map((row, n) => [row, n]));
  const visible: Visible = {
    count: order.length,
    filtered: rows !== null,
    at: (n) => run.indexOfRow(order[n]!),
    before: () => (order.length > 0 ? 0 : -1),
    find: (step) => {
      const i = run.indexOf(step);
      return i < 0 ? -1 : (places.get(run.row(i).row) ?? -1);
    },
  };
  last = { key, visible };
  return visible;
}

/** Place in the run of the selected row; -1 while there is none. */
export function selectedIndex(state: Pick<State, "run" | "list">): number {
  return state.list.step === "" ? -1 : state.run.indexOf(state.list.step);
}

export function selectedRow(state: Pick<State, "run" | "list">): Row | undefined {
  const i = selectedIndex(state);
  return i < 0 ? undefined : state.run.row(i);
}
