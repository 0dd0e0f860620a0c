import { type Json, parse } from "../json/json.ts";
import type { Damage } from "../trace/row-sink.ts";
import type { ByteSource } from "../trace/source/source.ts";
import { isBlank, scanValue } from "./json-scan.ts";

/**
 * Splits a source into JSON objects and arrays, wherever they begin and end: one a line (the quick way), several on one
 * line, one over many lines. What is neither is reported with its place, and reading goes on at the next line that
 * begins with a value.
 */

/** A longer value is skipped as damage: a string of JavaScript could not hold it. */
const MAX_VALUE_BYTES = 256 * 1024 * 1024;

const CHUNK = 256 * 1024;
/** How far to look for the end of a line before walking through the value byte by byte. */
const MAX_QUICK_LINE = 1024 * 1024;
const LF = 0x0a;

export type JsonItem<T> =
  | {
      readonly type: "value";
      readonly offset: number;
      readonly length: number;
      /** 1-based line on which the value begins. */
      readonly line: number;
      readonly value: T;
    }
  /** `torn`: only the end of the value is missing, and it is the last of the file. */
  | { readonly type: "damage"; readonly damage: Omit<Damage, "source">; readonly torn: boolean };

/** The value that `bytes` hold, undefined when they are not exactly one. `bytes` must not be kept. */
export type Decode<T> = (bytes: Buffer) => T | undefined;

/** One JSON value, nested no deeper than the scanner allows. */
export function decodeJson(bytes: Buffer): Json | undefined {
  return scanValue(bytes, 0, bytes.length).end === bytes.length ? parse(bytes.toString("utf8")) : undefined;
}

function opensValue(byte: number | undefined): boolean {
  return byte === 0x7b || byte === 0x5b;
}

function describe(bytes: Buffer): string {
  const first = bytes[0];
  if (first === undefined) return "the end of the file";
  if (first === 0) return "NUL bytes";
  if (first === LF) return "the end of the line";
  return JSON.stringify(bytes.toString("utf8", 0, 40).split("\n")[0]);
}

export class JsonValues<T> {
  #window = Buffer.alloc(0);
  /** Offset in the source of the window's first byte. */
  #base: number;
  #at = 0;
  #line = 1;
  /** The value at `at` is the first of its line. */
  #lineStart = true;
  #bad: { line: number; offset: number; end: number; expected: string; torn: boolean } | undefined;
  #queued: JsonItem<T> | undefined;
  #final = false;
  readonly #source: ByteSource;
  readonly #decode: Decode<T>;

  constructor(source: ByteSource, decode: Decode<T>) {
    this.#source = source;
    this.#decode = decode;
    this.#base = source.read(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0;
  }

  /** Bytes of the source that need not be looked at again. */
  get position(): number {
    return this.#base + this.#at;
  }

