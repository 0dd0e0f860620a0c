import { isArray, isObject, type Json } from "../json/json.ts";
import { childPointer, type Pointer } from "../json/pointer.ts";

export interface ChangedPlace {
  readonly pointer: Pointer;
  readonly value: Json;
}

/**
 * The smallest changes that make `after` of `before`, as places that can be set: members may be new, but what lost a
 * member and a list of another length change as a whole.
 */
export function changedPlaces(before: Json, after: Json, pointer: Pointer = ""): readonly ChangedPlace[] {
  if (before === after) return [];
  const whole = [{ pointer, value: after }];
  if (isArray(before) && isArray(after)) {
    if (before.length !== after.length) return whole;
    return after.flatMap((item, i) => changedPlaces(before[i] ?? null, item, childPointer(pointer, i)));
  }
  if (!isObject(before) || !isObject(after)) return whole;
  if (Object.keys(before).some((key) => !Object.hasOwn(after, key))) return whole;
  return Object.entries(after).flatMap(([key, member]) => {
    if (member === undefined) return [];
    const place = childPointer(pointer, key);
    const was = Object.hasOwn(before, key) ? before[key] : undefined;
    return was === undefined ? [{ pointer: place, value: member }] : changedPlaces(was, member, place);
  });
}
