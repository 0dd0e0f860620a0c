import { AnswerBook, type AnswerPlace, type GivenAnswer } from "./answer-book.ts";

/**
 * Where a fork leaves its recording. Steps below the limit are served; of every other request this decides whether it is past the
 * boundary (and goes live) or has drifted before it (and is stopped). Nothing goes live because nothing else fits.
 */

/** A recorded call, as far as the boundary needs it. */
export interface PastCall {
  readonly step: number;
  readonly exact: readonly string[];
  /** Steps of the recorded calls whose answer may be the last one in its request. */
  readonly follows: readonly number[];
}

/** A request that no recorded call below the limit answers. */
export interface Asking {
  readonly exact: readonly string[];
  /** Places in its conversation where an answer may stand, in order. */
  readonly places: readonly AnswerPlace[];
}

/** Why a request is past the boundary. */
export type Rule = "holds-fresh-answer" | "recorded-beyond" | "follows-last-served" | "all-served";

export type Verdict = { readonly type: "live"; readonly rule: Rule } | { readonly type: "diverged" };

export class Boundary {
  readonly limit: number;
  readonly #answers = new AnswerBook();
  readonly #beyond: ReadonlySet<string>;
  /** Steps of the recorded calls that follow the answer of a step. */
  readonly #followers = new Map<number, number[]>();
  readonly #unserved: Set<number>;
  #fresh = false;
  /** Called when what `unserved` or `fresh` say has become another. */
  onChange: (() => void) | undefined;

  constructor(recorded: readonly PastCall[], limit: number) {
    this.limit = limit;
    this.#beyond = new Set(recorded.flatMap(({ step, exact }) => (step >= limit ? exact : [])));
    this.#unserved = new Set(recorded.flatMap(({ step }) => (step < limit ? [step] : [])));
    for (const { step, follows } of recorded)
      for (const before of follows) this.#followers.set(before, [...(this.#followers.get(before) ?? []), step]);
  }

  /** How many recorded calls below the limit nobody has made. */
  get unserved(): number {
    return this.#unserved.size;
  }

  /** The agent has been given a live answer, or an edited one. */
  get fresh(): boolean {
    return this.#fresh;
  }

  /** The recorded call `step` has been given to a request. */
  served(step: number): void {
    if (this.#unserved.delete(step)) this.onChange?.();
  }

  /** An answer that later requests may hold: of a recorded step as it was, or a fresh one (live, or edited). */
  answered(answer: GivenAnswer, from: number | "fresh"): void {
    this.#answers.add(answer, from);
    if (from !== "fresh" || this.#fresh) return;
    this.#fresh = true;
    this.onChange?.();
  }

  decide({ exact, places }: Asking): Verdict {
    const held = places.flatMap((place) => {
      const found = this.#answers.at(place);
      return found.length === 0 ? [] : [found];
    });
    // An answer that could be a recorded one as well does not count as fresh.
    if (held.some((froms) => froms.every((from) => from === "fresh")))
      return { type: "live", rule: "holds-fresh-answer" };
    if (exact.some((id) => this.#beyond.has(id))) return { type: "live", rule: "recorded-beyond" };
    if (this.#isPast(held.at(-1))) return { type: "live", rule: "follows-last-served" };
    return this.#unserved.size === 0 ? { type: "live", rule: "all-served" } : { type: "diverged" };
  }

  /** Of equal answers only one may be meant: then what has been served of their followers is taken as theirs. */
  #isPast(last: readonly (number | "fresh")[] | undefined): boolean {
    if (last === undefined) return false;
    const followers = last.flatMap((from) => (from === "fresh" ? [] : [this.#followers.get(from) ?? []]));
    if (followers.length === 0) return false;
    const before = (step: number): boolean => step < this.limit;
    if (!followers.some((steps) => !steps.some(before))) return false;
    return !followers.flat().some((step) => before(step) && this.#unserved.has(step));
  }
}
