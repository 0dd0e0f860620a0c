import { compileFilter, type Predicate } from "../query/evaluate.ts";
import type { FilterContext } from "../query/filter-context.ts";
import { parseFilter } from "../query/syntax/parse.ts";
import type { Run } from "../run/run.ts";

/** Where time stops: at a step, or at every event that a filter expression matches. The same for recorded and live runs. */
export interface Breakpoint {
  /** Unique in its run. */
  readonly id: number;
  readonly at: { readonly step: string } | { readonly filter: string };
  readonly on: boolean;
}

export function breakpointText({ at }: Breakpoint): string {
  return "step" in at ? `step ${at.step}` : at.filter;
}

/** A breakpoint ready to be asked; undefined where its expression cannot be read (kept by an older version, say). */
export interface Stop {
  readonly breakpoint: Breakpoint;
  readonly needsBody: boolean;
  test(run: Run, i: number, context: FilterContext): boolean;
}

export function stopFor(breakpoint: Breakpoint): Stop | undefined {
  const { at } = breakpoint;
  if ("step" in at) return { breakpoint, needsBody: false, test: (run, i) => run.row(i).step === at.step };
  const parsed = parseFilter(at.filter);
  if (!parsed.ok) return undefined;
  const predicate: Predicate = compileFilter(parsed.ast);
  return { breakpoint, needsBody: predicate.needsBody, test: (run, i, context) => predicate.test(run, i, context) };
}
