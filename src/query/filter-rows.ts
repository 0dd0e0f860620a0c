import type { Predicate } from "./evaluate.ts";
import type { FilterContext } from "./filter-context.ts";
import type { Run } from "./run-types.ts";

export interface Slice {
  /** First row to test. */
  readonly from: number;
  /** performance.now() after which no further row is begun. At least one row is tested. */
  readonly deadline: number;
  readonly context?: FilterContext;
}

/** Rows tested between two looks at the clock when no body is read. */
const STRIDE = 64;

/** Tests rows until the deadline. `next` is where to go on; it is the run's length when the rows of now are through. */
export function filterRows(
  run: Run,
  predicate: Predicate,
  slice: Slice,
): { readonly next: number; readonly hits: readonly number[] } {
  const hits: number[] = [];
  const stride = predicate.needsBody ? 1 : STRIDE;
  let i = slice.from;
  for (let left = stride; i < run.length; i++) {
    if (left-- === 0) {
      if (performance.now() >= slice.deadline) break;
      left = stride - 1;
    }
    if (predicate.test(run, i, slice.context)) hits.push(i);
  }
  return { next: i, hits };
}
