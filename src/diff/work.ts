/**
 * Long work in slices: a generator that yields between pieces of at most a few milliseconds. What it yields is how far
 * it is, from 0 to 1.
 */
export type Steps<T> = Generator<number, T, undefined>;

export class Work<T> {
  readonly #steps: Steps<T>;
  #progress = 0;
  #result: { readonly value: T } | undefined;

  constructor(steps: Steps<T>) {
    this.#steps = steps;
  }

  /** 0..1; 1 once the result is there. */
  get progress(): number {
    return this.#result ? 1 : this.#progress;
  }

  /** Undefined until `advance` has answered true. */
  get result(): T | undefined {
    return this.#result?.value;
  }

  /** Works on until `deadline` (performance.now()); true when done. Dropping the object cancels the work. */
  advance(deadline: number): boolean {
    while (!this.#result) {
      const step = this.#steps.next();
      if (step.done) this.#result = { value: step.value };
      else this.#progress = Math.max(this.#progress, step.value);
      if (performance.now() > deadline) break;
    }
    return this.#result !== undefined;
  }
}

/** All of the work at once. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Progress of a part, as a stretch of the whole. */
export function* within<T>(steps: Steps<T>, from: number, to: number): Steps<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield from + (to - from) * step.value;
  }
}

/** `list.map` with a look at the clock now and then. */
export function* mapped<T, U>(list: readonly T[], make: (item: T, n: number) => U): Steps<U[]> {
  const out: U[] = [];
  for (let n = 0; n < list.length; n++) {
    out.push(make(list[n]!, n));
    if (n % 2048 === 2047) yield n / list.length;
  }
  return out;
}
