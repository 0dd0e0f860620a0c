import { caseMixtures } from "./case-mixtures.ts";
import { LAST_WORDS } from "./secret-names.ts";
import { SHAPES, type Shape } from "./token-shapes.ts";

/** Finds in one pass what secrets are told by: a table over three characters, then a comparison at the few places it points to. */

export interface Found {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

export interface Marks {
  /** Known values, in order, without overlaps. */
  readonly literals: readonly Found[];
  /** Those that may match somewhere, in the order of their table. */
  readonly shapes: readonly Shape[];
}

/** Shorter strings would be found by chance. */
const LEAST = 6;
const SLOTS = 1 << 16;
/** Characters that JSON writes as they are; a slash it may escape. */
const DIRECT = /^[ !#-[\]-~]*$/;
/** What stands between the last word of a name and the colon behind it, at any depth of JSON in strings. */
const TO_COLON = "(?:[^A-Za-z0-9]|\\\\(?:[bfnrt]|u[0-9A-Fa-f]{4}))*:";

interface Mark {
  readonly text: string;
  /** Placeholder of a known value. */
  readonly literal?: string;
  readonly shape?: Shape;
  /** Sticky; must match where the mark stands. */
  readonly near?: RegExp | undefined;
}

export class SecretMarks {
  readonly #table = new Uint8Array(SLOTS);
  /** By slot, longest first. */
  readonly #marks = new Map<number, Mark[]>();
  #direct = true;

  constructor() {
    for (const shape of SHAPES) for (const hint of shape.hints) this.#add({ text: hint, shape, near: shape.near });
    for (const word of LAST_WORDS) {
      const near = new RegExp(`${word}${TO_COLON}`, "iy");
      for (const text of caseMixtures(word.slice(0, 3))) this.#add({ text, near });
    }
    // Escapes that stand for characters of ASCII, which could hide any of the others; U+212A is a capital of "k".
    for (let digit = 0; digit < 8; digit++) this.#add({ text: `\\u00${digit}` });
    for (const text of ["\\u212a", "\\u212A"]) this.#add({ text });
  }

  /** The first name given to a string stays. */
  learn(text: string, name: string): void {
    if (text.length < LEAST) return;
    const known = this.#marks.get(slotOf(text)) ?? [];
    if (known.some((mark) => mark.literal !== undefined && mark.text === text)) return;
    this.#direct &&= DIRECT.test(text);
    this.#add({ text, literal: name });
  }

  /**
   * False: nothing is to be masked in `text`, neither in itself nor, if it is JSON, in its strings or in JSON inside of these. Looks at the text
   * as it is: escapes cannot hide what JSON writes as it is, and where they could the answer is true.
   */
  suspects(text: string): boolean {
    if (!this.#direct || text.includes("\\/") || text.includes("\u212a")) return true;
    for (let at = this.#next(text, 0); at >= 0; at = this.#next(text, at + 1)) {
      if (this.#at(text, at).some((mark) => stands(mark, text, at))) return true;
    }
    return false;
  }

  find(text: string): Marks {
    const literals: Found[] = [];
    const shapes = new Set<Shape>();
    let free = 0;
    for (let at = this.#next(text, 0); at >= 0; at = this.#next(text, at + 1)) {
      for (const mark of this.#at(text, at)) {
        const { shape, literal } = mark;
        if (shape !== undefined && !shapes.has(shape) && stands(mark, text, at)) shapes.add(shape);
        if (literal === undefined || at < free || !stands(mark, text, at)) continue;
        free = at + mark.text.length;
        literals.push({ start: at, end: free, name: literal });
      }
    }
    return { literals, shapes: shapes.size === 0 ? [] : SHAPES.filter((shape) => shapes.has(shape)) };
  }

  #add(mark: Mark): void {
    const slot = slotOf(mark.text);
    const list = [...(this.#marks.get(slot) ?? []), mark];
    this.#marks.set(
      slot,
      list.sort((a, b) => b.text.length - a.text.length),
    );
    this.#table[slot] = 1;
  }

  #at(text: string, at: number): readonly Mark[] {
    return this.#marks.get(slotOf(text, at)) ?? [];
  }

  /** The next place, from `from` on, at which a mark may begin; -1: none does. */
  #next(text: string, from: number): number {
    const table = this.#table;
    const { length } = text;
    let first = text.charCodeAt(from);
    let second = text.charCodeAt(from + 1);
    for (let i = from + 2; i < length; i++) {
      const third = text.charCodeAt(i);
      if (table[(first ^ (second << 4) ^ (third << 9)) & (SLOTS - 1)] !== 0) return i - 2;
      first = second;
      second = third;
    }
    return -1;
  }
}

function stands({ text, near }: Mark, whole: string, at: number): boolean {
  if (!whole.startsWith(text, at)) return false;
  if (near === undefined) return true;
  near.lastIndex = at;
  return near.test(whole);
}

function slotOf(text: string, at = 0): number {
  return (text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 4) ^ (text.charCodeAt(at + 2) << 9)) & (SLOTS - 1);
}
