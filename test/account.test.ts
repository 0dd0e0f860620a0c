import { join } from "node:path";
import { expect, test } from "vitest";
import { account, openTrace, type Trace, VcrError, writeTrace } from "../src/index.ts";
import { tempFolder } from "./support/temp-folder.ts";

const PRICES = { "my-model": { input: 1, output: 4, cacheRead: 0.5 } };

async function withTrace<T>(work: (trace: Trace) => Promise<T>): Promise<T> {
  const path = join(tempFolder(), "run.vcr");
  writeTrace(path, { id: "r_1" }, [
    { kind: "llm", name: "my-model", status: "ok", tokens: { in: 1_000_000, cacheRead: 400_000, out: 250_000 } },
    { kind: "llm", name: "my-model", status: "error" },
    { kind: "llm", name: "__proto__", status: "ok", tokens: { in: 10, out: 5 } },
    { kind: "tool", name: "search", status: "ok" },
  ]);
  const trace = await openTrace(path);
  try {
    return await work(trace);
  } finally {
    trace.close();
  }
}

// 600,000 at 1 + 400,000 at 0.5 + 250,000 at 4 = 1.80.
test("tokens and costs of a trace, by model and in all", async () => {
  const sums = await withTrace((trace) => account(trace, { prices: PRICES }));
  expect(sums).toMatchObject({
    totalInputTokens: 1_000_010,
    totalOutputTokens: 250_005,
    totalTokens: 1_250_015,
    totalCost: expect.closeTo(1.8, 12),
    totalCostIsAtLeast: true,
    callsWithoutUsage: 1,
    unpricedModels: ["__proto__"],
  });
  expect(Object.keys(sums.perModel)).toEqual(["my-model", "__proto__"]);
  expect(sums.perModel["my-model"]).toMatchObject({
    calls: 2,
    errors: 1,
    inputTokens: 1_000_000,
    callsWithoutUsage: 1,
  });
});

test("costs can be left out", async () => {
  const sums = await withTrace((trace) => account(trace, { prices: false }));
  expect([sums.totalCost, sums.totalTokens, sums.unpricedModels]).toEqual([undefined, 1_250_015, []]);
});

test("a price that is none is refused", async () => {
  const refused = withTrace((trace) => account(trace, { prices: { a: { input: -1, output: 1 } } }));
  await expect(refused).rejects.toBeInstanceOf(VcrError);
  await expect(refused).rejects.toMatchObject({ code: "bad-price" });
});
