import { isArray, isObject, type Json, type JsonObject } from "../json/json.ts";

/** Nesting up to which the call stack is used; what lies deeper is written by a stack of our own. */
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
    if (depth > DEEPEST) return deep(value);
    let out = "[";
    for (let i = 0; i < value.length; i++) out += (i === 0 ? "" : ",") + write(value[i] ?? null, depth + 1);
    return `${out}]`;
  }
  if (isObject(value)) {
    if (depth > DEEPEST) return deep(value);
    let out = "{";
    let separator = "";
    for (const key of Object.keys(value).sort()) {
      const member = value[key];
      if (member === undefined) continue;
      out += `${separator}${quoted(key)}:${write(member, depth + 1)}`;
      separator = ",";
    }
    return `${out}}`;
  }
  return typeof value === "string" ? quoted(value) : (JSON.stringify(value) ?? "null");
}

/** In strings: what stands in few of them, escapes of its own and halves of surrogate pairs among it. */
const RARE = /[\u0000-\u0009\u000b-\u001f\ud800-\udfff]/;
const ESCAPES = [
  ["\\", "\\\\"],
  ['"', '\\"'],
  ["\n", "\\n"],
] as const;

/** As `JSON.stringify` writes a string, in half its time. */
function quoted(text: string): string {
  if (RARE.test(text)) return JSON.stringify(text);
  const escaped = ESCAPES.reduce((out, [char, by]) => (out.includes(char) ? out.replaceAll(char, by) : out), text);
  return `"${escaped}"`;
}

/** The same text, by a stack of texts and values that are still to be written. */
function deep(value: Json): string {
  const open: (Json | { readonly text: string })[] = [value];
  const texts = new WeakSet<object>();
  const text = (token: string): { readonly text: string } => {
    const made = { text: token };
    texts.add(made);
    return made;
  };
  let out = "";
  while (open.length > 0) {
    const at = open.pop() as Json;
    if (typeof at !== "object" || at === null) out += JSON.stringify(at) ?? "null";
    else if (texts.has(at)) out += (at as { readonly text: string }).text;
    else if (isArray(at)) {
      open.push(text("]"));
      for (let i = at.length - 1; i >= 0; i--) open.push(at[i] ?? null, text(i === 0 ? "" : ","));
      out += "[";
    } else {
      open.push(text("}"));
      const keys = Object.keys(at as JsonObject).sort();
      for (let i = keys.length - 1; i >= 0; i--)
        open.push((at as JsonObject)[keys[i]!] ?? null, text(`${i === 0 ? "" : ","}${JSON.stringify(keys[i])}:`));
      out += "{";
    }
  }
  return out;
}

/** Equal by value: key order and the way numbers are written do not count. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  const open: (Json | undefined)[] = [a, b];
  while (open.length > 0) {
    const [y, x] = [open.pop(), open.pop()];
    if (x === y) continue;
    if (isArray(x)) {
      if (!isArray(y) || x.length !== y.length) return false;
      for (let i = x.length - 1; i >= 0; i--) open.push(x[i], y[i]);
    } else {
      if (!isObject(x) || !isObject(y)) return false;
      const keys = Object.keys(x);
      if (keys.length !== Object.keys(y).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(y, key)) return false;
        open.push(x[key], y[key]);
      }
    }
  }
  return true;
}
