import type { ByteSource } from "./source.ts";

/** Finds the lines of a source, one pass, bounded memory. */

/** Bytes looked at together; of a longer line only so much of its beginning is given. */
const WINDOW = 1024 * 1024;
const LINE_END = 0x0a;
/** Lines, and bytes, between two looks at the clock. */
const LINES_PER_LOOK = 128;
const BYTES_PER_LOOK = 256 * 1024;

/** One line, without its end. The same object is used for all lines: copy what is to be kept. */
export interface WalkedLine {
  readonly buffer: Buffer;
  /** The line's bytes in `buffer`; its beginning only when it is longer than a window. */
  readonly start: number;
  readonly end: number;
  /** Where it lies in the source. */
  readonly offset: number;
  /** Of the whole line, without its end. */
  readonly length: number;
  /** 1-based. */
  readonly number: number;
}

export class LineWalker {
  readonly #source: ByteSource;
  readonly #window = Buffer.allocUnsafeSlow(WINDOW);
  readonly #onLine: (line: WalkedLine) => void;
  readonly #line = { buffer: this.#window, start: 0, end: 0, offset: 0, length: 0, number: 0 };
  #position = 0;
  /** No line's end lies between `position` and here. */
  #searched = 0;

  constructor(source: ByteSource, onLine: (line: WalkedLine) => void) {
    this.#source = source;
    this.#onLine = onLine;
  }

  /** Start of the first line that was not given yet. */
  get position(): number {
    return this.#position;
  }

  /** Lines given so far. */
  get lines(): number {
    return this.#line.number;
  }

  /** Gives lines until `deadline` (performance.now()), at least some; true when caught up with the source. */
  advance(deadline: number): boolean {
    while (this.#searched < this.#source.size) {
      const filled = this.#source.readInto(this.#window, this.#position);
      const before = this.#position;
      if (this.#giveLines(filled, deadline)) return false;
      if (this.#position === before) {
        this.#searched = Math.max(this.#searched, before + filled);
        if (filled < WINDOW || !this.#giveLongLine(deadline))
          return this.#searched >= this.#source.size || filled === 0;
      } else this.#searched = before + filled;
      if (performance.now() >= deadline) return this.#searched >= this.#source.size;
    }
    return true;
  }

  /** Gives what stands behind the last line's end as a line; false when there is nothing. */
  giveRest(): boolean {
    const length = this.#source.size - this.#position;
    if (length <= 0) return false;
    const filled = this.#source.readInto(this.#window, this.#position);
    this.#give(0, filled, length);
    this.#position += length;
    this.#searched = this.#position;
    return true;
  }

  /** The lines that lie in the window whole; true when the deadline has passed on the way. */
  #giveLines(filled: number, deadline: number): boolean {
    const base = this.#position;
    const window = filled === WINDOW ? this.#window : this.#window.subarray(0, filled);
    let start = 0;
    let from = Math.max(0, this.#searched - base);
    let lines = 0;
    let looked = 0;
    for (;;) {
      const end = from < filled ? window.indexOf(LINE_END, from) : -1;
      if (end < 0) return false;
      this.#position = base + start;
      this.#give(start, end, end - start);
      start = end + 1;
      from = start;
      this.#position = base + start;
      this.#searched = this.#position;
      if (++lines % LINES_PER_LOOK !== 0 && start - looked < BYTES_PER_LOOK) continue;
      looked = start;
      if (start < filled && performance.now() >= deadline) return true;
    }
  }

  /** Looks for the end of a line that fills the window; true when it was found and given. */
  #giveLongLine(deadline: number): boolean {
    const more = Buffer.allocUnsafe(WINDOW);
    for (;;) {
      const filled = this.#source.readInto(more, this.#searched);
      const end = more.subarray(0, filled).indexOf(LINE_END);
      if (end >= 0) {
        const length = this.#searched + end - this.#position;
        this.#give(0, WINDOW, length);
        this.#position += length + 1;
        this.#searched = this.#position;
        return true;
      }
      this.#searched += filled;
      if (filled < WINDOW || performance.now() >= deadline) return false;
    }
  }

  #give(start: number, end: number, length: number): void {
    const line = this.#line;
    line.start = start;
    line.end = end;
    line.length = length;
    line.offset = this.#position;
    line.number++;
    this.#onLine(line);
  }
}
