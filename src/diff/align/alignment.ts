import { moves } from "../payload/moves.ts";
import { mapped, type Steps, within } from "../work.ts";
import type { Pair, Range } from "./anchors.ts";
import { pairChanged, type Score } from "./pair-changed.ts";
import { matchKeys } from "./sequence.ts";

/** The keys by which the steps of one run are aligned. */
export interface Side {
  /** Equal steps, equal keys. */
  readonly full: readonly string[];
  /** The same was asked of the same, whatever came of it. */
  readonly asked: readonly string[];
}

export type Op = "equal" | "changed" | "added" | "removed" | "moved";

/** A row of the alignment: places in the runs, -1 where there is none. */
export interface Aligned {
  readonly op: Op;
  readonly a: number;
  readonly b: number;
}

/**
 * Rows that turn A into B: those with a `b` are B in order; those with an `a` that did not move are A in order.
 * Equal steps first, then equal questions between them, then what is alike; what is left over and equal has moved.
 */
export function* align(a: Side, b: Side, score: Score): Steps<Aligned[]> {
  // One order of the two sides for both questions, so that diff(B, A) is the mirror of diff(A, B).
  if (!comesFirst(a.full, b.full)) {
    const mirrored = yield* inOrder(b, a, (x, y) => score(y, x));
    const pairs = yield* mapped(mirrored.pairs, ([x, y]): Pair => [y, x]);
    return yield* rowsOf(
      pairs,
      mirrored.moved.map(([x, y]) => [y, x]),
      [a, b],
    );
  }
  const { pairs, moved } = yield* inOrder(a, b, score);
  return yield* rowsOf(pairs, moved, [a, b]);
}

function comesFirst(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return a.length < b.length;
  const at = a.findIndex((key, i) => key !== b[i]);
  return at < 0 || a[at]! <= b[at]!;
}

function* inOrder(
  a: Side,
  b: Side,
  score: Score,
): Steps<{ readonly pairs: readonly Pair[]; readonly moved: readonly Pair[] }> {
  const whole: readonly [Range, Range] = [
    { from: 0, to: a.full.length },
    { from: 0, to: b.full.length },
  ];
  const equal = yield* within(matchKeys(a.full, b.full), 0, 0.4);
  const moved = yield* moves(equal, a.full, b.full);
  const [movedA, movedB] = [new Set(moved.map(([i]) => i)), new Set(moved.map(([, j]) => j))];
  const asked = yield* inGaps(equal, whole, function* (ra, rb) {
    const [x, y] = [free(ra, movedA), free(rb, movedB)];
    const found = yield* matchKeys(
      x.map((i) => a.asked[i]!),
      y.map((j) => b.asked[j]!),
    );
    return found.map(([i, j]): Pair => [x[i]!, y[j]!]);
  });
  const pairs = yield* inGaps(asked, whole, (ra, rb) =>
    pairChanged(ra, rb, (i, j) => (movedA.has(i) || movedB.has(j) ? 0 : score(i, j))),
  );
  return { pairs, moved };
}

function free({ from, to }: Range, taken: ReadonlySet<number>): number[] {
  const places: number[] = [];
  for (let i = from; i < to; i++) if (!taken.has(i)) places.push(i);
  return places;
}

/** `pairs` and what `find` adds between them. */
function* inGaps(
  pairs: readonly Pair[],
  [wholeA, wholeB]: readonly [Range, Range],
  find: (ra: Range, rb: Range) => Steps<Pair[]>,
): Steps<Pair[]> {
  const all: Pair[] = [];
  let [i, j] = [wholeA.from, wholeB.from];
  for (let n = 0; n <= pairs.length; n++) {
    const [at, bt] = pairs[n] ?? [wholeA.to, wholeB.to];
    if (at > i && bt > j) for (const pair of yield* find({ from: i, to: at }, { from: j, to: bt })) all.push(pair);
    if (at < wholeA.to || bt < wholeB.to) all.push([at, bt]);
    [i, j] = [at + 1, bt + 1];
    if (n % 1024 === 1023) yield 0.4 + (0.6 * at) / Math.max(1, wholeA.to);
  }
  return all;
}

/** Rows made between two looks at the clock. */
const ROWS = 2048;

/** In the order of A and B; between two pairs what A alone has stands before what B alone has. */
function* rowsOf(pairs: readonly Pair[], moved: readonly Pair[], [a, b]: readonly [Side, Side]): Steps<Aligned[]> {
  const [fromA, toB] = [new Set(moved.map(([i]) => i)), new Map(moved.map(([i, j]) => [j, i]))];
  const rows: Aligned[] = [];
  let [i, j, told] = [0, 0, 0];
  for (let n = 0; n <= pairs.length; n++) {
    const [at, bt] = pairs[n] ?? [a.full.length, b.full.length];
    if (rows.length - told > ROWS) {
      told = rows.length;
      yield 1;
    }
    for (; i < at; i++) if (!fromA.has(i)) rows.push({ op: "removed", a: i, b: -1 });
    for (; j < bt; j++) {
      const from = toB.get(j);
      rows.push(from === undefined ? { op: "added", a: -1, b: j } : { op: "moved", a: from, b: j });
    }
    if (i < a.full.length && j < b.full.length)
      rows.push({ op: a.full[i] === b.full[j] ? "equal" : "changed", a: i++, b: j++ });
  }
  return rows;
}
