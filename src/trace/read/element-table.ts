import { NumberTable } from "./number-table.ts";

/** Pool → number → where the element's line lies. One 8-byte number an element: the offset; the line's end is found when it is read. */
export class ElementTable {
  readonly #pools = new Map<string, Pool>();
  #lastName = "";
  #last: Pool | undefined;

  /** False when numbers before this one are missing in its pool (and its twin). */
  add(name: string, number: number, offset: number): boolean {
    if (name !== this.#lastName || !this.#last) {
      this.#last = this.#pool(name);
      this.#lastName = name;
    }
    const { offsets, family } = this.#last;
    offsets.set(number, offset);
    const { next } = family;
    if (number >= next) family.next = number + 1;
    return number <= next;
  }

  /** Offset of the element's line; undefined when there is none (yet). */
  find(pool: string, number: number): number | undefined {
    return this.#pools.get(pool)?.offsets.get(number);
  }

  #pool(name: string): Pool {
    const known = this.#pools.get(name);
    if (known) return known;
    // A pool and its twin count together.
    const sibling = this.#pools.get(name.endsWith("+") ? name.slice(0, -1) : `${name}+`);
    const pool = { offsets: new NumberTable(true), family: sibling?.family ?? { next: 0 } };
    this.#pools.set(name, pool);
    return pool;
  }
}

interface Pool {
  readonly offsets: NumberTable;
  readonly family: { next: number };
}
