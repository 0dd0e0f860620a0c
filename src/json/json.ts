/** A value that JSON has a form for. Keys such as `__proto__` are data: build objects from parsed text only. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** The own property `key` of `value`, or undefined; never looks at a prototype. */
export function field(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function text(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function number(value: Json | undefined): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** `JSON.parse` that answers undefined instead of throwing. */
export function parse(source: string): Json | undefined {
  // What throws costs more than what parses.
  if (source === "") return undefined;
  try {
    return JSON.parse(source) as Json;
  } catch {
    return undefined;
  }
}

/** The object or array that a text holds; undefined for any other text, JSON or not. */
export function parseHeld(source: string): Json | undefined {
  return /^\s*[[{]/.test(source) ? parse(source) : undefined;
}
