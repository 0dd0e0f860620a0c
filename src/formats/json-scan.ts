import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from "../json/punctuation.ts";

/** Finds where a JSON value ends in bytes, checking its grammar on the way, without building it. */

/** Deeper nesting than this is taken for damage: whoever walks the value later may recurse. */
export const MAX_DEPTH = 1000;

/** `end` is the byte behind the value, or the first byte that cannot be right, or `to` when bytes are missing. */
export interface Scan {
  readonly state: "complete" | "incomplete" | "invalid";
  readonly end: number;
}

/** Where the members of an object lie: first byte of the value, byte behind it. */
export type Members = ReadonlyMap<string, readonly [start: number, end: number]>;

const VALUE = 0;
const VALUE_OR_END = 1;
const KEY = 2;
const KEY_OR_END = 3;
const AFTER_KEY = 4;
const AFTER_VALUE = 5;

export function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Byte behind the closing quote; negative when the string is not closed (-1) or holds a control byte (-2 - place). */
function stringEnd(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from + 1; at < to; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at++;
    else if (byte < 0x20) return -2 - at;
  }
  return -1;
}

/** Numbers and words: their own grammar is left to the parser. */
function scalarEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  for (; at < to; at++) {
    const byte = bytes[at]!;
    const part =
      (byte >= 0x30 && byte <= 0x39) ||
      (byte >= 0x61 && byte <= 0x7a) ||
      byte === 0x2d ||
      byte === 0x2b ||
      byte === 0x2e ||
      byte === 0x45;
    if (!part) break;
  }
  return at;
}

/** Scans the value that begins at `from` (no blanks before it), looking at no byte from `to` on. */
export function scanValue(bytes: Uint8Array, from: number, to: number): Scan {
  const inObject: boolean[] = [];
  let expect = VALUE;
  let at = from;
  while (at < to) {
    const byte = bytes[at]!;
    if (isBlank(byte)) {
      at++;
    } else if (byte === QUOTE) {
      if (expect === AFTER_KEY || expect === AFTER_VALUE) return { state: "invalid", end: at };
      const end = stringEnd(bytes, at, to);
      if (end < 0) return end === -1 ? { state: "incomplete", end: to } : { state: "invalid", end: -2 - end };
      expect = expect === KEY || expect === KEY_OR_END ? AFTER_KEY : AFTER_VALUE;
      at = end;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if ((expect !== VALUE && expect !== VALUE_OR_END) || inObject.length === MAX_DEPTH)
        return { state: "invalid", end: at };
      inObject.push(byte === OPEN_OBJECT);
      expect = byte === OPEN_OBJECT ? KEY_OR_END : VALUE_OR_END;
      at++;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      const open = byte === CLOSE_OBJECT ? KEY_OR_END : VALUE_OR_END;
      if ((expect !== AFTER_VALUE && expect !== open) || inObject.pop() !== (byte === CLOSE_OBJECT))
        return { state: "invalid", end: at };
      expect = AFTER_VALUE;
      at++;
    } else if (byte === COMMA) {
      if (expect !== AFTER_VALUE || inObject.length === 0) return { state: "invalid", end: at };
      expect = inObject[inObject.length - 1] ? KEY : VALUE;
      at++;
    } else if (byte === COLON) {
      if (expect !== AFTER_KEY) return { state: "invalid", end: at };
      expect = VALUE;
      at++;
    } else {
      const end = scalarEnd(bytes, at, to);
      if (end === at || (expect !== VALUE && expect !== VALUE_OR_END)) return { state: "invalid", end: at };
      if (end === to && inObject.length > 0) return { state: "incomplete", end: to };
      expect = AFTER_VALUE;
      at = end;
    }
    if (expect === AFTER_VALUE && inObject.length === 0) return { state: "complete", end: at };
  }
  return { state: "incomplete", end: to };
}

function keyText(bytes: Buffer, from: number, to: number): string {
  try {
    return JSON.parse(bytes.toString("utf8", from, to)) as string;
  } catch {
    return bytes.toString("utf8", from + 1, to - 1);
  }
}

/**
 * The members of the object that fills `from`..`to`. Undefined unless it is exactly one well-formed object;
 * with `partial` the members seen before the bytes end or go wrong. Of equal keys the last counts, as in `JSON.parse`.
 */
export function members(bytes: Buffer, from: number, to: number, partial = false): Members | undefined {
  const found = new Map<string, readonly [number, number]>();
  const broken = (): Members | undefined => (partial ? found : undefined);
  let at = from;
  const skip = (): void => {
    while (at < to && isBlank(bytes[at])) at++;
  };
  skip();
  if (bytes[at] !== OPEN_OBJECT) return broken();
  at++;
  skip();
  if (bytes[at] === CLOSE_OBJECT && at < to) at++;
  else {
    for (;;) {
      skip();
      const keyEnd = bytes[at] === QUOTE ? stringEnd(bytes, at, to) : -1;
      if (keyEnd < 0) return broken();
      const key = keyText(bytes, at, keyEnd);
      at = keyEnd;
      skip();
      if (at >= to || bytes[at] !== COLON) return broken();
      at++;
      skip();
      const value = scanValue(bytes, at, to);
      if (partial) found.set(key, [at, value.end]);
      if (value.state !== "complete") return broken();
      found.set(key, [at, value.end]);
      at = value.end;
      skip();
      const byte = at < to ? bytes[at] : undefined;
      if (byte !== COMMA && byte !== CLOSE_OBJECT) return broken();
      at++;
      if (byte === CLOSE_OBJECT) break;
    }
  }
  skip();
  return at === to ? found : broken();
}

/** Where the elements of the array that begins at `from` lie; those before the bytes end or go wrong. */
export function elements(bytes: Buffer, from: number, to: number): readonly (readonly [start: number, end: number])[] {
  const found: (readonly [number, number])[] = [];
  if (bytes[from] !== OPEN_LIST) return found;
  let at = from + 1;
  for (;;) {
    while (at < to && (isBlank(bytes[at]) || bytes[at] === COMMA)) at++;
    if (at >= to || bytes[at] === CLOSE_LIST) return found;
    const value = scanValue(bytes, at, to);
    if (value.state !== "complete") return found;
    found.push([at, value.end]);
    at = value.end;
  }
}
