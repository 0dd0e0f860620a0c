import type { Kind, Status, Tokens } from "../trace/event.ts";

/** Counts of a run while it is recorded, for the words at its end. */
export class RunTally {
  events = 0;
  errors = 0;
  /** Answers that broke off. */
  truncated = 0;
  open = 0;
  /** Undefined: no answer said. */
  tokensIn: number | undefined;
  tokensOut: number | undefined;
  readonly byKind = new Map<Kind, number>();

  begin(kind: Kind): void {
    this.events++;
    this.open++;
    this.byKind.set(kind, (this.byKind.get(kind) ?? 0) + 1);
  }

  end({
    status,
    tokens,
    error,
  }: {
    readonly status?: Status;
    readonly tokens?: Tokens;
    readonly error?: object;
  }): void {
    this.open--;
    if (status === "error" || (status === undefined && error !== undefined)) this.errors++;
    if (status === "truncated") this.truncated++;
    if (tokens?.in !== undefined) this.tokensIn = (this.tokensIn ?? 0) + tokens.in;
    if (tokens?.out !== undefined) this.tokensOut = (this.tokensOut ?? 0) + tokens.out;
  }
}
