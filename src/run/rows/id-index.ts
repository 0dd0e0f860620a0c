import type { RowNumber } from "../../trace/row-sink.ts";

/**
 * id → row for millions of ids at some 20 bytes each: an open-addressing table of 64-bit hashes.
 * Two ids with one hash would be taken for one; with a million ids the chance is below 1 in 10,000,000.
 */
export class IdIndex {
  #keys = new Uint32Array(512);
  #rows = new Uint32Array(256);
  #count = 0;

  get(id: string): RowNumber | undefined {
    const slot = this.#slot(this.#keys, ...hashes(id));
    const row = this.#rows[slot]!;
    return row === 0 ? undefined : row - 1;
  }

  set(id: string, row: RowNumber): void {
    if (this.#count * 5 > this.#rows.length * 3) this.#grow();
    const [high, low] = hashes(id);
    const slot = this.#slot(this.#keys, high, low);
    if (this.#rows[slot] === 0) this.#count++;
    this.#keys[slot * 2] = high;
    this.#keys[slot * 2 + 1] = low;
    this.#rows[slot] = row + 1;
  }

  #slot(keys: Uint32Array, high: number, low: number): number {
    const mask = keys.length / 2 - 1;
    let slot = low & mask;
    while (
      (keys[slot * 2] !== 0 || keys[slot * 2 + 1] !== 0) &&
      (keys[slot * 2] !== high || keys[slot * 2 + 1] !== low)
    ) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const keys = new Uint32Array(this.#keys.length * 2);
    const rows = new Uint32Array(this.#rows.length * 2);
    this.#rows.forEach((row, old) => {
      if (row === 0) return;
      const slot = this.#slot(keys, this.#keys[old * 2]!, this.#keys[old * 2 + 1]!);
      keys[slot * 2] = this.#keys[old * 2]!;
      keys[slot * 2 + 1] = this.#keys[old * 2 + 1]!;
      rows[slot] = row;
    });
    this.#keys = keys;
    this.#rows = rows;
  }
}

/** Two multiplicative hashes of the UTF-16 units; the first is never 0, so that an empty slot is one with two zeros. */
function hashes(id: string): [high: number, low: number] {
  let high = 0x811c9dc5;
  let low = 0x9e3779b9;
  for (let i = 0; i < id.length; i++) {
    const unit = id.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca6b);
    low ^= low >>> 13;
  }
  return [high >>> 0 || 1, low >>> 0];
}
