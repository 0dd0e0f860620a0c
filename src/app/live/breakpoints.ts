import type { LiveBreakpoint } from "../../control/protocol.ts";
import type { Breakpoint } from "../../time/breakpoint.ts";

/** The breakpoints of a run that is being written are those of whoever serves it: one list, in two forms. */

export function toLive(breakpoints: readonly Breakpoint[]): readonly LiveBreakpoint[] {
  return breakpoints.map(({ at, on }) => ({ expression: "step" in at ? `step:${at.step}` : at.filter, on }));
}

/** The ones that were there keep their numbers. */
export function fromLive(live: readonly LiveBreakpoint[], known: readonly Breakpoint[]): readonly Breakpoint[] {
  const ids = new Map(toLive(known).map(({ expression }, n) => [expression, known[n]?.id ?? 0]));
  let next = 1 + Math.max(0, ...known.map(({ id }) => id));
  return live.map(({ expression, on }) => {
    const step = /^step:(\d+[a-z]*)$/.exec(expression)?.[1];
    return { id: ids.get(expression) ?? next++, at: step === undefined ? { filter: expression } : { step }, on };
  });
}
