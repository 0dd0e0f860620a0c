import { isArray, isObject, type Json, type JsonObject } from "./json.ts";
import { type Pointer, parsePointer } from "./pointer.ts";

/**
 * A copy of `value` with `by` at `pointer`; a member may be new, an item may not. `by` undefined takes a member out.
 * Undefined where there is no such place.
 */
export function setValue(value: Json, pointer: Pointer, by: Json | undefined): Json | undefined {
  const tokens = parsePointer(pointer);
  return tokens && setAt(value, tokens, by);
}

function setAt(value: Json, [token, ...rest]: readonly string[], by: Json | undefined): Json | undefined {
  if (token === undefined) return by;
  if (isArray(value)) {
    const index = /^(?:0|[1-9]\d*)$/.test(token) ? Number(token) : -1;
    const item = value[index];
    const made = item === undefined ? undefined : setAt(item, rest, by);
    return made === undefined ? undefined : value.map((each, i) => (i === index ? made : each));
  }
  if (!isObject(value)) return undefined;
  const own = Object.hasOwn(value, token) ? value[token] : undefined;
  const made = rest.length === 0 ? by : own === undefined ? undefined : setAt(own, rest, by);
  if (rest.length === 0 && by === undefined) return own === undefined ? undefined : without(value, token);
  if (made === undefined) return undefined;
  // Entries, not assignment: "__proto__" is a name like others.
  const others = Object.entries(value).map(([key, member]) => [key, key === token ? made : member] as const);
  return Object.fromEntries(own === undefined ? [...others, [token, made]] : others);
}

function without(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
