import type { JsonObject } from "../../json/json.ts";
import { parsePointer } from "../../json/pointer.ts";
import { revived } from "../../json/tagged-value.ts";
import { standsForItself } from "../../record/wrapped/value-record.ts";

/**
 * The arguments of a wrapped call with changes in them, by pointers into what a run keeps of them. All else stays the
 * value it is: functions, open handles, instances.
 */
export function changedArguments(args: readonly unknown[], set: JsonObject): readonly unknown[] {
  const single = standsForItself(args);
  const made = Object.entries(set).reduce<unknown>(
    (at, [pointer, value]) => withAt(at, parsePointer(pointer) ?? [], revived(value)),
    single ? args[0] : args,
  );
  return !single && Array.isArray(made) ? made : [made];
}

function withAt(value: unknown, [token, ...rest]: readonly string[], by: unknown): unknown {
  if (token === undefined) return by;
  if (typeof value !== "object" || value === null) return value;
  const member = withAt(Reflect.get(value, token), rest, by);
  if (Array.isArray(value)) return value.map((each: unknown, i) => (String(i) === token ? member : each));
  const copy: object = Object.create(Object.getPrototypeOf(value), Object.getOwnPropertyDescriptors(value));
  Object.defineProperty(copy, token, { value: member, enumerable: true, writable: true, configurable: true });
  return copy;
}
