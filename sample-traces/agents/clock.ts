/** Milliseconds of real time without a new sleeper after which everything that can happen by itself has happened. */
const QUIET_MS = 8;

/**
 * One clock for agent, tools and provider. Time stands still while anybody works and jumps to the next sleeper's
 * hour when all is quiet, so that runs take the times their scripts say, to the millisecond, whatever the machine does.
 */
export class PacedClock {
  #now: number;
  readonly #sleepers: { at: number; wake: () => void }[] = [];
  #working = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => {
      this.#sleepers.push({ at: this.#now + ms, wake });
      this.#sleepers.sort((a, b) => a.at - b.at);
      this.#wait();
    });
  }

  /** Stops the clock while something real is at work: a file, a process, a request on its way. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.hold();
    try {
      return await work;
    } finally {
      this.release();
    }
  }

  hold(): void {
    this.#working += 1;
  }

  release(): void {
    this.#working -= 1;
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), QUIET_MS);
  }

  #next(): void {
    if (this.#working > 0) return;
    const sleeper = this.#sleepers.shift();
    if (sleeper === undefined) return;
    this.#now = sleeper.at;
    sleeper.wake();
    if (this.#sleepers.length > 0) this.#wait();
  }
}
