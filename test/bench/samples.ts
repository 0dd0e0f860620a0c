/** Measured values of one job, in the order in which they were taken. */
export class Samples {
  readonly values: number[] = [];

  add(value: number): void {
    this.values.push(value);
  }

  get median(): number {
    return this.#at(0.5);
  }

  get p95(): number {
    return this.#at(0.95);
  }

  /** The same for speeds, where less is worse: what 95 of 100 runs reach. */
  get p5(): number {
    return this.#at(0.05);
  }

  /** Nearest rank; NaN when nothing was measured. */
  #at(share: number): number {
    const sorted = [...this.values].sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
  }
}
