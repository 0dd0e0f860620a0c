/** Reads the indexed part of a line from its bytes, without parsing the bodies behind it. */

export type LineType = "vcr" | "msg" | "seq" | "end" | "exit";

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** How lines begin. */
export const BEGINNINGS: readonly (readonly [LineType, Buffer])[] = [
  ["msg", Buffer.from('{"msg":[')],
  ["seq", Buffer.from('{"seq":')],
  ["end", Buffer.from('{"end":')],
  ["vcr", Buffer.from('{"vcr":')],
  ["exit", Buffer.from('{"exit":{')],
];

export function lineType(buffer: Buffer, start: number, end: number): LineType | undefined {
  if (buffer[start] !== OPEN_OBJECT || buffer[start + 1] !== QUOTE) return undefined;
  for (const [type, beginning] of BEGINNINGS) {
    if (buffer[start + 2] !== beginning[2] || buffer[start + 3] !== beginning[3]) continue;
    return startsWith(buffer, beginning, { start, end }) ? type : undefined;
  }
  return undefined;
}

function startsWith(buffer: Buffer, beginning: Buffer, at: { readonly start: number; readonly end: number }): boolean {
  if (at.end - at.start < beginning.length) return false;
  for (let i = 0; i < beginning.length; i++) if (buffer[at.start + i] !== beginning[i]) return false;
  return true;
}

const BODIES = new Set(["request", "response", "error", "before", "after", "rest", "sent", "body"]);
const LONGEST_BODY = 8;

export interface Head {
  /** JSON of the fields before the first body, closed by a brace. */
  readonly text: string;
  /** Key of the first body; undefined when there is none. */
  readonly body: string | undefined;
  /** Where its value begins, in the buffer. */
  readonly at: number;
}

/** The fields before the first body; undefined when the bytes are not what a line's beginning must be. */
export function readHead(buffer: Buffer, start: number, end: number): Head | undefined {
  if (buffer[start] !== OPEN_OBJECT) return undefined;
  let i = start + 1;
  let last = start;
  for (;;) {
    if (buffer[i] !== QUOTE) return undefined;
    const keyEnd = endOfString(buffer, i, end);
    if (keyEnd < 0 || buffer[keyEnd] !== COLON) return undefined;
    const key = keyEnd - i - 2 <= LONGEST_BODY ? buffer.toString("latin1", i + 1, keyEnd - 1) : "";
    if (last > start && BODIES.has(key)) {
      return { text: `${buffer.toString("utf8", start, last)}}`, body: key, at: keyEnd + 1 };
    }
    last = endOfValue(buffer, keyEnd + 1, end);
    if (last < 0) return undefined;
    if (buffer[last] === CLOSE_OBJECT)
      return { text: buffer.toString("utf8", start, last + 1), body: undefined, at: last };
    if (buffer[last] !== COMMA) return undefined;
    i = last + 1;
  }
}

function endOfString(buffer: Buffer, at: number, end: number): number {
  for (let i = at + 1; i < end; i++) {
    const byte = buffer[i];
    if (byte === BACKSLASH) i++;
    else if (byte === QUOTE) return i + 1;
  }
  return -1;
}

function endOfValue(buffer: Buffer, at: number, end: number): number {
  let depth = 0;
  for (let i = at; i < end; i++) {
    const byte = buffer[i];
    if (byte === QUOTE) {
      i = endOfString(buffer, i, end) - 1;
      if (i < 0) return -1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === COMMA && depth === 0) return i;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (depth === 0) return i;
      depth--;
    }
  }
  return -1;
}

/** `{"msg":["a",17],` → pool and number; undefined when it is written in another way. */
export function readElementName(
  buffer: Buffer,
  start: number,
  end: number,
): { readonly pool: string; readonly number: number } | undefined {
  const name = start + '{"msg":['.length;
  if (buffer[name] !== QUOTE) return undefined;
  const nameEnd = endOfString(buffer, name, Math.min(end, name + 40));
  if (nameEnd < 0 || buffer[nameEnd] !== COMMA) return undefined;
  const digits = readDigits(buffer, nameEnd + 1, end);
  if (!digits || buffer[digits.end] !== CLOSE_LIST || buffer[digits.end + 1] !== COMMA) return undefined;
  return { pool: buffer.toString("latin1", name + 1, nameEnd - 1), number: digits.value };
}

/** Status of a response that begins `{"status":200`. */
export function peekStatus(buffer: Buffer, at: number, end: number): number | undefined {
  const beginning = '{"status":';
  if (buffer.toString("latin1", at, Math.min(end, at + beginning.length)) !== beginning) return undefined;
  return readDigits(buffer, at + beginning.length, end)?.value;
}

function readDigits(
  buffer: Buffer,
  at: number,
  end: number,
): { readonly value: number; readonly end: number } | undefined {
  let value = 0;
  let i = at;
  for (; i < end && i < at + 16; i++) {
    const digit = (buffer[i] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  return i > at ? { value, end: i } : undefined;
}
