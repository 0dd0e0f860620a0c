import type { RunDiff } from "../diff/run-diff.ts";
import type { FilterContext } from "../query/filter-context.ts";
import { usdOf } from "../stats/cost.ts";
import { stepBreakpoint } from "./annotations.ts";
import type { State } from "./state.ts";

type Facts = Pick<State, "annotations" | "run" | "prices" | "diff">;

/** What filters may ask besides the run: what the user has written onto it, what calls cost, how another run differs. */
export function filterContextOf(state: () => Facts): FilterContext {
  const { run, diff } = state();
  const fork = run.header.parent?.at;
  const result = diff?.result;
  return {
    marked: (step) => state().annotations.marks.has(step),
    noted: (step) => state().annotations.notes.has(step),
    bp: (step) => stepBreakpoint(state().annotations, step) !== undefined,
    cost: (i) => usdOf(state().run.row(i), state().prices),
    ...(fork !== undefined && { fork: (step: string) => step === String(fork) }),
    ...(result && result.a === run && { diff: opByStep(result) }),
  };
}

function opByStep(result: RunDiff): NonNullable<FilterContext["diff"]> {
  const ops = new Map(result.entries.flatMap(({ op, a }) => (a < 0 ? [] : [[result.a.row(a).step, op] as const])));
  return (step) => ops.get(step);
}
