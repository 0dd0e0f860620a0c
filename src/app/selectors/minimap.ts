import { layoutOf } from "../layout.ts";
import { settledOffset, shownCursor } from "../select.ts";
import type { State } from "../state.ts";
import { visibleOf } from "../visible.ts";

export interface Minimap {
  readonly height: number;
  /** Rows of the list in all, the first that is seen, and how many are. */
  readonly count: number;
  readonly top: number;
  readonly window: number;
  /** Cells (from the top) that hold an error, and a hit of the search. */
  readonly errors: ReadonlySet<number>;
  readonly hits: ReadonlySet<number>;
}

/** Rows of one list beyond which ticks are worked out for a sample only: a tick is a hint, not a promise. */
const SAMPLE = 20_000;

let last:
  | { readonly key: readonly unknown[]; readonly errors: ReadonlySet<number>; readonly hits: ReadonlySet<number> }
  | undefined;

/** The scrollbar of the list: what part is seen, and where errors and hits lie. */
export function minimapOf(state: State): Minimap {
  const height = layoutOf(state).minimap?.height ?? 0;
  const visible = visibleOf(state);
  const { errors, hits } = ticks(state, height);
  return {
    height,
    count: visible.count,
    top: shownCursor(state) - settledOffset(state),
    window: Math.max(1, height - 1),
    errors,
    hits,
  };
}

function ticks(state: State, height: number) {
  const visible = visibleOf(state);
  const key = [state.run, state.runVersion, state.filter.rows, state.filter.off, state.search?.hits, height];
  if (last && key.every((value, n) => value === last!.key[n])) return last;
  const errors = new Set<number>();
  const stride = Math.max(1, Math.ceil(visible.count / SAMPLE));
  const cell = (n: number): number => Math.floor((n * height) / Math.max(1, visible.count));
  for (let n = 0; n < visible.count; n += stride) {
    const row = state.run.row(visible.at(n));
    if (row.status === "error" || row.kind === "error") errors.add(cell(n));
  }
  const hits = new Set(
    (state.search?.hits ?? [])
      .slice(0, SAMPLE)
      .flatMap((hit) => (visible.find(hit.step) < 0 ? [] : [cell(visible.find(hit.step))])),
  );
  last = { key, errors, hits };
  return last;
}
