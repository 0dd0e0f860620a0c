import { NumberTable } from "./number-table.ts";

/** Pool → number → where the element's line lies. One 8-byte number an element: the offset; the line's end is found when it is read. */
export class ElementTable {
  readonly #pools = new Map<string, NumberTable>();
  readonly #next = new Map<string, number>();
  #lastName = "";
  #lastPool: NumberTable | undefined;

  /** False when numbers before this one are missing in its pool (and its twin). */
  add(pool: string, number: number, offset: number): boolean {
    if (pool !== this.#lastName || !this.#lastPool) {
      this.#lastPool = this.#pools.get(pool) ?? new NumberTable();
      this.#lastName = pool;
      this.#pools.set(pool, this.#lastPool);
    }
    this.#lastPool.set(number, offset);
    const family = pool.endsWith("+") ? pool.slice(0, -1) : pool;
    const next = this.#next.get(family) ?? 0;
    if (number >= next) this.#next.set(family, number + 1);
    return number <= next;
  }

  /** Offset of the element's line; undefined when there is none (yet). */
  find(pool: string, number: number): number | undefined {
    return this.#pools.get(pool)?.get(number);
  }

  get pools(): number {
    return this.#pools.size;
  }
}
