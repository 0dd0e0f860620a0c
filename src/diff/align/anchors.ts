import type { Steps } from "../work.ts";

/** Places where two sequences surely belong together: runs of keys that occur once in each. */

export interface Range {
  readonly from: number;
  readonly to: number;
}

export type Pair = readonly [a: number, b: number];

/** Keys handled between two looks at the clock: a few milliseconds. */
export const CHUNK = 8192;

/** Starts of the k-grams that occur once in both ranges, in an order that rises on both sides. */
export function* anchors(
  a: Int32Array,
  b: Int32Array,
  [ra, rb]: readonly [Range, Range],
  k: number,
): Steps<readonly Pair[]> {
  const inA = yield* uniqueGrams(a, ra, k);
  const inB = yield* uniqueGrams(b, rb, k);
  const pairs: Pair[] = [];
  let seen = 0;
  for (const [gram, i] of inA) {
    if (++seen % CHUNK === 0) yield 0;
    const j = i < 0 ? undefined : inB.get(gram);
    // A gram is known by a hash: that it is the same one is looked up.
    if (j !== undefined && j >= 0 && sameKeys(a, b, [i, j], k)) pairs.push([i, j]);
  }
  // A map keeps the order in which its keys came: the places in A rise.
  return yield* longestRise(pairs);
}

/** Start of each gram, -1 for those that occur again. */
function* uniqueGrams(keys: Int32Array, { from, to }: Range, k: number): Steps<ReadonlyMap<number, number>> {
  const starts = new Map<number, number>();
  for (let i = from; i + k <= to; i++) {
    if ((i - from) % CHUNK === CHUNK - 1) yield 0;
    let hash = 0;
    for (let n = 0; n < k; n++) hash = (Math.imul(hash, 0x01000193) ^ keys[i + n]!) | 0;
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    starts.set(hash, starts.has(hash) ? -1 : i);
  }
  return starts;
}

function sameKeys(a: Int32Array, b: Int32Array, [i, j]: Pair, k: number): boolean {
  for (let n = 0; n < k; n++) if (a[i + n] !== b[j + n]) return false;
  return true;
}

/** The longest part of `pairs` (sorted by their first) whose seconds rise. */
function* longestRise(pairs: readonly Pair[]): Steps<readonly Pair[]> {
  const tails: number[] = [];
  const before = new Int32Array(pairs.length);
  for (let p = 0; p < pairs.length; p++) {
    if (p % CHUNK === CHUNK - 1) yield 0;
    const value = pairs[p]![1];
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]![1] < value) low = middle + 1;
      else high = middle;
    }
    before[p] = low === 0 ? -1 : tails[low - 1]!;
    tails[low] = p;
  }
  const rise: Pair[] = [];
  for (let p = tails.at(-1) ?? -1; p >= 0; p = before[p]!) rise.push(pairs[p]!);
  return rise.reverse();
}
