import { isArray, isObject, type Json } from "./json.ts";

/** A JSON value in one short line. Not sanitised, not measured: lengths are code units. */

const BARE_KEY = /^[A-Za-z_$][\w$-]*$/;
const NESTED = 40;

function head(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

/** `text` as a JSON string of about `length` characters at most, "…" inside where it was cut. */
export function quote(text: string, length: number): string {
  if (text.length <= length) return JSON.stringify(text);
  return `${JSON.stringify(head(text, length)).slice(0, -1)}…"`;
}

export function keyLabel(key: string): string {
  return key.length <= NESTED && BARE_KEY.test(key) ? key : quote(key, NESTED);
}

function nested(value: Json): string {
  if (typeof value === "string") return quote(value, NESTED);
  if (isArray(value)) return value.length === 0 ? "[]" : `[${value.length}]`;
  if (isObject(value)) return hasMembers(value) ? "{…}" : "{}";
  return JSON.stringify(value);
}

function hasMembers(value: object): boolean {
  for (const key in value) if (Object.hasOwn(value, key)) return true;
  return false;
}

function join(parts: Iterable<string>, length: number, [open, close]: readonly [string, string]): string {
  let line = open;
  for (const part of parts) {
    const next = line === open ? part : `, ${part}`;
    if (line.length + next.length + 4 > length && line !== open) return `${line}, …${close}`;
    line += next;
  }
  return line + close;
}

function* members(value: { readonly [key: string]: Json }): Iterable<string> {
  for (const key in value) {
    if (Object.hasOwn(value, key)) yield `${keyLabel(key)}: ${nested(value[key] ?? null)}`;
  }
}

function* elements(value: readonly Json[]): Iterable<string> {
  for (const element of value) yield nested(element);
}

/** `{model: "gpt-5", messages: [12], …}`: one level deep, about `length` characters, no more looked at than shown. */
export function preview(value: Json, length = 120): string {
  if (typeof value === "string") return quote(value, length);
  if (isArray(value)) return join(elements(value), length, ["[", "]"]);
  if (isObject(value)) return join(members(value), length, ["{", "}"]);
  return JSON.stringify(value);
}
