import type { StepName } from "../../trace/event.ts";
import { layoutOf } from "../layout/layout.ts";
import { visibleOf } from "../narrowing/visible.ts";
import { settledOffset, shownCursor } from "../select.ts";
import type { State } from "../state.ts";

export interface Minimap {
  /** Rows of the list in all, the first that is seen, and how many are. */
  readonly count: number;
  readonly top: number;
  readonly window: number;
  readonly ticks: Ticks;
}

/** Shown rows that a tick stands for, at most one for each cell of the map. */
interface Ticks {
  readonly errors: readonly number[];
  readonly hits: readonly number[];
  readonly marks: readonly number[];
  readonly breakpoints: readonly number[];
}

/** Rows of one list beyond which ticks are worked out for a sample only: a tick is a hint, not a promise. */
const SAMPLE = 20_000;

let last: { readonly key: readonly unknown[]; readonly ticks: Ticks } | undefined;

/** The scrollbar of the list: what part is seen, and where errors, hits, marks and breakpoints lie. */
export function minimapOf(state: State): Minimap {
  const height = Math.max(1, (layoutOf(state).minimap?.height ?? 1) - 1);
  const { count } = visibleOf(state);
  return { count, top: shownCursor(state) - settledOffset(state), window: height, ticks: ticksOf(state, height) };
}

function ticksOf(state: State, height: number): Ticks {
  const { run, filter, search, annotations } = state;
  const key = [
    run,
    state.runVersion,
    filter.rows,
    filter.rows?.length,
    filter.off,
    state.sort,
    state.list.unfolded,
    search?.hits,
    annotations,
    height,
  ];
  if (last && key.every((value, n) => value === last!.key[n])) return last.ticks;
  const visible = visibleOf(state);
  const thin = (rows: readonly number[]): readonly number[] => onePerCell(rows, visible.count, height);
  const placed = (steps: Iterable<StepName>): readonly number[] =>
    thin([...steps].slice(0, SAMPLE).map((step) => visible.find(step)));
  const ticks = {
    errors: thin(errorRows(state)),
    hits: placed((search?.hits ?? []).map((hit) => hit.step)),
    marks: placed([...annotations.marks, ...annotations.notes.keys()]),
    breakpoints: placed(annotations.breakpoints.flatMap(({ at }) => ("step" in at ? [at.step] : []))),
  };
  last = { key, ticks };
  return ticks;
}

function errorRows(state: State): readonly number[] {
  const { run } = state;
  const visible = visibleOf(state);
  const rows: number[] = [];
  const stride = Math.max(1, Math.ceil(visible.count / SAMPLE));
  for (let n = 0; n < visible.count; n += stride) {
    const row = run.row(visible.at(n));
    if (row.status === "error" || row.kind === "error") rows.push(n);
  }
  return rows;
}

function onePerCell(rows: readonly number[], count: number, height: number): readonly number[] {
  const cells = new Map<number, number>();
  for (const n of rows) if (n >= 0) cells.set(count <= height ? n : Math.floor((n * height) / count), n);
  return [...cells.values()];
}
