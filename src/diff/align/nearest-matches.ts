import type { Pair } from "./anchors.ts";

/** How far on either side is looked for a place at which both go on alike. */
const WINDOW = 200;
/** Keys that must follow each other on both sides to call it such a place. */
const RUN = 3;

/**
 * Pairs of equal keys for long sequences without unique parts (a loop that polls): walk along, and after a difference
 * go on at the nearest place where both are alike again. Linear but for a window at each difference.
 */
export function nearestMatches(a: readonly number[], b: readonly number[]): Pair[] {
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      pairs.push([i++, j++]);
      continue;
    }
    const next = resume(a, b, [i, j]);
    if (next) [i, j] = next;
    else {
      // Nothing in reach: this stretch counts as replaced.
      i += WINDOW;
      j += WINDOW;
    }
  }
  return pairs;
}

function resume(a: readonly number[], b: readonly number[], [i, j]: Pair): Pair | undefined {
  for (let distance = 1; distance <= 2 * WINDOW; distance++) {
    for (let left = Math.max(0, distance - WINDOW); left <= Math.min(distance, WINDOW); left++) {
      const at: Pair = [i + left, j + distance - left];
      if (goesOn(a, b, at)) return at;
    }
  }
  return undefined;
}

function goesOn(a: readonly number[], b: readonly number[], [i, j]: Pair): boolean {
  if (i >= a.length || j >= b.length) return false;
  for (let n = 0; n < RUN; n++) {
    if (i + n >= a.length || j + n >= b.length) return n > 0;
    if (a[i + n] !== b[j + n]) return false;
  }
  return true;
}
