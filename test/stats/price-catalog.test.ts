import { calcPrice } from "@pydantic/genai-prices";
import fc from "fast-check";
import { expect, test } from "vitest";
import { usdOf } from "../../src/stats/cost.ts";
import { loadPrices } from "../../src/stats/price-catalog.ts";
import { RunOf } from "../support/run-of.ts";

const MODELS = [
  ["openai", "gpt-4.1"],
  ["openai", "o4-mini"],
  ["anthropic", "claude-opus-4-1"],
  ["anthropic", "claude-sonnet-4-5"],
  ["google", "gemini-2.5-flash"],
  ["google", "gemini-2.5-pro"],
  ["deepseek", "deepseek-chat"],
  ["groq", "llama-3.3-70b-versatile"],
  ["mistral", "mistral-large-latest"],
  ["x-ai", "grok-4"],
] as const;

/** The library's own arithmetic over the same prices, whatever the mix of tokens and the time. */
test("costs what the library says", async () => {
  const prices = await loadPrices();
  const count = fc.nat({ max: 300_000 });
  const at = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2026, 0) });
  fc.assert(
    fc.property(fc.constantFrom(...MODELS), count, count, count, count, at, (model, fresh, read, written, out, at) => {
      const [provider, name] = model;
      const tokens = { in: fresh + read + written, cacheRead: read, cacheWrite: written, out };
      const usage = {
        input_tokens: tokens.in,
        cache_read_tokens: read,
        cache_write_tokens: written,
        output_tokens: out,
      };
      const expected = calcPrice(usage, name, { providerId: provider, timestamp: new Date(at) });
      const row = new RunOf([{ kind: "llm", name, provider, at, tokens }]).row(0);
      expect(usdOf(row, prices)).toBeCloseTo(expected?.total_price ?? Number.NaN, 9);
    }),
    { numRuns: 300 },
  );
});
