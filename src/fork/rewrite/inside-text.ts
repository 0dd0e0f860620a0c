import { isArray, isObject, type Json, parse } from "../../json/json.ts";
import { child, formatPointer, type Pointer, parsePointer } from "../../json/pointer.ts";
import { setValue } from "../../json/set-value.ts";

/** Places inside a value, also inside of texts that hold JSON (arguments, results): the pointer goes on through the text. */

export function valueInside(value: Json, pointer: Pointer): Json | undefined {
  const step = (at: Json | undefined, token: string): Json | undefined => child(opened(at), token);
  return parsePointer(pointer)?.reduce<Json | undefined>(step, value);
}

/** A copy of `value` with `by` at the place; a text on the way is written anew. Undefined where there is no such place. */
export function withValueInside(value: Json, pointer: Pointer, by: Json): Json | undefined {
  const tokens = parsePointer(pointer) ?? [];
  let at: Json | undefined = value;
  for (const [n, token] of tokens.entries()) {
    if (typeof at === "string") {
      const made = setInText(at, tokens.slice(n), by);
      return made === undefined ? undefined : setValue(value, formatPointer(tokens.slice(0, n)), made);
    }
    at = child(at, token);
  }
  return setValue(value, pointer, by);
}

function setInText(text: string, tokens: readonly string[], by: Json): string | undefined {
  const inner = opened(text);
  const made =
    inner === undefined || typeof inner === "string" ? undefined : withValueInside(inner, formatPointer(tokens), by);
  return made === undefined ? undefined : JSON.stringify(made);
}

function opened(value: Json | undefined): Json | undefined {
  if (typeof value !== "string") return value;
  const inside = parse(value);
  return isArray(inside) || isObject(inside) ? inside : value;
}
