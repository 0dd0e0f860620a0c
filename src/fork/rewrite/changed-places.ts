import { isArray, isObject, type Json } from "../../json/json.ts";
import { childPointer, type Pointer } from "../../json/pointer.ts";

export interface ChangedPlace {
  readonly pointer: Pointer;
  /** Undefined: the member there is left out. */
  readonly value: Json | undefined;
}

/**
 * The smallest changes that make `after` of `before`: members may be new or left out, but a list of another length and
 * an object of which nothing is left change as a whole.
 */
export function changedPlaces(before: Json, after: Json, pointer: Pointer = ""): readonly ChangedPlace[] {
  if (before === after) return [];
  const whole = [{ pointer, value: after }];
  if (isArray(before) && isArray(after)) {
    if (before.length !== after.length) return whole;
    return after.flatMap((item, i) => changedPlaces(before[i] ?? null, item, childPointer(pointer, i)));
  }
  if (!isObject(before) || !isObject(after)) return whole;
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  if (gone.length > 0 && gone.length === Object.keys(before).length) return whole;
  const changed = Object.entries(after).flatMap(([key, member]) => {
    if (member === undefined) return [];
    const place = childPointer(pointer, key);
    const was = Object.hasOwn(before, key) ? before[key] : undefined;
    return was === undefined ? [{ pointer: place, value: member }] : changedPlaces(was, member, place);
  });
  return [...changed, ...gone.map((key) => ({ pointer: childPointer(pointer, key), value: undefined }))];
}
