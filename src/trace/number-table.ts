/** Numbers by number: dense ranges in typed arrays, far-off keys (a hostile or odd file) in a map. Absent reads undefined. */

const ABSENT = -1;
const FIRST = 64;

export class NumberTable {
  #dense = new Float64Array(0);
  #far: Map<number, number> | undefined;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get(key: number): number | undefined {
    const value = key < this.#dense.length ? this.#dense[key] : this.#far?.get(key);
    return value === undefined || value === ABSENT ? undefined : value;
  }

  /** `key` and `value` are whole numbers of at least 0. */
  set(key: number, value: number): void {
    if (this.get(key) === undefined) this.#count++;
    if (key >= this.#dense.length && key < FIRST + this.#count * 4) this.#grow(key);
    if (key < this.#dense.length) this.#dense[key] = value;
    else {
      this.#far ??= new Map();
      this.#far.set(key, value);
    }
  }

  /** Bytes held, the map aside. */
  get bytes(): number {
    return this.#dense.byteLength;
  }

  #grow(key: number): void {
    const larger = new Float64Array(Math.max(FIRST, key + 1, Math.ceil(this.#dense.length * 1.5))).fill(ABSENT);
    larger.set(this.#dense);
    for (const [far, value] of this.#far ?? []) {
      if (far >= larger.length) continue;
      larger[far] = value;
      this.#far?.delete(far);
    }
    this.#dense = larger;
  }
}
