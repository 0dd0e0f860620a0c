import type { BodyChange } from "../../control/protocol.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../json/json.ts";
import { childPointer, type Pointer } from "../../json/pointer.ts";

/**
 * What has to be set in `before` or taken out of it to make it `after`, each value as deep as can be. What was masked in
 * the file and left alone is no change, so it goes out as the agent sent it. A list of another length is a change as a
 * whole, and so is an object of which nothing is left.
 */
export function bodyChanges(before: Json, after: Json): readonly BodyChange[] {
  return changesAt(before, after, "");
}

function changesAt(before: Json, after: Json, pointer: Pointer): readonly BodyChange[] {
  const whole = [{ pointer, value: after }];
  if (isArray(before) && isArray(after)) {
    if (before.length !== after.length) return whole;
    return after.flatMap((item, n) => changesAt(before[n] ?? null, item, childPointer(pointer, n)));
  }
  if (isObject(before) && isObject(after)) return isOther(before, after) ? whole : members(before, after, pointer);
  return Object.is(before, after) ? [] : whole;
}

function isOther(before: JsonObject, after: JsonObject): boolean {
  const keys = Object.keys(before);
  return keys.length > 0 && !keys.some((key) => Object.hasOwn(after, key));
}

function members(before: JsonObject, after: JsonObject, pointer: Pointer): readonly BodyChange[] {
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return [
    ...Object.entries(after).flatMap(([key, value]): readonly BodyChange[] => {
      const inner = childPointer(pointer, key);
      const old = Object.hasOwn(before, key) ? before[key] : undefined;
      return old === undefined ? [{ pointer: inner, value }] : changesAt(old, value, inner);
    }),
    ...gone.map((key): BodyChange => ({ pointer: childPointer(pointer, key), drop: true })),
  ];
}
