import { isSpace } from "../json/end-of-value.ts";
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
import { type Items, keyOf, type Members, type Span } from "./json-text.ts";

/**
 * Where things lie in a JSON text in UTF-8, as `json-text.ts` says it of decoded ones: long bodies are walked as they came. Total: on anything
 * else than JSON it stops and says so. Offsets are bytes.
 */

/** Names end soon: a search of the rest costs more than a look at so many bytes. */
const NEAR = 16;

export function skipSpace(bytes: Buffer, at: number): number {
  let i = at;
  while (isSpace(bytes[i] ?? 0)) i++;
  return i;
}

/** End of the string whose opening quote is at `at`; -1 when it does not end. */
function endOfString(bytes: Buffer, at: number): number {
  for (let quote = nextQuote(bytes, at + 1); quote >= 0; quote = nextQuote(bytes, quote + 1)) {
    let before = quote - 1;
    while (before > at && bytes[before] === BACKSLASH) before--;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return -1;
}

function nextQuote(bytes: Buffer, from: number): number {
  const near = Math.min(from + NEAR, bytes.length);
  for (let i = from; i < near; i++) if (bytes[i] === QUOTE) return i;
  return bytes.indexOf(QUOTE, near);
}

/** End of the value that begins at `at` (no white space before it); -1 when there is none or it does not end. */
export function endOfValue(bytes: Buffer, at: number): number {
  const code = bytes[at];
  if (code === QUOTE) return endOfString(bytes, at);
  if (code === OPEN_LIST || code === OPEN_OBJECT) return endOfContainer(bytes, at);
  let i = at;
  while (i < bytes.length && !endsScalar(bytes[i] ?? 0)) i++;
  return i > at ? i : -1;
}

function endsScalar(code: number): boolean {
  return code === COMMA || code === COLON || code === CLOSE_LIST || code === CLOSE_OBJECT || isSpace(code);
}

function endOfContainer(bytes: Buffer, at: number): number {
  let depth = 0;
  for (let i = at; i < bytes.length; i++) {
    const code = bytes[i];
    if (code === QUOTE) {
      i = endOfString(bytes, i) - 1;
      if (i < 0) return -1;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) depth++;
    else if ((code === CLOSE_LIST || code === CLOSE_OBJECT) && --depth === 0) return i + 1;
  }
  return -1;
}

/**
 * Members of the object at `at`, as far as they can be read; undefined when no object begins there. `endOf` finds the end of a member's value
 * (-1: none), for who looks at it on the way.
 */
export function members(bytes: Buffer, at: number, endOf: (start: number, key: string) => number): Members | undefined {
  if (bytes[at] !== OPEN_OBJECT) return undefined;
  const fields = new Map<string, Span>();
  let i = skipSpace(bytes, at + 1);
  if (bytes[i] === CLOSE_OBJECT) return { fields, complete: true };
  for (;;) {
    const keyEnd = bytes[i] === QUOTE ? endOfString(bytes, i) : -1;
    if (keyEnd < 0) return { fields, complete: false };
    const colon = skipSpace(bytes, keyEnd);
    if (bytes[colon] !== COLON) return { fields, complete: false };
    const start = skipSpace(bytes, colon + 1);
    const key = keyOf(bytes.toString("utf8", i, keyEnd));
    const end = endOf(start, key);
    if (end < 0) return { fields, complete: false };
    fields.set(key, { start, end });
    i = skipSpace(bytes, end);
    if (bytes[i] !== COMMA) return { fields, complete: bytes[i] === CLOSE_OBJECT };
    i = skipSpace(bytes, i + 1);
  }
}

/** Items of the array at `at`; undefined when no array begins there or it is broken. `endOf` finds the end of the item that begins at `start`. */
export function items(bytes: Buffer, at: number, endOf: (start: number, index: number) => number): Items | undefined {
  if (bytes[at] !== OPEN_LIST) return undefined;
  const spans: Span[] = [];
  const first = skipSpace(bytes, at + 1);
  const padded = first > at + 1;
  if (bytes[first] === CLOSE_LIST) return { spans, separator: ",", padded, end: first + 1 };
  let separator: Span | undefined;
  let uniform = true;
  for (let start = first; ; ) {
    const end = endOf(start, spans.length);
    if (end < 0) return undefined;
    spans.push({ start, end });
    const behind = skipSpace(bytes, end);
    if (bytes[behind] === CLOSE_LIST) {
      const between = separator === undefined ? "," : bytes.toString("utf8", separator.start, separator.end);
      return { spans, separator: uniform ? between : undefined, padded: padded || behind > end, end: behind + 1 };
    }
    if (bytes[behind] !== COMMA) return undefined;
    start = skipSpace(bytes, behind + 1);
    separator ??= { start: end, end: start };
    uniform &&= isSame(bytes, separator, { start: end, end: start });
  }
}

function isSame(bytes: Buffer, a: Span, b: Span): boolean {
  const length = a.end - a.start;
  if (length !== b.end - b.start) return false;
  for (let i = 0; i < length; i++) if (bytes[a.start + i] !== bytes[b.start + i]) return false;
  return true;
}
