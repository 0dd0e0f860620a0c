import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Aligned, align, type Side } from "../../src/diff/align/alignment.ts";
import { matchKeys } from "../../src/diff/align/sequence.ts";
import { finished, Work } from "../../src/diff/work.ts";

const side = (keys: readonly string[]): Side => ({ full: keys, asked: keys.map((key) => key.slice(0, 1)) });
const aligned = (a: readonly string[], b: readonly string[]): Aligned[] =>
  finished(align(side(a), side(b), (i, j) => (a[i]?.[0] === b[j]?.[0] ? 0.9 : 0)));
const text = (rows: readonly Aligned[]): string[] => rows.map(({ op, a, b }) => `${op} ${a} ${b}`);

/** Few different steps, so that equal ones are many: "a0" and "a1" ask the same. */
const steps = fc.array(
  fc
    .tuple(fc.constantFrom("a", "b", "c", "d"), fc.integer({ min: 0, max: 2 }))
    .map(([asked, came]) => `${asked}${came}`),
  { maxLength: 40 },
);

describe("align", () => {
  test("is an edit script: replayed it turns A into B", () => {
    fc.assert(
      fc.property(steps, steps, (a, b) => {
        const rows = aligned(a, b);
        const made = rows.flatMap(({ op, a: i, b: j }) =>
          op === "removed" ? [] : [op === "equal" || op === "moved" ? a[i] : b[j]],
        );
        expect(made).toEqual(b);
        expect(rows.flatMap((row) => (row.b >= 0 ? [row.b] : []))).toEqual(b.map((_, j) => j));
        const kept = rows.flatMap((row) => (row.a >= 0 && row.op !== "moved" ? [row.a] : []));
        expect(kept).toEqual([...kept].sort((x, y) => x - y));
        const all = rows.flatMap((row) => (row.a >= 0 ? [row.a] : []));
        expect([...all].sort((x, y) => x - y)).toEqual(a.map((_, i) => i));
      }),
      { numRuns: 500 },
    );
  });

  test("finds nothing between a run and itself", () => {
    fc.assert(
      fc.property(steps, (a) => {
        expect(aligned(a, a).every((row) => row.op === "equal")).toBe(true);
      }),
    );
  });

  test("turned round it is the same with added and removed exchanged", () => {
    const turned = { equal: "equal", changed: "changed", added: "removed", removed: "added", moved: "moved" } as const;
    fc.assert(
      fc.property(steps, steps, (a, b) => {
        const there = aligned(a, b).map(({ op, a: i, b: j }) => `${op} ${i} ${j}`);
        const back = aligned(b, a).map(({ op, a: i, b: j }) => `${turned[op]} ${j} ${i}`);
        expect([...back].sort()).toEqual([...there].sort());
      }),
      { numRuns: 300 },
    );
  });

  test("pairs what asks the same, and finds equal steps again behind insertions", () => {
    expect(text(aligned(["a0", "b0", "c0", "d0"], ["a0", "c1", "b1", "c0", "d0"]))).toEqual([
      "equal 0 0",
      "added -1 1",
      "changed 1 2",
      "equal 2 3",
      "equal 3 4",
    ]);
  });

  test("sees that a step moved", () => {
    expect(text(aligned(["a0", "b0", "c0"], ["c0", "a0", "b0"]))).toEqual(["moved 2 0", "equal 0 1", "equal 1 2"]);
  });
});

describe("matchKeys", () => {
  const matched = (a: readonly string[], b: readonly string[]) => finished(matchKeys(a, b));

  test("matches equal keys only, rising on both sides", () => {
    fc.assert(
      fc.property(steps, steps, (a, b) => {
        const pairs = matched(a, b);
        expect(pairs.every(([i, j]) => a[i] === b[j])).toBe(true);
        expect(pairs.every(([i, j], n) => n === 0 || (i > pairs[n - 1]![0] && j > pairs[n - 1]![1]))).toBe(true);
      }),
    );
  });

  // Thirty thousand steps of seven kinds have no unique part: 15 steps inserted, 10 removed.
  test("follows a loop without unique parts", () => {
    const loop = Array.from({ length: 30_000 }, (_, i) => `k${i % 7}`);
    const other = [
      ...loop.slice(0, 9000),
      ...Array.from({ length: 15 }, (_, i) => `new${i}`),
      ...loop.slice(9000, 20_000),
      ...loop.slice(20_010),
    ];
    expect(matched(loop, other).length).toBeGreaterThan(29_900);
  });

  test("works in slices: no slice does all of it", () => {
    const keys = Array.from({ length: 60_000 }, (_, i) => `k${i}`);
    const work = new Work(matchKeys(keys, ["x", ...keys.filter((_, i) => i % 100 !== 3)]));
    let slices = 0;
    while (!work.advance(0)) slices++;
    expect(slices).toBeGreaterThan(20);
    expect(work.result).toHaveLength(59_400);
    expect(work.progress).toBe(1);
  });
});
