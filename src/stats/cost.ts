import type { Row } from "../run/run.ts";
import type { Prices, Rates } from "./prices.ts";

/** USD by class of token; `out` holds reasoning too. */
export type CostParts = Rates;

export type Cost =
  /** As the file has it. */
  | { readonly type: "stored"; readonly usd: number }
  /** By the price table. `atLeast`: one half of the call does not say its tokens. */
  | { readonly type: "estimate"; readonly usd: number; readonly parts: CostParts; readonly atLeast: boolean }
  | { readonly type: "unknown"; readonly why: "no usage" | "no price" };

/** What of an event its cost is made from. */
export type CostedEvent = Pick<Row, "kind" | "cost" | "tokens" | "name" | "provider" | "at">;

/** What an event cost; undefined for one that costs nothing by itself, as a tool call. The one place where tokens become money. */
export function costOf(row: CostedEvent, prices: Prices): Cost | undefined {
  if (!prices.shown) return undefined;
  if (row.cost !== undefined) return { type: "stored", usd: row.cost };
  if (!isCall(row)) return undefined;
  const { tokens } = row;
  if (tokens?.in === undefined && tokens?.out === undefined)
    return row.kind === "llm" ? { type: "unknown", why: "no usage" } : undefined;
  const rates = prices.ratesOf(row);
  if (!rates) return { type: "unknown", why: "no price" };
  const parts = partsOf(tokens, rates);
  const usd = parts.in + parts.cacheRead + parts.cacheWrite + parts.out;
  // What embeds texts has no output to speak of.
  const atLeast = row.kind === "llm" && (tokens.in === undefined || tokens.out === undefined);
  return { type: "estimate", usd, parts, atLeast };
}

/** USD that are known of it. */
export function usdOf(row: CostedEvent, prices: Prices): number | undefined {
  const cost = costOf(row, prices);
  return cost === undefined || cost.type === "unknown" ? undefined : cost.usd;
}

/** Calls to a model: embeddings stand among the memory events. */
export function isCall({ kind, tokens }: Pick<Row, "kind" | "tokens">): boolean {
  return kind === "llm" || (kind === "memory" && tokens !== undefined);
}

/** `in` counts all input, so what a cache took part in comes off it. */
function partsOf(tokens: NonNullable<Row["tokens"]>, rates: Rates): CostParts {
  const { cacheRead = 0, cacheWrite = 0 } = tokens;
  const fresh = Math.max(0, (tokens.in ?? 0) - cacheRead - cacheWrite);
  return {
    in: (fresh * rates.in) / MILLION,
    cacheRead: (cacheRead * rates.cacheRead) / MILLION,
    cacheWrite: (cacheWrite * rates.cacheWrite) / MILLION,
    out: ((tokens.out ?? 0) * rates.out) / MILLION,
  };
}

const MILLION = 1_000_000;
