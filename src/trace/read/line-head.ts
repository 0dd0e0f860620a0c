import type { Json, JsonObject } from "../../json/json.ts";
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from "../../json/punctuation.ts";
import { NameCache } from "./name-cache.ts";

/** Reads the indexed part of a line from its bytes, without parsing the bodies behind it. */

export type LineType = "vcr" | "msg" | "seq" | "edit" | "end" | "exit";

const ZERO = 0x30;
const NINE = 0x39;

/** How lines begin. */
export const BEGINNINGS: readonly (readonly [LineType, Buffer])[] = [
  ["msg", Buffer.from('{"msg":[')],
  ["seq", Buffer.from('{"seq":')],
  ["end", Buffer.from('{"end":')],
  ["vcr", Buffer.from('{"vcr":')],
  ["edit", Buffer.from('{"edit":')],
  ["exit", Buffer.from('{"exit":{')],
];

export function lineType(buffer: Buffer, start: number, end: number): LineType | undefined {
  if (buffer[start] !== OPEN_OBJECT || buffer[start + 1] !== QUOTE) return undefined;
  for (const [type, beginning] of BEGINNINGS) {
    if (buffer[start + 2] !== beginning[2] || buffer[start + 3] !== beginning[3]) continue;
    return end - start >= beginning.length && begins(buffer, start, beginning) ? type : undefined;
  }
  return undefined;
}

function begins(buffer: Buffer, start: number, beginning: Buffer): boolean {
  for (let i = 0; i < beginning.length; i++) if (buffer[start + i] !== beginning[i]) return false;
  return true;
}

/** Keys that end the indexed part. */
const BODIES = new Set(["request", "response", "error", "before", "after", "rest", "sent", "body"]);

/** Values nested deeper are left to the parser. */
const DEEPEST = 3;

export interface Head {
  /** The fields before the first body. */
  readonly fields: JsonObject;
  /** Key of the first body; undefined when there is none. */
  readonly body: string | undefined;
  /** Where its value begins, in the buffer. */
  readonly at: number;
}

/** Reads heads; strings that repeat from line to line are made once. */
export class HeadReader {
  readonly #names = new NameCache();
  #buffer: Buffer = Buffer.alloc(0);
  #end = 0;
  /** Behind what was read last. */
  #at = 0;

