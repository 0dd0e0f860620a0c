import type { RowNumber } from "../../trace/row-sink.ts";
import type { RowTable } from "./row-table.ts";

/** Letters per step: more parallel calls than that in one answer share the last place in the sort. */
const LETTERS = 1 << 16;

/** The rows of a run in list order: sorted by (seq, letter), kept sorted as rows appear anywhere. */
export class RowOrder {
  #rows = new Uint32Array(256);
  #length = 0;
  readonly #table: RowTable;

  constructor(table: RowTable) {
    this.#table = table;
  }

  get length(): number {
    return this.#length;
  }

  row(place: number): RowNumber {
    return this.#rows[place]!;
  }

  insert(row: RowNumber): void {
    if (this.#length === this.#rows.length) {
      const more = new Uint32Array(Math.ceil(this.#length * 1.5));
      more.set(this.#rows);
      this.#rows = more;
    }
    const place = this.#search(this.#keyOf(row));
    this.#rows.copyWithin(place + 1, place, this.#length);
    this.#rows[place] = row;
    this.#length++;
  }

  /** Takes a row out of the list: a recorded event has taken the place of a derived one. */
  remove(row: RowNumber): void {
    const place = this.#rows.subarray(0, this.#length).lastIndexOf(row);
    if (place < 0) return;
    this.#rows.copyWithin(place, place + 1, this.#length);
    this.#length--;
  }

  /** Place of a step; -1 when there is none. */
  place(seq: number, letter: number): number {
    const key = seq * LETTERS + letter;
    const place = this.#search(key);
    return place < this.#length && this.#keyOf(this.#rows[place]!) === key ? place : -1;
  }

  /** The first place whose key is not below `key`. New rows nearly always belong at the end. */
  #search(key: number): number {
    if (this.#length === 0 || this.#keyOf(this.#rows[this.#length - 1]!) < key) return this.#length;
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#keyOf(this.#rows[middle]!) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #keyOf(row: RowNumber): number {
    return this.#table.seq(row) * LETTERS + this.#table.letter(row);
  }
}
