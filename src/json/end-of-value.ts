import { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE } from "./punctuation.ts";

/** Where values of a JSON text end, without parsing them. Offsets are UTF-16 units; -1 where there is no end. */

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Of the string whose opening quote is at `at`. */
export function endOfString(text: string, at: number): number {
  let from = at + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return -1;
    let before = quote - 1;
    while (before > at && text.charCodeAt(before) === BACKSLASH) before--;
    if ((quote - before) % 2 === 1) return quote + 1;
    from = quote + 1;
  }
}

/** Of the value that begins at `at` (no white space before it). */
export function endOfValue(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === QUOTE) return endOfString(text, at);
  if (code === OPEN_LIST || code === OPEN_OBJECT) return endOfContainer(text, at);
  let i = at;
  while (i < text.length && !endsScalar(text.charCodeAt(i))) i++;
  return i > at ? i : -1;
}

function endsScalar(code: number): boolean {
  return code === COMMA || code === COLON || code === CLOSE_LIST || code === CLOSE_OBJECT || isSpace(code);
}

function endOfContainer(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i) - 1;
      if (i < 0) return -1;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) depth++;
    else if ((code === CLOSE_LIST || code === CLOSE_OBJECT) && --depth === 0) return i + 1;
  }
  return -1;
}
