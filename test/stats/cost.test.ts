import { beforeAll, describe, expect, test } from "vitest";
import { account } from "../../src/stats/account.ts";
import { type Cost, costOf } from "../../src/stats/cost.ts";
import { loadPrices } from "../../src/stats/price-catalog.ts";
import { NO_PRICES, type Prices } from "../../src/stats/prices.ts";
import { renderStats } from "../../src/stats/render-stats.ts";
import { statsJson } from "../../src/stats/stats-json.ts";
import { type GivenRow, RunOf } from "../support/run-of.ts";

let prices: Prices;
beforeAll(async () => {
  prices = await loadPrices(new Map([["my-model", { in: 1, out: 4, cacheRead: 0.5, cacheWrite: 2 }]]));
});

function cost(row: Omit<GivenRow, "kind">, by: Prices = prices): Cost | undefined {
  return costOf(new RunOf([{ kind: "llm", ...row }]).row(0), by);
}

function usd(row: Omit<GivenRow, "kind">): number {
  const found = cost(row);
  return found?.type === "estimate" ? found.usd : Number.NaN;
}

/**
 * USD per 1,000,000 tokens as the vendors publish them, input / cache read / cache write / output:
 * gpt-4o-mini 0.15 / 0.075 / - / 0.60, gpt-5 1.25 / 0.125 / - / 10, claude-sonnet-4-5 3 / 0.30 / 3.75 / 15 (with more than
 * 200,000 input tokens 6 / 0.60 / 7.50 / 22.50), gemini-2.5-pro 1.25 / 0.125 / - / 10, deepseek-chat 0.27 / 0.07 / - / 1.10
 * by day and half of it from 16:30 to 00:30 UTC, o3 10 in and 40 out till June 2025, 2 and 8 since.
 */
describe("worked out by hand from published prices", () => {
  test("cached input: 6,000 at 0.15, 4,000 at 0.075, 1,000 out at 0.60", () => {
    expect(
      usd({ name: "gpt-4o-mini", provider: "openai", tokens: { in: 10_000, cacheRead: 4000, out: 1000 } }),
    ).toBeCloseTo(0.0018, 12);
  });

  test("reasoning is output: 1,000 at 1.25, 1,000 at 0.125, 3,000 at 10", () => {
    const tokens = { in: 2000, cacheRead: 1000, out: 3000, reasoning: 2500 };
    expect(usd({ name: "gpt-5", provider: "openai", tokens })).toBeCloseTo(0.031375, 12);
  });

  test("cache read and written: 1,000 at 3, 40,000 at 0.30, 9,000 at 3.75, 2,000 at 15", () => {
    const found = cost({
      name: "claude-sonnet-4-5-20250929",
      provider: "anthropic",
      tokens: { in: 50_000, cacheRead: 40_000, cacheWrite: 9000, out: 2000 },
    });
    expect(found?.type === "estimate" && found.parts).toEqual({
      in: expect.closeTo(0.003, 12),
      cacheRead: expect.closeTo(0.012, 12),
      cacheWrite: expect.closeTo(0.03375, 12),
      out: expect.closeTo(0.03, 12),
    });
    expect(found?.type === "estimate" && found.usd).toBeCloseTo(0.07875, 12);
  });

  test("a long input has a price of its own: 10,000 at 6, 200,000 at 0.60, 1,000 at 22.50", () => {
    const tokens = { in: 210_000, cacheRead: 200_000, out: 1000 };
    expect(usd({ name: "claude-sonnet-4-5", provider: "anthropic", tokens })).toBeCloseTo(0.2025, 12);
  });

  test("another vendor's names: 40,000 at 1.25, 60,000 at 0.125, 5,000 at 10", () => {
    const tokens = { in: 100_000, cacheRead: 60_000, out: 5000, reasoning: 4000 };
    expect(usd({ name: "gemini-2.5-pro", provider: "gemini", tokens })).toBeCloseTo(0.1075, 12);
    expect(usd({ name: "gemini-2.5-pro", provider: "vertex", tokens })).toBeCloseTo(0.1075, 12);
  });

  test("by the hour of the call: 8,000 at 0.27, 2,000 at 0.07, 1,000 at 1.10; half of it at night", () => {
    const call = { name: "deepseek-chat", provider: "deepseek", tokens: { in: 10_000, cacheRead: 2000, out: 1000 } };
    expect(usd({ ...call, at: Date.UTC(2025, 6, 1, 12) })).toBeCloseTo(0.0034, 12);
    expect(usd({ ...call, at: Date.UTC(2025, 6, 1, 20) })).toBeCloseTo(0.0017, 12);
    expect(usd({ ...call, at: Date.UTC(2025, 6, 2, 12) })).toBeCloseTo(0.0034, 12);
  });

  test("by the date of the call: 1,000 at 10 and 1,000 at 40, later at 2 and 8", () => {
    const call = { name: "o3", provider: "openai", tokens: { in: 1000, out: 1000 } };
    expect(usd({ ...call, at: Date.UTC(2025, 4, 1) })).toBeCloseTo(0.05, 12);
    expect(usd({ ...call, at: Date.UTC(2025, 6, 1) })).toBeCloseTo(0.01, 12);
  });
});

