/** Keeps the most recently used values whose weights add up to at most `limit`; a single heavier one is kept alone. */
export class Recent<Key, Value> {
  #entries = new Map<Key, { readonly value: Value; readonly weight: number }>();
  readonly #limit: number;
  #weight = 0;
  #dropped = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#drop(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: Key, value: Value, weight: number): void {
    this.delete(key);
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit || this.#entries.size === 1) break;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#drop(key);
    this.#weight -= entry.weight;
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }

  /**
   * A map from which much is deleted makes itself a new table now and then, and the old one points to it: such a chain holds all that was
   * ever kept until the whole heap is collected. A fresh map begins none.
   */
  #drop(key: Key): void {
    this.#entries.delete(key);
    if (++this.#dropped <= this.#entries.size) return;
    this.#entries = new Map(this.#entries);
    this.#dropped = 0;
  }
}
