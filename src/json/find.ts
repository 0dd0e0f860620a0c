import { chunkId, type Folds, setOpen } from "./folds.ts";
import { isArray, isObject, type Json } from "./json.ts";
import { child, childPointer, type Pointer, parsePointer } from "./pointer.ts";
import { CHUNK, childCount, embeddedJson } from "./row-builder.ts";

/**
 * Pointers, in document order, of the members whose name and the scalars whose text satisfy `predicate` (strings as
 * they are, others as JSON). A generator, so that a long search can be run in slices.
 */
export function* find(value: Json, predicate: (text: string) => boolean): Generator<Pointer> {
  const waiting: { value: Json; pointer: Pointer; key: string | undefined }[] = [
    { value, pointer: "", key: undefined },
  ];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value: at, pointer, key } = place;
    const named = key !== undefined && predicate(key);
    if (isArray(at)) {
      if (named) yield pointer;
      for (let index = at.length - 1; index >= 0; index--) {
        waiting.push({ value: at[index] ?? null, pointer: childPointer(pointer, index), key: undefined });
      }
    } else if (isObject(at)) {
      if (named) yield pointer;
      for (const name of Object.keys(at).reverse()) {
        waiting.push({ value: at[name] ?? null, pointer: childPointer(pointer, name), key: name });
      }
    } else if (named || predicate(typeof at === "string" ? at : JSON.stringify(at))) {
      yield pointer;
    }
  }
}

/** Opens whatever hides the value at `pointer`, chunks and strings that hold JSON included. */
export function reveal(value: Json, folds: Folds, pointer: Pointer): Folds {
  let at: Json | undefined = value;
  let here = "";
  let result = folds;
  for (const token of parsePointer(pointer) ?? []) {
    if (typeof at === "string") at = folds.asText.has(here) ? undefined : embeddedJson(at);
    if (at === undefined) return result;
    result = setOpen(result, here, true);
    if (childCount(at) > CHUNK) {
      const place = isArray(at) ? Number(token) : Object.keys(at as object).indexOf(token);
      result = setOpen(result, chunkId(here, place - (place % CHUNK)), true);
    }
    at = child(at, token);
    here = childPointer(here, token);
  }
  return result;
}
