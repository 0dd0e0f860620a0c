import type { Kind, Status, Tokens } from "../trace/event.ts";

interface Ended {
  readonly status?: Status;
  readonly tokens?: Tokens;
  readonly error?: object;
}

/** Counts of a run while it is recorded, for the words at its end. */
export class RunTally {
  events = 0;
  /** Of calls that were made again the last attempt counts. */
  errors = 0;
  /** Attempts that were made because the one before had failed. */
  retries = 0;
  /** Answers that broke off. */
  truncated = 0;
  open = 0;
  /** Undefined: no answer said. */
  tokensIn: number | undefined;
  tokensOut: number | undefined;
  readonly byKind = new Map<Kind, number>();
  /** Steps that failed, as long as they may be made again. */
  readonly #failed = new Set<number>();

  begin(kind: Kind): void {
    this.events++;
    this.open++;
    this.byKind.set(kind, (this.byKind.get(kind) ?? 0) + 1);
  }

  /** Step `of`, which failed, is made again. */
  retry(of: number): void {
    this.retries++;
    if (this.#failed.delete(of)) this.errors--;
  }

  end({ status, tokens, error }: Ended, step?: number): void {
    this.open--;
    if (status === "error" || (status === undefined && error !== undefined)) {
      this.errors++;
      if (step !== undefined) this.#failed.add(step);
    }
    if (status === "truncated") this.truncated++;
    if (tokens?.in !== undefined) this.tokensIn = (this.tokensIn ?? 0) + tokens.in;
    if (tokens?.out !== undefined) this.tokensOut = (this.tokensOut ?? 0) + tokens.out;
  }
}
