import { expect, test } from "vitest";
import { type Prices, STORED_PRICES } from "../../src/stats/prices.ts";
import { RunCost, runCostOf } from "../../src/stats/run-cost.ts";
import { type GivenRow, RunOf } from "../support/run-of.ts";

/** One dollar a token, whatever the class. */
const DOLLARS: Prices = {
  shown: true,
  ratesOf: () => ({ in: 1e6, out: 1e6, cacheRead: 1e6, cacheWrite: 1e6 }),
};
const CALL: GivenRow = { kind: "llm", tokens: { in: 1, out: 1 } };

test("is summed in portions, at least so long", () => {
  const cost = new RunCost(new RunOf(Array.from({ length: 1000 }, () => CALL)), DOLLARS);
  expect(cost.total).toBeUndefined();
  expect(cost.advance(500)).toBe(false);
  expect(cost.total).toEqual({ usd: 1000, atLeast: true });
  expect(cost.advance(500)).toBe(true);
  expect(cost.total).toEqual({ usd: 2000, atLeast: false });
});

test("keeps up with a run that grows, and with rows at its end that change", () => {
  const run = new RunOf([CALL, { kind: "llm" }]);
  expect(runCostOf(run, DOLLARS).total).toEqual({ usd: 2, atLeast: true });
  run.change(1, { tokens: { in: 5, out: 0 } });
  run.add(CALL);
  expect(runCostOf(run, DOLLARS).total).toEqual({ usd: 9, atLeast: false });
});

test("with other prices it is another sum", () => {
  const run = new RunOf([CALL]);
  expect(runCostOf(run, STORED_PRICES).total).toBeUndefined();
  expect(runCostOf(run, DOLLARS).total?.usd).toBe(2);
});

test("a cost stored for the run counts only where no call's is known", () => {
  const stored: GivenRow = { kind: "raw", name: "result", cost: 7 };
  expect(runCostOf(new RunOf([CALL, stored]), DOLLARS).total).toEqual({ usd: 2, atLeast: false });
  expect(runCostOf(new RunOf([CALL, stored]), STORED_PRICES).total).toEqual({ usd: 7, atLeast: false });
});