describe("whose price", () => {
  test("a price given by hand holds for a dated name too", () => {
    expect(usd({ name: "My-Model-20250101", tokens: { in: 1_000_000, cacheRead: 500_000, out: 0 } })).toBe(0.75);
  });

  test("without a vendor the name tells it", () => {
    const tokens = { in: 1_000_000, out: 0 };
    expect(usd({ name: "gpt-4o-mini", tokens })).toBeCloseTo(0.15, 12);
    expect(usd({ name: "openai/gpt-4o-mini", tokens })).toBeCloseTo(0.15, 12);
    expect(usd({ name: "anthropic:claude-sonnet-4-5", tokens: { in: 100_000, out: 0 } })).toBeCloseTo(0.3, 12);
  });

  test("a vendor without a price list is not priced by another's", () => {
    expect(cost({ name: "gpt-4o-mini", provider: "ollama", tokens: { in: 1, out: 1 } })).toEqual({
      type: "unknown",
      why: "no price",
    });
  });
});

describe("what is not known", () => {
  test("no usage, no price, no name", () => {
    expect(cost({ name: "gpt-5", provider: "openai" })).toEqual({ type: "unknown", why: "no usage" });
    expect(cost({ name: "nobody-1", tokens: { in: 1, out: 1 } })).toEqual({ type: "unknown", why: "no price" });
    expect(cost({ tokens: { in: 1, out: 1 } })).toEqual({ type: "unknown", why: "no price" });
  });

  test("half a usage is at least", () => {
    expect(cost({ name: "my-model", tokens: { in: 1_000_000 } })).toMatchObject({ usd: 1, atLeast: true });
  });

  test("a stored cost stays as it is", () => {
    expect(cost({ name: "my-model", tokens: { in: 1, out: 1 }, cost: 0.5 })).toEqual({ type: "stored", usd: 0.5 });
  });

  test("a tool call costs nothing by itself", () => {
    expect(costOf(new RunOf([{ kind: "tool", name: "search" }]).row(0), prices)).toBeUndefined();
  });

  test("costs that are not wanted", () => {
    expect(cost({ name: "my-model", tokens: { in: 1, out: 1 }, cost: 0.5 }, NO_PRICES)).toBeUndefined();
  });
});

describe("a run", () => {
  const rows: readonly GivenRow[] = [
    { kind: "llm", name: "my-model", tokens: { in: 1_000_000, cacheRead: 400_000, cacheWrite: 100_000, out: 250_000 } },
    { kind: "llm", name: "my-model", tokens: { in: 0, out: 0 }, cost: 0.25 },
    { kind: "llm", name: "my-model", status: "error" },
    { kind: "llm", name: "nobody-1", tokens: { in: 10, out: 10 } },
    { kind: "memory", name: "text-embedding-3-small", provider: "openai", tokens: { in: 1_000_000 } },
    { kind: "raw", name: "result", cost: 3 },
  ];

  // 500,000 at 1 + 400,000 at 0.5 + 100,000 at 2 + 250,000 at 4 = 1.90; 0.25 as stored; 1,000,000 embedded at 0.02.
  test("sums what is known and names what is not", () => {
    const { cost: total, unpriced, otherStored } = account(new RunOf(rows), prices);
    expect(total).toMatchObject({ stored: 0.25, withoutUsage: 1, withoutPrice: 1 });
    expect(total.usd).toBeCloseTo(2.17, 12);
    expect([unpriced, otherStored]).toEqual([["nobody-1"], 3]);
  });

  test("what embeds has no output tokens that could be unknown", () => {
    const embeds: GivenRow = { kind: "memory", name: "e", tokens: { in: 5 } };
    const { tokens } = account(new RunOf([{ kind: "llm", name: "m", tokens: { in: 1, out: 2 } }, embeds]), prices);
    expect([tokens.in, tokens.out]).toEqual([
      { known: 6, unknown: 0 },
      { known: 2, unknown: 0 },
    ]);
  });

  test("in lines", () => {
    const run = new RunOf(rows);
    const lines = renderStats(run, account(run, prices));
    expect(lines.filter((line) => /cost|cache|input|estimate/i.test(line)).join("\n")).toMatchInlineSnapshot(`
      "cache           at least 20% of input read from a cache, 100k tokens written to it
      cost            at least $2.17 ($0.250 as stored, $1.92 estimated; 1 call without usage; no price for nobody-1: --price MODEL=IN/OUT gives one)
                      input $0.520 · cache read $0.200 · cache write $0.200 · output $1.00
      stored cost     $3.00 for the run
      model                                calls    errors        in    cached   written       out  no usage      time      cost
      Costs are estimates from public prices; a bill may differ."
    `);
  });

  test("as JSON", () => {
    const run = new RunOf(rows);
    expect(statsJson(run, account(run, prices))).toMatchObject({
      cost: { usd: expect.closeTo(2.17, 12), atLeast: true, stored: 0.25, callsWithoutUsage: 1, callsWithoutPrice: 1 },
      otherStoredCost: 3,
      unpricedModels: ["nobody-1"],
    });
  });

  test("without costs nothing of them is left", () => {
    const run = new RunOf(rows);
    expect(renderStats(run, account(run, NO_PRICES)).filter((line) => /cost|\$/i.test(line))).toEqual([]);
  });
});
