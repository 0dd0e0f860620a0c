import type { RunDiff } from "../../diff/run-diff.ts";
import type { FilterContext } from "../../query/filter-context.ts";
import { usdOf } from "../../stats/cost.ts";
import { NO_ANNOTATIONS, stepBreakpoint } from "../annotations.ts";
import type { DiffSide } from "../diff/diff-state.ts";
import type { State } from "../state.ts";

type Facts = Pick<State, "annotations" | "run" | "prices" | "diff">;

/** What filters may ask besides the run: what the user has written onto it, what calls cost, how another run differs. */
export function filterContextOf(state: () => Facts): FilterContext {
  const { run, diff } = state();
  const fork = run.header.parent?.at;
  const result = diff?.result;
  const side = result?.a === run ? "a" : result?.b === run ? "b" : undefined;
  return {
    marked: (step) => state().annotations.marks.has(step),
    noted: (step) => state().annotations.notes.has(step),
    bp: (step) => stepBreakpoint(state().annotations, step) !== undefined,
    cost: (i) => usdOf(state().run.row(i), state().prices),
    ...(fork !== undefined && { fork: (step: string) => step === String(fork) }),
    ...(result && side && { diff: opByStep(result, side) }),
  };
}

/** For one run of the comparison; what the user has written is known of the run in view. */
export function sideContextOf(state: () => State, side: DiffSide): FilterContext {
  const facts = (): Facts => {
    const current = state();
    const run = current.diff?.[side] ?? current.run;
    return { ...current, run, annotations: run === current.run ? current.annotations : NO_ANNOTATIONS };
  };
  const { diff } = state();
  return {
    ...filterContextOf(facts),
    ...(diff?.result && { diff: opByStep(diff.result, side) }),
  };
}

function opByStep(result: RunDiff, side: DiffSide): NonNullable<FilterContext["diff"]> {
  const ops = new Map(
    result.entries.flatMap((entry) => {
      const i = entry[side];
      return i < 0 ? [] : [[result[side].row(i).step, entry.op] as const];
    }),
  );
  return (step) => ops.get(step);
}
