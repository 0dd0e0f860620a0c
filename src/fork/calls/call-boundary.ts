import type { Recording } from "../../replay/recording.ts";

/** Why a call goes live that nothing below the limit answers. */
export type LiveRule = "recorded-beyond" | "all-served" | "after-fresh";

/**
 * Where a fork of wrapped calls leaves its recording. What a program makes of an answer cannot be followed through its
 * values, so a call that was not recorded is taken for a consequence of the fork only when the program has been given
 * something that the recording did not give; until then it has drifted before the fork, and does not run.
 */
export class CallBoundary {
  readonly limit: number;
  /** Identities of the calls from the limit on, and of those that nobody answered. */
  readonly #beyond: ReadonlySet<string>;
  readonly #unserved: Set<number>;
  #fresh = false;

  constructor({ calls, unanswered }: Pick<Recording, "calls" | "unanswered">, limit: number) {
    this.limit = limit;
    this.#beyond = new Set([...calls.filter(({ step }) => step >= limit), ...unanswered].flatMap(({ exact }) => exact));
    this.#unserved = new Set(calls.flatMap(({ step }) => (step < limit ? [step] : [])));
  }

  /** Recorded calls below the limit that the program has not made. */
  get unserved(): ReadonlySet<number> {
    return this.#unserved;
  }

  /** The program has been given a live answer, or an edited one. */
  get fresh(): boolean {
    return this.#fresh;
  }

  served(step: number): void {
    this.#unserved.delete(step);
  }

  gaveFresh(): void {
    this.#fresh = true;
  }

  /** Undefined: the call diverged before the fork. */
  ruleFor(exact: readonly string[]): LiveRule | undefined {
    if (this.#unserved.size === 0) return "all-served";
    if (exact.some((id) => this.#beyond.has(id))) return "recorded-beyond";
    return this.#fresh ? "after-fresh" : undefined;
  }
}
