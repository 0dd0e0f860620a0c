import type { Steps } from "../work.ts";
import type { Pair, Range } from "./anchors.ts";

/** Cells of the table of a gap up to which the best pairing is worked out. */
const TABLE = 2500;
/** In bigger gaps each step is compared with so many of the other side. */
const REACH = 6;
/** Less alike than this, two steps are one removed and one added. */
const ALIKE = 0.3;

/** 0..1, 0 for steps of different shapes. */
export type Score = (a: number, b: number) => number;

/** Pairs of changed steps inside a gap in which nothing is equal, rising on both sides. */
export function* pairChanged(ra: Range, rb: Range, score: Score): Steps<Pair[]> {
  const [n, m] = [ra.to - ra.from, rb.to - rb.from];
  if (n === 0 || m === 0) return [];
  return n * m <= TABLE ? yield* best(ra, rb, score) : yield* near(ra, rb, score);
}

/** The pairing with the greatest sum of scores. */
function* best(ra: Range, rb: Range, score: Score): Steps<Pair[]> {
  const [n, m] = [ra.to - ra.from, rb.to - rb.from];
  const width = m + 1;
  const scores = new Float64Array(n * m);
  const sums = new Float64Array((n + 1) * width);
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      const own = score(ra.from + i, rb.from + j);
      scores[i * m + j] = own;
      const skip = Math.max(sums[(i + 1) * width + j]!, sums[i * width + j + 1]!);
      sums[i * width + j] = own < ALIKE ? skip : Math.max(skip, own + sums[(i + 1) * width + j + 1]!);
    }
    yield 0;
  }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < n && j < m; ) {
    const here = sums[i * width + j]!;
    const own = scores[i * m + j]!;
    if (own >= ALIKE && here === own + sums[(i + 1) * width + j + 1]!) pairs.push([ra.from + i++, rb.from + j++]);
    else if (here === sums[(i + 1) * width + j]!) i++;
    else j++;
  }
  return pairs;
}

/** Walks along both sides, each step with the most alike of the next few. */
function* near(ra: Range, rb: Range, score: Score): Steps<Pair[]> {
  const pairs: Pair[] = [];
  const slope = (rb.to - rb.from) / (ra.to - ra.from);
  let j = rb.from;
  for (let i = ra.from; i < ra.to && j < rb.to; i++) {
    const from = Math.max(j, Math.floor(rb.from + (i - ra.from) * slope) - REACH);
    let [top, at] = [0, -1];
    for (let next = from; next < Math.min(from + REACH, rb.to); next++) {
      const own = score(i, next);
      if (own > top) [top, at] = [own, next];
    }
    if (top >= ALIKE) {
      pairs.push([i, at]);
      j = at + 1;
    }
    yield 0;
  }
  return pairs;
}