  /** The next value or damage; undefined when nothing more can be told now. Call again when the source has grown. */
  next(): JsonItem<T> | undefined {
    if (this.#queued !== undefined) {
      const item = this.#queued;
      this.#queued = undefined;
      return item;
    }
    while (this.#skipBlanks()) {
      const opens = opensValue(this.#window[this.#at]);
      const item =
        opens && (this.#bad === undefined || this.#lineStart) ? (this.#quick() ?? this.#slow()) : this.#garbage();
      if (item === "wait") break;
      if (item === "skipped") continue;
      if (this.#bad !== undefined) this.#bad.torn = false;
      const damage = this.#takeBad();
      if (damage === undefined) return item;
      this.#queued = item;
      return damage;
    }
    // Damage at the end may turn out to be the torn last line: told when more follows, or nothing ever will.
    return this.#final ? this.#takeBad() : undefined;
  }

  /** Nobody writes any more: what is left over at the end is torn. Call `next` until undefined afterwards. */
  finish(): void {
    this.#final = true;
  }

  /** Reads more behind the window; false when there is no more. */
  #fill(): boolean {
    const left = this.#window.length - this.#at;
    const from = this.#base + this.#window.length;
    if (from >= this.#source.size) return false;
    const more = Math.min(this.#source.size - from, Math.max(CHUNK, left));
    const window = Buffer.allocUnsafe(left + more);
    this.#window.copy(window, 0, this.#at);
    const count = this.#source.readInto(window.subarray(left), from);
    this.#window = window.subarray(0, left + count);
    this.#base += this.#at;
    this.#at = 0;
    return count > 0;
  }

  #skipBlanks(): boolean {
    for (;;) {
      const byte = this.#window[this.#at];
      if (byte === undefined) {
        if (!this.#fill()) return false;
      } else if (byte === LF) {
        this.#line++;
        this.#lineStart = true;
        this.#at++;
      } else if (isBlank(byte)) {
        // Behind damage only a value at the very beginning of a line is trusted; an indented one is a piece of something.
        if (this.#bad !== undefined) this.#lineStart = false;
        this.#at++;
      } else return true;
    }
  }

  /** One value that fills its line. */
  #quick(): JsonItem<T> | undefined {
    if (!this.#lineStart) return undefined;
    let lf = this.#window.indexOf(LF, this.#at);
    while (lf < 0 && this.#window.length - this.#at < MAX_QUICK_LINE) {
      const searched = this.#window.length - this.#at;
      if (!this.#fill()) return undefined;
      lf = this.#window.indexOf(LF, this.#at + searched);
    }
    if (lf < 0) return undefined;
    let end = lf;
    while (isBlank(this.#window[end - 1])) end--;
    const last = this.#window[end - 1];
    if (end - this.#at < 2 || (last !== 0x7d && last !== 0x5d)) return undefined;
    return this.#take(end);
  }

  /** Decodes `at`..`end` and moves behind it; undefined, and nothing moved, when it is not one value. */
  #take(end: number): JsonItem<T> | undefined {
    const value = this.#decode(this.#window.subarray(this.#at, end));
    if (value === undefined) return undefined;
    const item = { type: "value", offset: this.position, length: end - this.#at, line: this.#line, value } as const;
    this.#move(end);
    return item;
  }

  #move(end: number): void {
    const passed = this.#window.subarray(this.#at, end);
    for (let lf = passed.indexOf(LF); lf >= 0; lf = passed.indexOf(LF, lf + 1)) this.#line++;
    this.#at = end;
    this.#lineStart = false;
  }

  /** A value of any form, found by its grammar. */
  #slow(): JsonItem<T> | "wait" | "skipped" {
    for (;;) {
      const scan = scanValue(this.#window, this.#at, this.#window.length);
      if (scan.state === "complete") {
        const item = this.#take(scan.end);
        if (item !== undefined) return item;
        return this.#reject(scan.end, `a JSON value, found ${describe(this.#window.subarray(this.#at))}`);
      }
      if (scan.state === "invalid") {
        const found = describe(this.#window.subarray(scan.end));
        const cut = this.#bad === undefined && this.#window[scan.end] === LF;
        const skipped = this.#garbage(`a JSON value, broken at byte ${this.#base + scan.end} by ${found}`);
        if (this.#bad !== undefined) this.#bad.torn = cut;
        return skipped;
      }
      const long = this.#window.length - this.#at >= MAX_VALUE_BYTES;
      if (long) return this.#garbage(`a JSON value of at most ${MAX_VALUE_BYTES / 1024 / 1024} MiB`);
      if (this.#fill()) continue;
      if (!this.#final) return "wait";
      const torn = this.#bad === undefined;
      this.#reject(this.#window.length, "the rest of a JSON value, found the end of the file");
      if (this.#bad !== undefined) this.#bad.torn = torn;
      return "skipped";
    }
  }

  /** Skips the rest of the line (of NUL bytes: just these). Waits for a line that may still grow. */
  #garbage(expected?: string): "wait" | "skipped" {
    const why = expected ?? `a JSON object, found ${describe(this.#window.subarray(this.#at))}`;
    if (this.#window[this.#at] === 0) {
      let end = this.#at;
      while (this.#window[end] === 0) end++;
      this.#reject(end, why);
      this.#lineStart = true;
      return "skipped";
    }
    const lf = this.#window.indexOf(LF, this.#at);
    if (lf >= 0) return this.#reject(lf, why);
    const long = this.#window.length - this.#at >= MAX_QUICK_LINE;
    if (long) return this.#reject(this.#window.length, why);
    if (this.#fill()) return this.#garbage(why);
    return this.#final ? this.#reject(this.#window.length, why) : "wait";
  }

  #reject(end: number, expected: string): "skipped" {
    if (this.#bad === undefined) this.#bad = { line: this.#line, offset: this.position, end: 0, expected, torn: false };
    else this.#bad.torn = false;
    this.#move(end);
    this.#bad.end = this.position;
    return "skipped";
  }

  #takeBad(): JsonItem<T> | undefined {
    if (this.#bad === undefined) return undefined;
    const { line, offset, end, expected, torn } = this.#bad;
    this.#bad = undefined;
    return { type: "damage", damage: { line, offset, length: end - offset, expected }, torn };
  }
}
