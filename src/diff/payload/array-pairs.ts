import { canonical, sameJson } from "../../identity/canonical.ts";
import { digestOf } from "../../identity/digest.ts";
import { type Pairs, pairSimilarity, wordPairs } from "../../identity/text-similarity.ts";
import { field, isObject, type Json } from "../../json/json.ts";
import type { Pair } from "../align/anchors.ts";
import { pairChanged, type Score } from "../align/pair-changed.ts";
import { matchKeys } from "../align/sequence.ts";
import type { Steps } from "../work.ts";
import { moves } from "./moves.ts";

export interface ArrayPairs {
  /** Items that belong together, equal or changed, rising on both sides. */
  readonly pairs: readonly Pair[];
  /** Equal items that stand in another order. */
  readonly moved: readonly Pair[];
}

const SLICE = 64;

/** Finds the items of an array again in another: equal ones by content, changed ones by what they are called and say. */
export function* pairItems(a: readonly Json[], b: readonly Json[]): Steps<ArrayPairs> {
  const pairs: Pair[] = [];
  let head = 0;
  for (; head < a.length && head < b.length && sameJson(a[head], b[head]); head++) {
    pairs.push([head, head]);
    if (head % SLICE === SLICE - 1) yield 0;
  }
  let [endA, endB] = [a.length, b.length];
  const tail: Pair[] = [];
  for (; endA > head && endB > head && sameJson(a[endA - 1], b[endB - 1]); ) {
    tail.push([--endA, --endB]);
    if (tail.length % SLICE === 0) yield 0;
  }
  const middle = yield* pairMiddle(a.slice(head, endA), b.slice(head, endB));
  const shifted = (list: readonly Pair[]) => list.map(([i, j]): Pair => [i + head, j + head]);
  for (const pair of shifted(middle.pairs)) pairs.push(pair);
  for (const pair of tail.reverse()) pairs.push(pair);
  return { pairs, moved: shifted(middle.moved) };
}

function* pairMiddle(a: readonly Json[], b: readonly Json[]): Steps<ArrayPairs> {
  if (a.length === 0 || b.length === 0) return { pairs: [], moved: [] };
  if (a.length === 1 && b.length === 1) return { pairs: isAlike(a[0]!, b[0]!) ? [[0, 0]] : [], moved: [] };
  const [keysA, keysB] = [yield* keysOf(a), yield* keysOf(b)];
  const equal = yield* matchKeys(keysA, keysB);
  const moved = yield* moves(equal, keysA, keysB);
  const [goneA, goneB] = [new Set(moved.map(([i]) => i)), new Set(moved.map(([, j]) => j))];
  const score = likeness(a, b);
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  for (const [at, bt] of [...equal, [a.length, b.length] as const]) {
    const found = yield* pairChanged({ from: i, to: at }, { from: j, to: bt }, (x, y) =>
      goneA.has(x) || goneB.has(y) ? 0 : score(x, y),
    );
    for (const pair of found) pairs.push(pair);
    if (at < a.length && bt < b.length) pairs.push([at, bt]);
    [i, j] = [at + 1, bt + 1];
  }
  return { pairs, moved };
}

function* keysOf(items: readonly Json[]): Steps<string[]> {
  const keys: string[] = [];
  for (const item of items) {
    const text = canonical(item);
    keys.push(text.length < 64 ? text : digestOf(text));
    if (keys.length % SLICE === 0) yield 0;
  }
  return keys;
}

function likeness(a: readonly Json[], b: readonly Json[]): Score {
  const kept = new Map<Json, Pairs>();
  const wordsOf = (item: Json): Pairs => {
    const known = kept.get(item);
    if (known) return known;
    const made = wordPairs(JSON.stringify(item).slice(0, 4000));
    kept.set(item, made);
    return made;
  };
  return (i, j) => (isAlike(a[i]!, b[j]!) ? 0.5 + pairSimilarity(wordsOf(a[i]!), wordsOf(b[j]!)) / 2 : 0);
}

/** Of one sort: messages of one role, tools of one name, texts. Only such items are one item that changed. */
function isAlike(a: Json, b: Json): boolean {
  if (isObject(a) && isObject(b)) return labelOf(a) === labelOf(b);
  return typeof a === typeof b && Array.isArray(a) === Array.isArray(b) && (a === null) === (b === null);
}

function labelOf(item: Json): string {
  const name = field(item, "name") ?? field(field(item, "function"), "name") ?? "";
  return JSON.stringify([field(item, "type") ?? "", field(item, "role") ?? "", name]);
}