  /** The fields before the first body; undefined when the bytes are not what a line's beginning must be. */
  read(buffer: Buffer, start: number, end: number): Head | undefined {
    this.#buffer = buffer;
    this.#end = end;
    const fields: Record<string, Json> = {};
    let i = start + 1;
    for (;;) {
      if (buffer[i] !== QUOTE) return undefined;
      const keyEnd = this.#endOfString(i);
      if (keyEnd < 0 || buffer[keyEnd] !== COLON) return undefined;
      if (!this.#plain(i + 1, keyEnd - 1)) return undefined;
      const key = this.#names.text(buffer, i + 1, keyEnd - 1);
      if (i > start + 1 && BODIES.has(key)) return { fields, body: key, at: keyEnd + 1 };
      const value = this.#value(keyEnd + 1);
      if (value === undefined) return undefined;
      if (key !== "__proto__") fields[key] = value;
      const after = buffer[this.#at];
      if (after === CLOSE_OBJECT) return { fields, body: undefined, at: this.#at };
      if (after !== COMMA) return undefined;
      i = this.#at + 1;
    }
  }

  /** `{"msg":["a",17],` → pool and number; undefined when it is written in another way. */
  element(buffer: Buffer, start: number, end: number): { readonly pool: string; readonly number: number } | undefined {
    this.#buffer = buffer;
    this.#end = end;
    const name = start + '{"msg":['.length;
    const nameEnd = buffer[name] === QUOTE ? this.#endOfString(name) : -1;
    if (nameEnd < 0 || nameEnd - name > 40 || buffer[nameEnd] !== COMMA) return undefined;
    const number = this.#count(nameEnd + 1);
    if (number < 0 || buffer[this.#at] !== CLOSE_LIST || buffer[this.#at + 1] !== COMMA) return undefined;
    return { pool: this.#names.text(buffer, name + 1, nameEnd - 1), number };
  }

  /** The value at `at`, read by hand where it is as plain as most are; undefined when there is none. */
  #value(at: number, depth = 0): Json | undefined {
    const simple = this.#simple(at, depth);
    if (simple !== undefined) return simple;
    const end = this.#buffer[at] === QUOTE ? this.#endOfString(at) : this.#endOfValue(at);
    if (end < 0) return undefined;
    this.#at = end;
    return this.#parsed(at, end);
  }

  /** Strings without escapes, whole numbers, and lists and objects of them; undefined for all else. */
  #simple(at: number, depth: number): Json | undefined {
    const buffer = this.#buffer;
    const first = buffer[at] ?? 0;
    if (first === QUOTE) {
      const end = this.#endOfString(at);
      if (end < 0 || !this.#plain(at + 1, end - 1)) return undefined;
      this.#at = end;
      return this.#names.text(buffer, at + 1, end - 1);
    }
    if (first >= ZERO && first <= NINE) {
      const number = this.#count(at);
      const after = buffer[this.#at];
      const whole = after === COMMA || after === CLOSE_OBJECT || after === CLOSE_LIST;
      return whole && (first !== ZERO || this.#at === at + 1) ? number : undefined;
    }
    if (depth > DEEPEST) return undefined;
    if (first === OPEN_LIST) return this.#list(at, depth + 1);
    return first === OPEN_OBJECT ? this.#object(at, depth + 1) : undefined;
  }

  #list(at: number, depth: number): Json | undefined {
    const list: Json[] = [];
    for (let i = at + 1; ; i = this.#at + 1) {
      const value = this.#simple(i, depth);
      if (value === undefined) return undefined;
      list.push(value);
      const after = this.#buffer[this.#at];
      if (after === COMMA) continue;
      if (after !== CLOSE_LIST) return undefined;
      this.#at++;
      return list;
    }
  }

  #object(at: number, depth: number): Json | undefined {
    const object: Record<string, Json> = {};
    for (let i = at + 1; ; i = this.#at + 1) {
      const keyEnd = this.#buffer[i] === QUOTE ? this.#endOfString(i) : -1;
      if (keyEnd < 0 || this.#buffer[keyEnd] !== COLON || !this.#plain(i + 1, keyEnd - 1)) return undefined;
      const key = this.#names.text(this.#buffer, i + 1, keyEnd - 1);
      const value = key === "__proto__" ? undefined : this.#simple(keyEnd + 1, depth);
      if (value === undefined) return undefined;
      object[key] = value;
      const after = this.#buffer[this.#at];
      if (after === COMMA) continue;
      if (after !== CLOSE_OBJECT) return undefined;
      this.#at++;
      return object;
    }
  }

  #parsed(at: number, end: number): Json | undefined {
    try {
      return JSON.parse(this.#buffer.toString("utf8", at, end));
    } catch {
      return undefined;
    }
  }

  /** Whether a string's bytes are its characters. */
  #plain(start: number, end: number): boolean {
    for (let i = start; i < end; i++) {
      const byte = this.#buffer[i] ?? 0;
      if (byte < 0x20 || byte > 0x7e || byte === BACKSLASH) return false;
    }
    return true;
  }

  /** Digits as a number; -1 when there are none, or too many. */
  #count(at: number): number {
    let value = 0;
    let i = at;
    for (; i < this.#end && i < at + 15; i++) {
      const digit = (this.#buffer[i] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    this.#at = i;
    return i > at ? value : -1;
  }

  #endOfString(at: number): number {
    const buffer = this.#buffer;
    for (let i = at + 1; i < this.#end; i++) {
      const byte = buffer[i];
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) return i + 1;
    }
    return -1;
  }

  #endOfValue(at: number): number {
    const buffer = this.#buffer;
    let depth = 0;
    for (let i = at; i < this.#end; i++) {
      const byte = buffer[i];
      if (byte === QUOTE) {
        i = this.#endOfString(i) - 1;
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
}

const STATUS = Buffer.from('{"status":');

/** Status of a response that begins `{"status":200`. */
export function peekStatus(buffer: Buffer, at: number, end: number): number | undefined {
  if (end - at < STATUS.length + 3 || !begins(buffer, at, STATUS)) return undefined;
  let status = 0;
  for (let i = at + STATUS.length; i < at + STATUS.length + 3; i++) {
    const digit = (buffer[i] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return undefined;
    status = status * 10 + digit;
  }
  return status;
}
