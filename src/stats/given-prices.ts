import type { GivenPrices } from "./price-catalog.ts";
import type { Rates } from "./prices.ts";

/** A price as people write it, not yet looked at. */
export interface GivenEntry {
  readonly input?: unknown;
  readonly output?: unknown;
  readonly cacheRead?: unknown;
  readonly cacheWrite?: unknown;
}

export type GivenResult =
  | { readonly ok: true; readonly prices: GivenPrices }
  | { readonly ok: false; readonly problem: string };

/**
 * `--price MODEL=IN/OUT`: USD per 1,000,000 tokens. With no price of its own for what a cache took part in, all input
 * costs IN.
 */
export function parsePrice(text: string): GivenResult {
  const [, model = "", input = "", output = ""] = /^(.+)=([^=/]+)\/([^=/]+)$/.exec(text) ?? [];
  const rates = ratesOfEntry({ input: amount(input), output: amount(output) });
  if (model.trim() === "" || !rates)
    return { ok: false, problem: `"${text}" is no price: MODEL=IN/OUT in USD per 1,000,000 tokens, as gpt-5=1.25/10` };
  return { ok: true, prices: new Map([[model.trim().toLowerCase(), rates]]) };
}

/**
 * A file of prices: `{"gpt-5": "1.25/10", "my-model": {"input": 1, "output": 4, "cacheRead": 0.1, "cacheWrite": 1.25}}`,
 * USD per 1,000,000 tokens; the last two may be missing.
 */
export function parsePricesFile(text: string): GivenResult {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: `no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const { prices, problems } = pricesByModel(file);
  const [problem] = problems;
  return problem === undefined ? { ok: true, prices } : { ok: false, problem };
}

/** Prices as they stand in such a file; entries that are none are named, and the others hold. */
export function pricesByModel(file: unknown): { readonly prices: GivenPrices; readonly problems: readonly string[] } {
  const prices = new Map<string, Rates>();
  if (!isRecord(file)) return { prices, problems: ['an object of prices by model is expected: {"gpt-5": "1.25/10"}'] };
  const problems: string[] = [];
  for (const [model, entry] of Object.entries(file)) {
    const rates = typeof entry === "string" ? fromText(entry) : isRecord(entry) ? ratesOfEntry(entry) : undefined;
    if (rates) prices.set(model.toLowerCase(), rates);
    else problems.push(`the price of ${model} is neither "IN/OUT" nor {"input": IN, "output": OUT}`);
  }
  return { prices, problems };
}

function fromText(text: string): Rates | undefined {
  const [input = "", output = "", more] = text.split("/");
  return more === undefined ? ratesOfEntry({ input: amount(input), output: amount(output) }) : undefined;
}

/** Undefined where it is no price. */
export function ratesOfEntry(entry: GivenEntry): Rates | undefined {
  const { input, output, cacheRead = input, cacheWrite = input } = entry;
  return isAmount(input) && isAmount(output) && isAmount(cacheRead) && isAmount(cacheWrite)
    ? { in: input, out: output, cacheRead, cacheWrite }
    : undefined;
}

function amount(text: string): number | undefined {
  const digits = text.trim().replace(/^\$/, "");
  return /^(?:\d+\.?\d*|\.\d+)$/.test(digits) ? Number(digits) : undefined;
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
