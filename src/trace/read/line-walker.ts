import type { ByteSource } from "../source/source.ts";

/** Finds the lines of a source, one pass, bounded memory. */

/** Bytes looked at together; of a longer line only so much of its beginning is given. */
const WINDOW = 1024 * 1024;
/** For a small file. */
const SMALL_WINDOW = 64 * 1024;
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
  #window: Buffer = Buffer.allocUnsafeSlow(SMALL_WINDOW);
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
      const before = this.#position;
      if (this.#source.size - before > this.#window.length) this.#widen();
      const filled = this.#source.readInto(this.#window, before);
      if (this.#giveLines(filled, deadline)) return false;
      if (this.#position === before) {
        this.#searched = Math.max(this.#searched, before + filled);
        // Less than asked for: the end, or what lies behind it cannot be read.
        if (filled < this.#window.length) return true;
        const found = this.#giveLongLine(deadline);
        if (found !== "given") return found === "end";
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

  #widen(): void {
    if (this.#window.length === WINDOW) return;
    this.#window = Buffer.allocUnsafeSlow(WINDOW);
    this.#line.buffer = this.#window;
  }

  /** The lines that lie in the window whole; true when the deadline has passed on the way. */
  #giveLines(filled: number, deadline: number): boolean {
    const base = this.#position;
    const window = filled === this.#window.length ? this.#window : this.#window.subarray(0, filled);
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

  /** Looks for the end of a line that fills the window, until the deadline or the end of what there is. */
  #giveLongLine(deadline: number): "given" | "deadline" | "end" {
    const more = Buffer.allocUnsafe(WINDOW);
    for (;;) {
      const filled = this.#source.readInto(more, this.#searched);
      const end = more.subarray(0, filled).indexOf(LINE_END);
      if (end >= 0) {
        const length = this.#searched + end - this.#position;
        this.#give(0, this.#window.length, length);
        this.#position += length + 1;
        this.#searched = this.#position;
        return "given";
      }
      this.#searched += filled;
      if (filled < WINDOW) return "end";
      if (performance.now() >= deadline) return "deadline";
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
