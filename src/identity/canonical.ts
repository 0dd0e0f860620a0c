import { isArray, isObject, type Json } from "../json/json.ts";

/** Nesting beyond which a value counts as JavaScript writes it, keys as they stand: no request comes near. */
const DEEPEST = 1000;

/**
 * The one text of a JSON value: keys sorted by UTF-16 units, numbers as ECMAScript writes them, no white space
 * (RFC 8785). Equal values, equal texts: `1.0` and `1`, any order of keys.
 */
export function canonical(value: Json): string {
  return write(value, 0);
}

function write(value: Json, depth: number): string {
  if (isArray(value)) {
    if (depth > DEEPEST) return plain(value);
    let out = "[";
    for (let i = 0; i < value.length; i++) out += (i === 0 ? "" : ",") + write(value[i] ?? null, depth + 1);
    return `${out}]`;
  }
  if (isObject(value)) {
    if (depth > DEEPEST) return plain(value);
    let out = "{";
    let separator = "";
    for (const key of Object.keys(value).sort()) {
      const member = value[key];
      if (member === undefined) continue;
      out += `${separator}${JSON.stringify(key)}:${write(member, depth + 1)}`;
      separator = ",";
    }
    return `${out}}`;
  }
  return JSON.stringify(value) ?? "null";
}

function plain(value: Json): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '"(nested too deeply)"';
  }
}

/** Equal by value: key order and the way numbers are written do not count. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  return same(a, b, 0);
}

function same(a: Json | undefined, b: Json | undefined, depth: number): boolean {
  if (a === b) return true;
  if (depth > DEEPEST) return a !== undefined && b !== undefined && plain(a) === plain(b);
  if (isArray(a)) return isArray(b) && a.length === b.length && a.every((item, i) => same(item, b[i], depth + 1));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key], depth + 1))
  );
}
