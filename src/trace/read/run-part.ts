import type { RunHeader } from "../event.ts";
import type { RowNumber } from "../row-sink.ts";
import { ElementTable } from "./element-table.ts";
import { NumberTable } from "./number-table.ts";

/** What the reader remembers of one run of the file. */
export class RunPart {
  /** Where its header lies. */
  readonly offset: number;
  readonly elements = new ElementTable();
  header: RunHeader | undefined;
  /** One more than the highest `seq` so far. */
  nextSeq = 0;
  readonly #rows = new NumberTable(false);
  readonly #sizes = new NumberTable(false);
  /** A bit for each event that has ended. */
  #ends = new Uint8Array(0);

  constructor(offset: number, header: RunHeader | undefined) {
    this.offset = offset;
    this.header = header;
  }

  enter(seq: number, row: RowNumber, size: number): void {
    this.#rows.set(seq, row);
    this.#sizes.set(seq, size);
    this.nextSeq = Math.max(this.nextSeq, seq + 1);
  }

  rowOf(seq: number): RowNumber | undefined {
    return this.#rows.get(seq);
  }

  /** The event ends; true: it has ended before. */
  ended(seq: number): boolean {
    const byte = seq >>> 3;
    // Far-off numbers of an odd file are not kept account of.
    if (seq > this.#rows.count * 4 + 1024) return false;
    if (byte >= this.#ends.length) {
      const larger = new Uint8Array(Math.max(64, byte + 1, this.#ends.length * 2));
      larger.set(this.#ends);
      this.#ends = larger;
    }
    const bits = this.#ends[byte] ?? 0;
    this.#ends[byte] = bits | (1 << (seq & 7));
    return (bits & (1 << (seq & 7))) !== 0;
  }

  /** Adds `bytes` to the event; returns its size now. */
  grow(seq: number, bytes: number): number {
    const size = (this.#sizes.get(seq) ?? 0) + bytes;
    this.#sizes.set(seq, size);
    return size;
  }
}

/** The run that the byte at `offset` belongs to. */
export function runAt(runs: readonly RunPart[], offset: number): RunPart | undefined {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.offset ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return runs[Math.max(0, low - 1)];
}
