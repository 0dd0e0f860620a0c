import type { Breakpoint } from "../time/breakpoint.ts";
import type { StepName } from "../trace/event.ts";

/** What the user has written onto a run: kept beside it, never in it. */
export interface Annotations {
  readonly marks: ReadonlySet<StepName>;
  readonly notes: ReadonlyMap<StepName, string>;
  readonly breakpoints: readonly Breakpoint[];
}

export const NO_ANNOTATIONS: Annotations = { marks: new Set(), notes: new Map(), breakpoints: [] };

export function stepBreakpoint({ breakpoints }: Annotations, step: StepName): Breakpoint | undefined {
  return breakpoints.find(({ at }) => "step" in at && at.step === step);
}

/** Marks, notes and breakpoints as they are kept in a file. */
export interface KeptAnnotations {
  readonly marks: readonly string[];
  readonly notes: Readonly<Record<string, string>>;
  readonly breakpoints: readonly Breakpoint[];
}

export function keptForm({ marks, notes, breakpoints }: Annotations): KeptAnnotations {
  return { marks: [...marks], notes: Object.fromEntries(notes), breakpoints };
}

export function isEmpty({ marks, notes, breakpoints }: Annotations): boolean {
  return marks.size === 0 && notes.size === 0 && breakpoints.length === 0;
}
