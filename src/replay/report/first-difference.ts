import { sameJson } from "../../identity/canonical.ts";
import { isArray, isObject, type Json } from "../../json/json.ts";
import { childPointer, type Pointer } from "../../json/pointer.ts";

export interface Difference {
  /** "" where the whole values differ. */
  readonly pointer: Pointer;
  /** Undefined: there is nothing on that side. */
  readonly recorded: Json | undefined;
  readonly asked: Json | undefined;
}

/** The first place, in document order, at which two values differ; undefined when they are equal. */
export function firstDifference(recorded: Json | undefined, asked: Json | undefined): Difference | undefined {
  let at: Difference = { pointer: "", recorded, asked };
  if (sameJson(recorded, asked)) return undefined;
  for (;;) {
    const inner = step(at);
    if (inner === undefined) return at;
    at = inner;
  }
}

function step({ pointer, recorded, asked }: Difference): Difference | undefined {
  if (isArray(recorded) && isArray(asked)) {
    for (let i = 0; i < Math.max(recorded.length, asked.length); i++)
      if (!sameJson(recorded[i], asked[i]))
        return { pointer: childPointer(pointer, i), recorded: recorded[i], asked: asked[i] };
  }
  if (!isObject(recorded) || !isObject(asked)) return undefined;
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(asked)])) {
    const [a, b] = [own(recorded, key), own(asked, key)];
    if (!sameJson(a, b)) return { pointer: childPointer(pointer, key), recorded: a, asked: b };
  }
  return undefined;
}

function own(value: { readonly [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
