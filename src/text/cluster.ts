import { isWide } from "./east-asian-width.ts";

/**
 * Walks the grapheme clusters of a text with their widths in cells. Time is linear in the text, which `Intl.Segmenter`
 * is not on Node 20. A cluster is what a terminal draws in one place: it is never split.
 */

// What a code point does in a cluster. The first three are the widths of a code point that stands by itself.
const ZERO = 0;
const NARROW = 1;
const WIDE = 2;
/** A mark that takes a cell of its own but belongs to what stands before it. */
const SPACING_MARK = 3;
const REGIONAL = 4;
const MODIFIER = 5;
const LEADING_JAMO = 6;
const VOWEL_JAMO = 7;
const TRAILING_JAMO = 8;

const ZWJ = 0x200d;
const TEXT_STYLE = 0xfe0e;
const EMOJI_STYLE = 0xfe0f;
const KEYCAP = 0x20e3;

const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]$/u;
const SPACING = /^[\p{Mc}\uff9e\uff9f]$/u;
const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;
const FRAGILE =
  /[\u200d\ufe0e\ufe0f\u20e3\u1100-\u11ff\uff9e\uff9f\p{Mc}\p{RI}\p{Emoji_Modifier}\p{Emoji_Presentation}]/u;

function classify(codePoint: number): number {
  if (codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff) return REGIONAL;
  if (codePoint >= 0x1f3fb && codePoint <= 0x1f3ff) return MODIFIER;
  if ((codePoint >= 0x1100 && codePoint <= 0x115f) || (codePoint >= 0xa960 && codePoint <= 0xa97c)) return LEADING_JAMO;
  if ((codePoint >= 0x1160 && codePoint <= 0x11a7) || (codePoint >= 0xd7b0 && codePoint <= 0xd7c6)) return VOWEL_JAMO;
  if ((codePoint >= 0x11a8 && codePoint <= 0x11ff) || (codePoint >= 0xd7cb && codePoint <= 0xd7fb))
    return TRAILING_JAMO;
  const character = String.fromCodePoint(codePoint);
  if (INVISIBLE.test(character)) return ZERO;
  if (SPACING.test(character)) return SPACING_MARK;
  return isWide(codePoint) ? WIDE : NARROW;
}

/** Classes of 256 code points each, filled when the first of them turns up. */
const pages: (Uint8Array | undefined)[] = [];

function classOf(codePoint: number): number {
  const number = codePoint >> 8;
  let page = pages[number];
  if (page === undefined) {
    page = new Uint8Array(256);
    for (let low = 0; low < 256; low++) page[low] = classify(number * 256 + low);
    pages[number] = page;
  }
  return page[codePoint & 255] ?? NARROW;
}

function isPictograph(codePoint: number): boolean {
  return codePoint >= 0xa9 && PICTOGRAPH.test(String.fromCodePoint(codePoint));
}

function isKeycapBase(codePoint: number): boolean {
  return codePoint === 0x23 || codePoint === 0x2a || (codePoint >= 0x30 && codePoint <= 0x39);
}

function unitsOf(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1;
}

/** `next()` moves to the next cluster: text from `start` up to `end`, `width` cells. */
export class ClusterCursor {
  readonly text: string;
  start = 0;
  end: number;
  width = 0;

  constructor(text: string, from = 0) {
    this.text = text;
    this.end = from;
  }

  next(): boolean {
    const { text } = this;
    this.start = this.end;
    const first = text.codePointAt(this.end);
    if (first === undefined) return false;
    this.end += unitsOf(first);
    const following = text.charCodeAt(this.end);
    // Nothing below U+0300 joins, and what follows ASCII is nearly always ASCII.
    if (first >= 0x20 && first < 0x7f && !(following >= 0x300)) {
      this.width = 1;
      return true;
    }
    this.#take(first);
    return true;
  }

  #take(first: number): void {
    const kind = classOf(first);
    this.width = kind === ZERO ? 0 : kind === WIDE || kind === MODIFIER || kind === LEADING_JAMO ? 2 : 1;
    if (kind === REGIONAL) this.#takeFlag();
    else if (kind === LEADING_JAMO) this.#takeSyllable();
    else if (kind === VOWEL_JAMO || kind === TRAILING_JAMO) this.width = 1;
    this.#takeExtenders(first);
  }

  #takeFlag(): void {
    const second = this.text.codePointAt(this.end);
    if (second === undefined || classOf(second) !== REGIONAL) return;
    this.end += 2;
    this.width = 2;
  }

  #takeSyllable(): void {
    const vowel = this.text.codePointAt(this.end);
    if (vowel === undefined || classOf(vowel) !== VOWEL_JAMO) return;
    this.end += 1;
    const trailing = this.text.codePointAt(this.end);
    if (trailing !== undefined && classOf(trailing) === TRAILING_JAMO) this.end += 1;
  }

  #takeExtenders(first: number): void {
    const { text } = this;
    let base = first;
    for (;;) {
      const codePoint = text.codePointAt(this.end);
      if (codePoint === undefined || codePoint < 0x300) return;
      const kind = classOf(codePoint);
      if (kind === ZERO) {
        this.end += unitsOf(codePoint);
        if (codePoint === ZWJ) base = this.#takeJoined(base);
        else if (codePoint === EMOJI_STYLE && isPictograph(base)) this.width = 2;
        else if (codePoint === KEYCAP && isKeycapBase(base)) this.width = 2;
        // A style may stand between the base and what follows it; any other mark ends an emoji.
        else if (codePoint !== TEXT_STYLE && codePoint !== EMOJI_STYLE) base = 0;
      } else if (kind === SPACING_MARK) {
        this.end += unitsOf(codePoint);
        this.width += 1;
        base = 0;
      } else if (kind === MODIFIER && isPictograph(base)) {
        this.end += 2;
        this.width = 2;
      } else return;
    }
  }

  /** After a joiner: takes the next part of an emoji sequence, if there is one. Returns the base to go on from. */
  #takeJoined(base: number): number {
    const next = this.text.codePointAt(this.end);
    if (next === undefined || !isPictograph(base) || !isPictograph(next)) return 0;
    this.end += unitsOf(next);
    this.width = 2;
    return next;
  }
}

/**
 * Terminals disagree about how many cells this cluster takes (joined emoji, flags, skin tones, keycaps, styles,
 * spacing marks, jamo), so whoever paints should give the position of what comes after it.
 */
export function isFragile(cluster: string): boolean {
  return FRAGILE.test(cluster);
}
