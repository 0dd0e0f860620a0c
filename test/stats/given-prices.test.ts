import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePrice, parsePricesFile } from "../../src/stats/given-prices.ts";

function prices(result: ReturnType<typeof parsePrice>) {
  return result.ok ? Object.fromEntries(result.prices) : result.problem;
}

describe("--price", () => {
  test("input and output, all input at one price", () => {
    expect(prices(parsePrice("My/Model:v1=0.5/2"))).toEqual({
      "my/model:v1": { in: 0.5, out: 2, cacheRead: 0.5, cacheWrite: 0.5 },
    });
  });

  test.each(["gpt-5", "gpt-5=1", "=1/2", "gpt-5=1/x", "gpt-5=-1/2", "gpt-5=1/2/3", "gpt-5=1e3/2", "gpt-5=/2"])(
    "%s is no price",
    (text) => expect(parsePrice(text).ok).toBe(false),
  );
});

describe("a file of prices", () => {
  test("short and long entries", () => {
    const text = '{"a": "1/2", "B": {"input": 1, "output": 2, "cacheRead": 0.1}}';
    expect(prices(parsePricesFile(text))).toEqual({
      a: { in: 1, out: 2, cacheRead: 1, cacheWrite: 1 },
      b: { in: 1, out: 2, cacheRead: 0.1, cacheWrite: 1 },
    });
  });

  test("names the entry that cannot be read", () => {
    expect(prices(parsePricesFile('{"a": {"input": 1}}'))).toBe(
      'the price of a is neither "IN/OUT" nor {"input": IN, "output": OUT}',
    );
    expect(prices(parsePricesFile("[]"))).toMatch("an object of prices by model");
    expect(prices(parsePricesFile("{"))).toMatch("no JSON");
  });

  test("any text gives an answer", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(typeof parsePricesFile(text).ok).toBe("boolean");
        expect(typeof parsePrice(text).ok).toBe("boolean");
      }),
      { numRuns: 200 },
    );
  });
});
