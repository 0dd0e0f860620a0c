/** The answers that were given in this run, and which of them stand in a request. */

export interface GivenAnswer {
  /** What it is known by: ids of its tool calls, else its text. None: it cannot be found again. */
  readonly keys: readonly string[];
  /** Digest of the conversation that was answered, and of its last element. */
  readonly history: string;
  readonly before: string;
}

/** A place in a conversation at which an answer of a model stands. */
export interface AnswerPlace {
  readonly keys: readonly string[];
  /** Digest of the elements before it, and of the last of them. */
  readonly history: string;
  readonly before: string;
}

interface Given {
  readonly answer: GivenAnswer;
  readonly from: number | "fresh";
}

export class AnswerBook {
  readonly #byKey = new Map<string, Given[]>();

  add(answer: GivenAnswer, from: number | "fresh"): void {
    for (const key of answer.keys) {
      const known = this.#byKey.get(key);
      if (known === undefined) this.#byKey.set(key, [{ answer, from }]);
      else known.push({ answer, from });
    }
  }

  /**
   * Where the answer at `place` came from: several steps for equal answers to equal conversations, none for what no call of this run
   * was answered. A conversation that was shortened is told by what stands right before the answer, else by the answer alone.
   */
  at(place: AnswerPlace): readonly (number | "fresh")[] {
    const given = place.keys.flatMap((key) => this.#byKey.get(key) ?? []);
    const same = given.filter(({ answer }) => answer.history === place.history);
    const near = same.length > 0 ? same : given.filter(({ answer }) => answer.before === place.before);
    return [...new Set((near.length > 0 ? near : given).map(({ from }) => from))];
  }
}
