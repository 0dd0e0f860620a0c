import { describe, expect, test } from "vitest";
import { sameness } from "../../src/stats/error-groups.ts";
import { OverviewScan } from "../../src/stats/overview.ts";
import { STORED_PRICES } from "../../src/stats/prices.ts";
import { type GivenRow, RunOf } from "../support/run-of.ts";

function overviewOf(rows: readonly GivenRow[]) {
  const scan = new OverviewScan(new RunOf(rows), STORED_PRICES);
  expect(scan.advance(Number.POSITIVE_INFINITY)).toBe(true);
  return scan.overview;
}

describe("ranks", () => {
  const rows: readonly GivenRow[] = [5, 3, 9, 1, 7, 9, 2].map((seconds, n) => ({
    kind: "llm",
    step: String(n),
    durationMs: seconds * 1000,
    cost: seconds / 100,
  }));

  test("the five slowest and dearest, the earlier of two that are equal first", () => {
    const { slowest, dearest } = overviewOf(rows);
    expect(slowest.map(({ step }) => step)).toEqual(["2", "5", "4", "0", "1"]);
    expect(dearest.map(({ value }) => value)).toEqual([0.09, 0.09, 0.07, 0.05, 0.03]);
  });

  test("a node lasts as long as what is in it: it is not slow", () => {
    const { slowest } = overviewOf([
      { kind: "node", durationMs: 99_000 },
      { kind: "tool", durationMs: 10 },
    ]);
    expect(slowest.map(({ step }) => step)).toEqual(["1"]);
  });
});

describe("errors", () => {
  test("are one group when they differ in numbers and quoted words alone", () => {
    const { errors } = overviewOf([
      { kind: "tool", name: "book", status: "error", what: "no fare" },
      { kind: "tool", name: "search", status: "error", what: 'no flight "UA 12" after 200 ms' },
      { kind: "tool", name: "search", status: "error", what: 'no flight "LH 7" after 1,350 ms' },
      { kind: "llm", name: "search", status: "error", what: 'no flight "LH 7" after 1 ms' },
      { kind: "error", what: "no fare" },
    ]);
    expect(errors.map(({ count, step, kind }) => [count, step, kind])).toEqual([
      [2, "1", "tool"],
      [1, "0", "tool"],
      [1, "3", "llm"],
      [1, "4", "error"],
    ]);
  });

  test("ids do not part them", () => {
    expect(sameness("run 3f2a9b7c-11ff failed")).toBe(sameness("run 00aa11bb-22ee failed"));
    expect(sameness("disk full")).not.toBe(sameness("disk lost"));
  });
});

describe("input over time", () => {
  const lanes = [
    { number: 0, name: "main", calls: 1, notes: [] },
    { number: 1, name: "writer", calls: 3, notes: [] },
  ];
  const call = (lane: number, input?: number, cacheRead?: number): GivenRow => ({
    kind: "llm",
    lane,
    ...(input !== undefined && { tokens: { in: input, ...(cacheRead !== undefined && { cacheRead }) } }),
  });

  test("by agent; one call alone is no growth, an unknown size no point", () => {
    const run = new RunOf([call(0, 10), call(1, 20), call(1), call(1, 50)], lanes);
    const scan = new OverviewScan(run, STORED_PRICES);
    scan.advance(Number.POSITIVE_INFINITY);
    expect(scan.overview.growth).toEqual([{ lane: 1, agent: "writer", input: [20, 50], steps: ["1", "3"] }]);
  });

  test("input past the cache, only where there is one", () => {
    expect(overviewOf([call(0, 100), call(0, 200)]).uncached).toEqual([]);
    const { uncached } = overviewOf([call(0, 100, 0), call(0, 200, 150)]);
    expect(uncached.map(({ step, value }) => [step, value])).toEqual([
      ["0", 100],
      ["1", 50],
    ]);
  });
});

test("a scan goes on where its slice ended", () => {
  const run = new RunOf(Array.from({ length: 600 }, () => ({ kind: "llm", cost: 0.01 }) as const));
  const scan = new OverviewScan(run, STORED_PRICES);
  const slices: number[] = [];
  while (!scan.advance(0)) slices.push(scan.scanned);
  expect(slices).toEqual([256, 512]);
  expect(scan.overview.account.cost.usd).toBeCloseTo(6, 9);
});
