import type { FilterContext } from "../query/filter-context.ts";
import type { Run } from "../run/run.ts";
import { type Breakpoint, type Stop, stopFor } from "./breakpoint.ts";

export interface Stopped {
  /** Place in the list; the end of the run in that direction where nothing stopped it. */
  readonly i: number;
  readonly breakpoint: Breakpoint | undefined;
}

/**
 * Continue (1) or reverse-continue (-1) from a place of the run to the next event at which a breakpoint that is on
 * stops: hidden events count. Works in slices.
 */
export class Continue {
  readonly #run: Run;
  readonly #direction: 1 | -1;
  readonly #stops: readonly Stop[];
  readonly #context: FilterContext;
  #i: number;

  constructor(
    run: Run,
    from: number,
    options: {
      readonly direction: 1 | -1;
      readonly breakpoints: readonly Breakpoint[];
      readonly context: FilterContext;
    },
  ) {
    this.#run = run;
    this.#direction = options.direction;
    this.#stops = options.breakpoints.filter(({ on }) => on).flatMap((breakpoint) => stopFor(breakpoint) ?? []);
    this.#context = options.context;
    this.#i = from;
  }

  /** Goes on until `deadline`; undefined: not there yet. */
  advance(deadline: number): Stopped | undefined {
    for (;;) {
      const next = this.#i + this.#direction;
      if (next < 0 || next >= this.#run.length) return { i: this.#i, breakpoint: undefined };
      this.#i = next;
      const stop = this.#stops.find((candidate) => candidate.test(this.#run, next, this.#context));
      if (stop) return { i: next, breakpoint: stop.breakpoint };
      if (performance.now() > deadline) return undefined;
    }
  }
}

/** How many events of the run each breakpoint stops at, counted in slices. */
export class HitCounts {
  readonly #run: Run;
  readonly #stops: readonly Stop[];
  readonly #context: FilterContext;
  readonly counts = new Map<number, number>();
  #i = 0;

  constructor(run: Run, breakpoints: readonly Breakpoint[], context: FilterContext) {
    this.#run = run;
    this.#stops = breakpoints.flatMap((breakpoint) => stopFor(breakpoint) ?? []);
    this.#context = context;
    for (const { breakpoint } of this.#stops) this.counts.set(breakpoint.id, 0);
  }

  /** True when every event known now has been asked. */
  advance(deadline: number): boolean {
    for (; this.#i < this.#run.length; this.#i++) {
      for (const stop of this.#stops) {
        if (stop.test(this.#run, this.#i, this.#context))
          this.counts.set(stop.breakpoint.id, this.counts.get(stop.breakpoint.id)! + 1);
      }
      if (performance.now() > deadline) return ++this.#i >= this.#run.length;
    }
    return true;
  }
}
