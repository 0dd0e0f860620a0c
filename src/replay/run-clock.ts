import type { Run } from "../run/run.ts";

/** Kinds that an agent asks for, one after the other: what it says of the time it says in these. */
const ASKED = new Set(["llm", "tool", "memory"]);

/**
 * The time of a recording as an agent that is replayed lives through it: between two calls it is the moment at which the
 * later one was asked, since that is when the agent made up what to ask.
 */
export class RunClock {
  /** In milliseconds since the epoch, ascending. */
  readonly #starts: readonly number[];

  constructor(run: Run) {
    const starts: number[] = [];
    for (let i = 0; i < run.length; i++) {
      const { kind, at, derived } = run.row(i);
      if (!derived && at !== undefined && ASKED.has(kind)) starts.push(at);
    }
    this.#starts = starts.sort((a, b) => a - b);
  }

  /** When the first call was asked; undefined: the run does not say. */
  get first(): number | undefined {
    return this.#starts[0];
  }

  /** The time once a call has been answered, which ended at `end`. */
  after({ at, end = at }: { readonly at: number | undefined; readonly end: number | undefined }): number | undefined {
    if (end === undefined) return undefined;
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) < end) low = middle + 1;
      else high = middle;
    }
    return this.#starts[low] ?? end;
  }
}
