/** Tells repetitions of failed exchanges from new calls. */

interface Last {
  readonly seq: number;
  /** Undefined while it is under way. */
  failed?: boolean;
}

const RETRIED = new Set([408, 409, 429]);

export class Retries {
  readonly #last = new Map<string, Last>();
  #anyFailed = false;

  /** Only then can a call be a repetition that does not say so. */
  get anyFailed(): boolean {
    return this.#anyFailed;
  }

  /** The failed exchange of the same identity `key` that a new one repeats. `announced`: a header says that it is a repetition. */
  repeats(key: string, announced: boolean): number | undefined {
    const last = this.#last.get(key);
    return last?.failed === true || announced ? last?.seq : undefined;
  }

  begin(key: string, seq: number): void {
    this.#last.set(key, { seq });
  }

  end(key: string, seq: number, how: { readonly status: number | undefined; readonly aborted: boolean }): void {
    const last = this.#last.get(key);
    if (last?.seq !== seq) return;
    last.failed = how.aborted || how.status === undefined || how.status >= 500 || RETRIED.has(how.status);
    this.#anyFailed ||= last.failed;
  }
}
