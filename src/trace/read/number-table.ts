/** Numbers by number: dense ranges in typed arrays, far-off keys (a hostile or odd file) in a map. Absent reads undefined. */

const FIRST = 64;
const LARGEST = 2 ** 32 - 1;

export class NumberTable {
  readonly #wide: boolean;
  readonly #absent: number;
  #dense: Float64Array | Uint32Array;
  #far: Map<number, number> | undefined;
  #count = 0;

  /** `wide`: values of 2^32 - 1 and more are kept as they are, at twice the memory; else they are cut to below it. */
  constructor(wide: boolean) {
    this.#wide = wide;
    this.#absent = wide ? -1 : LARGEST;
    this.#dense = this.#array(0);
  }

  get count(): number {
    return this.#count;
  }

  get(key: number): number | undefined {
    const value = key < this.#dense.length ? this.#dense[key] : this.#far?.get(key);
    return value === undefined || value === this.#absent ? undefined : value;
  }

  /** `key` and `value` are whole numbers of at least 0. */
  set(key: number, value: number): void {
    if (this.get(key) === undefined) this.#count++;
    if (key >= this.#dense.length && key < FIRST + this.#count * 4) this.#grow(key);
    const kept = this.#wide ? value : Math.min(value, LARGEST - 1);
    if (key < this.#dense.length) this.#dense[key] = kept;
    else {
      this.#far ??= new Map();
      this.#far.set(key, kept);
    }
  }

  /** Bytes held, the map aside. */
  get bytes(): number {
    return this.#dense.byteLength;
  }

  #grow(key: number): void {
    const larger = this.#array(Math.max(FIRST, key + 1, Math.ceil(this.#dense.length * 1.5)));
    larger.set(this.#dense);
    for (const [far, value] of this.#far ?? []) {
      if (far >= larger.length) continue;
      larger[far] = value;
      this.#far?.delete(far);
    }
    this.#dense = larger;
  }

  #array(length: number): Float64Array | Uint32Array {
    return (this.#wide ? new Float64Array(length) : new Uint32Array(length)).fill(this.#absent);
  }
}
