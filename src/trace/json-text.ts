import { endOfString, endOfValue, isSpace } from "../json/end-of-value.ts";
import { CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE } from "../json/punctuation.ts";

/** Where things lie in a JSON text, without parsing it. Total: on anything else than JSON it stops and says so. Offsets are UTF-16 units. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Members {
  /** Value of each key; the last of equal keys. */
  readonly fields: ReadonlyMap<string, Span>;
  /** The closing brace was found. */
  readonly complete: boolean;
}

export interface Items {
  readonly spans: readonly Span[];
  /** What stands between any two items, white space included; undefined when it is not the same everywhere. */
  readonly separator: string | undefined;
  /** White space after `[` or before `]`. */
  readonly padded: boolean;
  /** Behind the closing bracket. */
  readonly end: number;
}

export function skipSpace(text: string, at: number): number {
  let i = at;
  while (isSpace(text.charCodeAt(i))) i++;
  return i;
}

/** Members of the object at `at`, as far as they can be read; undefined when no object begins there. */
export function members(text: string, at: number): Members | undefined {
  if (text.charCodeAt(at) !== OPEN_OBJECT) return undefined;
  const fields = new Map<string, Span>();
  let i = skipSpace(text, at + 1);
  if (text.charCodeAt(i) === CLOSE_OBJECT) return { fields, complete: true };
  for (;;) {
    const keyEnd = text.charCodeAt(i) === QUOTE ? endOfString(text, i) : -1;
    if (keyEnd < 0) return { fields, complete: false };
    const colon = skipSpace(text, keyEnd);
    if (text.charCodeAt(colon) !== COLON) return { fields, complete: false };
    const start = skipSpace(text, colon + 1);
    const end = endOfValue(text, start);
    if (end < 0) return { fields, complete: false };
    const key = text.slice(i + 1, keyEnd - 1);
    fields.set(key.includes("\\") ? keyOf(text.slice(i, keyEnd)) : key, { start, end });
    i = skipSpace(text, end);
    if (text.charCodeAt(i) !== COMMA) return { fields, complete: text.charCodeAt(i) === CLOSE_OBJECT };
    i = skipSpace(text, i + 1);
  }
}

/** A key without its quotes and escapes; the raw text where its escapes are none. */
export function keyOf(quoted: string): string {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

/** Items of the array at `at`; undefined when no array begins there or it is broken. */
export function items(text: string, at: number): Items | undefined {
  if (text.charCodeAt(at) !== OPEN_LIST) return undefined;
  const spans: Span[] = [];
  const first = skipSpace(text, at + 1);
  let padded = first > at + 1;
  let separator: string | undefined;
  let uniform = true;
  let i = first;
  if (text.charCodeAt(i) === CLOSE_LIST) return { spans, separator: ",", padded, end: i + 1 };
  for (;;) {
    const end = endOfValue(text, i);
    if (end < 0) return undefined;
    spans.push({ start: i, end });
    i = skipSpace(text, end);
    if (text.charCodeAt(i) === CLOSE_LIST) {
      padded ||= i > end;
      return { spans, separator: uniform ? (separator ?? ",") : undefined, padded, end: i + 1 };
    }
    if (text.charCodeAt(i) !== COMMA) return undefined;
    i = skipSpace(text, i + 1);
    const between = text.slice(end, i);
    uniform &&= separator === undefined || separator === between;
    separator = between;
  }
}

/** Splits a JSON pointer (RFC 6901); undefined when it is none. */
export function pointerTokens(pointer: string): readonly string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function pointerOf(tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Place of the value at `pointer` in the JSON text that begins at 0. */
export function locate(text: string, pointer: string): Span | undefined {
  const tokens = pointerTokens(pointer);
  if (!tokens) return undefined;
  const start = skipSpace(text, 0);
  if (tokens.length > 0) return within(text, { start, end: text.length }, tokens);
  const end = endOfValue(text, start);
  return end < 0 ? undefined : { start, end };
}

function within(text: string, outer: Span, tokens: readonly string[]): Span | undefined {
  let span: Span | undefined = outer;
  for (const token of tokens) {
    const at: number = span.start;
    if (text.charCodeAt(at) === OPEN_OBJECT) span = members(text, at)?.fields.get(token);
    else span = /^(0|[1-9]\d*)$/.test(token) ? items(text, at)?.spans[Number(token)] : undefined;
    if (!span) return undefined;
  }
  return span;
}

/** `text` with each span replaced; spans must not overlap. */
export function splice(text: string, changes: readonly (Span & { readonly by: string })[]): string {
  const ordered = [...changes].sort((a, b) => a.start - b.start);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, by } of ordered) {
    parts.push(text.slice(at, start), by);
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}
