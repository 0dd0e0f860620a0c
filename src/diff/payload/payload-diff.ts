import { sameJson } from "../../identity/canonical.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../json/json.ts";
import { childPointer, type Pointer } from "../../json/pointer.ts";
import { finished, type Steps } from "../work.ts";
import { type ArrayPairs, pairItems } from "./array-pairs.ts";

/**
 * One difference of two JSON values. `from` is a pointer into A, `to` into B: of an added value `from` is the
 * container in A that gets it, of a removed one `to` the container in B that lacks it.
 */
export type PayloadOp =
  | { readonly op: "added"; readonly from: Pointer; readonly to: Pointer; readonly after: Json }
  | { readonly op: "removed"; readonly from: Pointer; readonly to: Pointer; readonly before: Json }
  | {
      readonly op: "changed";
      readonly from: Pointer;
      readonly to: Pointer;
      readonly before: Json;
      readonly after: Json;
    }
  | { readonly op: "moved"; readonly from: Pointer; readonly to: Pointer; readonly value: Json };

export interface PayloadDiff {
  /** In the order of B. Applied to A they give B. Empty when both are equal by value. */
  readonly ops: readonly PayloadOp[];
  /** Limits that were met, in words: to be shown. */
  readonly notices: readonly string[];
}

/** Differences inside one container beyond which it counts as changed as a whole. */
const MOST = 2000;
/** Nesting beyond which values are compared as wholes. */
const DEEPEST = 200;
/** Values visited between two looks at the clock. */
const SLICE = 256;

/** Differences of two values, by value: key order and the way numbers are written do not count; items of arrays are found again wherever they stand. */
export function* diffPayloads(before: Json, after: Json): Steps<PayloadDiff> {
  const differ = new Differ();
  yield* differ.compare({ a: before, b: after, from: "", to: "", depth: 0 });
  return { ops: differ.ops, notices: [...differ.notices] };
}

export function payloadDiff(before: Json, after: Json): PayloadDiff {
  return finished(diffPayloads(before, after));
}

interface Place {
  readonly a: Json;
  readonly b: Json;
  readonly from: Pointer;
  readonly to: Pointer;
  readonly depth: number;
}

class Differ {
  readonly ops: PayloadOp[] = [];
  readonly notices = new Set<string>();
  #visited = 0;

  *compare(place: Place): Steps<void> {
    const { a, b } = place;
    if (a === b) return;
    if (++this.#visited % SLICE === 0) yield 0;
    const start = this.ops.length;
    if (place.depth > DEEPEST) {
      if (!sameJson(a, b)) this.#replace(place, start, `nested deeper than ${DEEPEST}`);
    } else if (isArray(a) && isArray(b)) yield* this.#arrays(place, a, b);
    else if (isObject(a) && isObject(b)) yield* this.#objects(place, a, b);
    else this.ops.push({ op: "changed", from: place.from, to: place.to, before: a, after: b });
    if (this.ops.length - start > MOST) this.#replace(place, start, `more than ${MOST} differences`);
  }

  *#objects({ from, to, depth }: Place, a: JsonObject, b: JsonObject): Steps<void> {
    const start = this.ops.length;
    for (const key of Object.keys(a)) {
      if (!Object.hasOwn(b, key)) this.ops.push({ op: "removed", from: childPointer(from, key), to, before: a[key]! });
    }
    for (const key of Object.keys(b)) {
      if (this.ops.length - start > MOST) return;
      const inner = { from: childPointer(from, key), to: childPointer(to, key) };
      if (!Object.hasOwn(a, key)) this.ops.push({ op: "added", from, to: inner.to, after: b[key]! });
      else yield* this.compare({ a: a[key]!, b: b[key]!, ...inner, depth: depth + 1 });
    }
  }

  *#arrays({ from, to, depth }: Place, a: readonly Json[], b: readonly Json[]): Steps<void> {
    const start = this.ops.length;
    const { pairs, moved } = yield* pairItems(a, b);
    const partner = new Map(pairs.map(([i, j]) => [j, i]));
    const origin = new Map(moved.map(([i, j]) => [j, i]));
    for (const i of unpaired(a.length, pairs, moved))
      this.ops.push({ op: "removed", from: childPointer(from, i), to, before: a[i]! });
    for (let j = 0; j < b.length; j++) {
      if (this.ops.length - start > MOST) return;
      const inner = childPointer(to, j);
      const i = partner.get(j);
      const old = origin.get(j);
      if (i !== undefined)
        yield* this.compare({ a: a[i]!, b: b[j]!, from: childPointer(from, i), to: inner, depth: depth + 1 });
      else if (old !== undefined)
        this.ops.push({ op: "moved", from: childPointer(from, old), to: inner, value: b[j]! });
      else this.ops.push({ op: "added", from, to: inner, after: b[j]! });
    }
  }

  #replace({ a, b, from, to }: Place, start: number, why: string): void {
    this.ops.length = start;
    this.ops.push({ op: "changed", from, to, before: a, after: b });
    this.notices.add(`${to === "" ? "the whole" : to}: ${why}, compared as a whole`);
  }
}

function unpaired(length: number, pairs: ArrayPairs["pairs"], moved: ArrayPairs["moved"]): readonly number[] {
  const taken = new Uint8Array(length);
  for (const [i] of pairs) taken[i] = 1;
  for (const [i] of moved) taken[i] = 1;
  const left: number[] = [];
  for (let i = 0; i < length; i++) if (!taken[i]) left.push(i);
  return left;
}
