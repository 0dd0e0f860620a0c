import type { Run } from "../run.ts";

/** Rows at the end that may still change: summed anew each time. */
const UNSETTLED = 256;

interface Sums {
  readonly errors: number;
  readonly retries: number;
  readonly tokens: number | undefined;
  readonly unknownTokens: boolean;
  readonly cost: number | undefined;
}

const NOTHING: Sums = { errors: 0, retries: 0, tokens: undefined, unknownTokens: false, cost: undefined };

/** Sums of the header line, kept up with a growing run in O(new rows). */
export class RunTotals {
  readonly #run: Run;
  #version = -1;
  /** Sums of the rows below `#settledRows`. */
  #settled = NOTHING;
  #settledRows = 0;
  #all = NOTHING;
  #firstAt: number | undefined;
  #timed = false;

  constructor(run: Run) {
    this.#run = run;
  }

  update(): void {
    if (this.#version === this.#run.version) return;
    this.#version = this.#run.version;
    const stable = Math.max(this.#settledRows, this.#run.length - UNSETTLED);
    this.#settled = this.#sum(this.#settled, this.#settledRows, stable);
    this.#settledRows = stable;
    this.#all = this.#sum(this.#settled, stable, this.#run.length);
  }

  /** Of calls that were made again the last attempt counts. */
  get errors(): number {
    return this.#all.errors;
  }

  /** Attempts that were made because the one before had failed. */
  get retries(): number {
    return this.#all.retries;
  }

  /** Input and output of all calls; unknown while no call has told. */
  get tokens(): number | undefined {
    return this.#all.tokens;
  }

  /** Some call did not tell: the sum is "at least". */
  get unknownTokens(): boolean {
    return this.#all.unknownTokens;
  }

  get cost(): number | undefined {
    return this.#all.cost;
  }

  /** The earliest start of an event (files are not always in order): milliseconds since the epoch. */
  get firstAt(): number | undefined {
    return this.#firstAt;
  }

  /** Some event has a duration. */
  get timed(): boolean {
    return this.#timed;
  }

  #sum(sums: Sums, from: number, to: number): Sums {
    let { errors, retries, tokens, unknownTokens, cost } = sums;
    for (let i = from; i < to; i++) {
      const row = this.#run.row(i);
      if (row.at !== undefined && !(this.#firstAt !== undefined && this.#firstAt <= row.at)) this.#firstAt = row.at;
      this.#timed ||= row.durationMs !== undefined;
      if (row.status === "error" || row.kind === "error") errors++;
      if (row.repeats !== undefined) {
        retries++;
        // Taken back here, where it is known: the attempt itself may have been summed long ago.
        if (this.#run.row(this.#run.indexOfRow(row.repeats)).status === "error") errors--;
      }
      if (row.cost !== undefined) cost = (cost ?? 0) + row.cost;
      if (row.kind !== "llm") continue;
      const own = row.tokens;
      if (own?.in === undefined && own?.out === undefined) unknownTokens ||= row.status !== "pending";
      else tokens = (tokens ?? 0) + (own.in ?? 0) + (own.out ?? 0);
    }
    return { errors, retries, tokens, unknownTokens, cost };
  }
}
