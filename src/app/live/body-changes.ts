import type { BodyChange } from "../../control/protocol.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../json/json.ts";
import { childPointer, type Pointer } from "../../json/pointer.ts";

/**
 * What has to be set in `before` to make it `after`, each value as deep as can be. What was masked in the file and left
 * alone is no change, so it goes out as the agent sent it. A member or item that was taken out makes a change of all
 * that held it.
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
  if (isObject(before) && isObject(after))
    return Object.keys(before).every((key) => Object.hasOwn(after, key)) ? members(before, after, pointer) : whole;
  return Object.is(before, after) ? [] : whole;
}

function members(before: JsonObject, after: JsonObject, pointer: Pointer): readonly BodyChange[] {
  return Object.entries(after).flatMap(([key, value]) => {
    const inner = childPointer(pointer, key);
    const old = Object.hasOwn(before, key) ? before[key] : undefined;
    return old === undefined ? [{ pointer: inner, value }] : changesAt(old, value, inner);
  });
}
