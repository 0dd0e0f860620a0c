import { diffArrays } from "diff";
import type { Steps } from "../work.ts";
import { anchors, CHUNK, type Pair, type Range } from "./anchors.ts";
import { nearestMatches } from "./nearest-matches.ts";

/** Lengths of the runs of keys that are looked for, longest first: the longer, the surer. */
const GRAMS = [8, 3, 1];
/** Keys of a gap (both sides) up to which `diffArrays` works on it, and edits after which it gives up. */
const GAP = 4000;
const EDITS = 400;

/**
 * Pairs of equal keys of two sequences, rising on both sides: nearly a longest common subsequence, in nearly linear
 * time for sequences that are alike, bounded for those that are not. Anchors first, `diffArrays` in the gaps between
 * them, and where a gap is too big for it, the nearest place at which both go on alike.
 */
export function* matchKeys(a: readonly string[], b: readonly string[]): Steps<Pair[]> {
  const numbers = new Map<string, number>();
  const x = yield* numbered(a, numbers);
  const y = yield* numbered(b, numbers);
  const matcher = new Matcher(x, y);
  yield* matcher.match({ from: 0, to: x.length }, { from: 0, to: y.length }, 0);
  return matcher.pairs;
}

function* numbered(keys: readonly string[], numbers: Map<string, number>): Steps<Int32Array> {
  const out = new Int32Array(keys.length);
  for (let i = 0; i < keys.length; i++) {
    if (i % CHUNK === CHUNK - 1) yield 0;
    const key = keys[i]!;
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(key, number);
    }
    out[i] = number;
  }
  return out;
}

class Matcher {
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly pairs: Pair[] = [];

  constructor(a: Int32Array, b: Int32Array) {
    this.#a = a;
    this.#b = b;
  }

  *match(ra: Range, rb: Range, level: number): Steps<void> {
    const [a, b] = [this.#a, this.#b];
    let [i, j, endA, endB] = [ra.from, rb.from, ra.to, rb.to];
    for (; i < endA && j < endB && a[i] === b[j]; i++, j++) {
      this.pairs.push([i, j]);
      if (i % CHUNK === CHUNK - 1) yield this.#progress(i);
    }
    let tail = 0;
    for (; endA > i && endB > j && a[endA - 1] === b[endB - 1]; tail++, endA--, endB--);
    if (i < endA && j < endB) yield* this.#gap({ from: i, to: endA }, { from: j, to: endB }, level);
    for (let n = 0; n < tail; n++) {
      this.pairs.push([endA + n, endB + n]);
      if (n % CHUNK === CHUNK - 1) yield this.#progress(endA + n);
    }
    yield this.#progress(endA + tail);
  }

  *#gap(ra: Range, rb: Range, level: number): Steps<void> {
    for (let next = level; next < GRAMS.length; next++) {
      const found = yield* anchors(this.#a, this.#b, [ra, rb], GRAMS[next]!);
      yield this.#progress(ra.from);
      if (found.length === 0) continue;
      let [i, j] = [ra.from, rb.from];
      for (const [at, bt] of found) {
        // The match before may have run over this anchor.
        if (at < i || bt < j) continue;
        yield* this.match({ from: i, to: at }, { from: j, to: bt }, next + 1);
        [i, j] = [at, bt];
        for (; i < ra.to && j < rb.to && this.#a[i] === this.#b[j]; i++, j++) {
          this.pairs.push([i, j]);
          if (i % CHUNK === CHUNK - 1) yield this.#progress(i);
        }
      }
      if (i < ra.to && j < rb.to) yield* this.match({ from: i, to: ra.to }, { from: j, to: rb.to }, next + 1);
      return;
    }
    this.#smallGap(ra, rb);
  }

  /** Keys that the other side has not are left out before: they can match nothing. */
  #smallGap(ra: Range, rb: Range): void {
    const x = common(this.#a, ra, keysOf(this.#b, rb));
    const y = common(this.#b, rb, keysOf(this.#a, ra));
    if (x.length === 0 || y.length === 0) return;
    const exact = x.length + y.length <= GAP ? this.#byDiff(x, y) : undefined;
    const at =
      exact ??
      nearestMatches(
        x.map((i) => this.#a[i]!),
        y.map((j) => this.#b[j]!),
      );
    for (const [i, j] of at) this.pairs.push([x[i]!, y[j]!]);
  }

  #byDiff(x: readonly number[], y: readonly number[]): Pair[] | undefined {
    const changes = diffArrays(
      x.map((i) => this.#a[i]!),
      y.map((j) => this.#b[j]!),
      { maxEditLength: EDITS },
    );
    if (!changes) return undefined;
    const pairs: Pair[] = [];
    let [i, j] = [0, 0];
    for (const { added, removed, count } of changes) {
      if (!added && !removed) for (let n = 0; n < count; n++) pairs.push([i + n, j + n]);
      if (!added) i += count;
      if (!removed) j += count;
    }
    return pairs;
  }

  #progress(at: number): number {
    return this.#a.length === 0 ? 1 : at / this.#a.length;
  }
}

function keysOf(keys: Int32Array, { from, to }: Range): ReadonlySet<number> {
  return new Set(keys.subarray(from, to));
}

function common(keys: Int32Array, { from, to }: Range, others: ReadonlySet<number>): number[] {
  const places: number[] = [];
  for (let i = from; i < to; i++) if (others.has(keys[i]!)) places.push(i);
  return places;
}
