import type { Headers } from "../trace/event.ts";

/** What is read of the parsed values of a cassette, whatever they are. */

/** The own property `key` of `value`, or undefined; never looks at a prototype. */
export function own(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

export function word(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** Lists of values by name; a single value where a serialiser wrote no list. */
export function headersOf(value: unknown): Headers | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const entries = Object.entries(value).map(([name, values]): [string, string] => [
    name,
    Array.isArray(values) ? values.map((each) => word(each) ?? "").join(", ") : (word(values) ?? ""),
  ]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
