import type { FilterContext } from "./filter-context.ts";
import type { Run } from "./run-types.ts";

export interface Totals {
  readonly calls: number;
  /** Undefined while nothing of the kind was known yet: unknown is not 0. */
  readonly tokens: number | undefined;
  readonly cost: number | undefined;
}

const NOTHING: Totals = { calls: 0, tokens: undefined, cost: undefined };

/** Facts about a run as a whole that several rows ask for; worked out as far as asked, anew when the run has changed. */
export class RunFacts {
  readonly #run: Run;
  readonly #context: FilterContext;
  #version = -1;
  #start: number | undefined;
  #lookedForStart = 0;
  #totals: Totals[] = [];

  constructor(run: Run, context: FilterContext) {
    this.#run = run;
    this.#context = context;
  }

  /** When the first event with a time began, in milliseconds since the epoch. */
  get start(): number | undefined {
    this.#refresh();
    while (this.#start === undefined && this.#lookedForStart < this.#run.length) {
      this.#start = this.#run.row(this.#lookedForStart++).at;
    }
    return this.#start;
  }

  /** Sums over the llm events up to and including row i. */
  totals(i: number): Totals {
    this.#refresh();
    while (this.#totals.length <= i && this.#totals.length < this.#run.length) {
      const at = this.#totals.length;
      this.#totals.push(this.#after(this.#totals[at - 1] ?? NOTHING, at));
    }
    return this.#totals[i] ?? NOTHING;
  }

  #after(before: Totals, i: number): Totals {
    const row = this.#run.row(i);
    const cost = this.#context.cost?.(i) ?? row.cost;
    const tokens = row.kind === "llm" ? sum(row.tokens?.in, row.tokens?.out) : undefined;
    if (row.kind !== "llm" && cost === undefined) return before;
    return {
      calls: before.calls + (row.kind === "llm" ? 1 : 0),
      tokens: sum(before.tokens, tokens),
      cost: sum(before.cost, cost),
    };
  }

  #refresh(): void {
    if (this.#version === this.#run.version) return;
    this.#version = this.#run.version;
    this.#start = undefined;
    this.#lookedForStart = 0;
    this.#totals = [];
  }
}

/** Of what is known; undefined when neither is. */
export function sum(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined) return b;
  return b === undefined ? a : a + b;
}
