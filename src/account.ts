import type { Trace } from "./open-trace.ts";
import { isCall } from "./stats/cost.ts";
import { isAtLeast } from "./stats/cost-total.ts";
import { ratesOfEntry } from "./stats/given-prices.ts";
import { byWeight, emptyModel, type ModelAccount, withCall } from "./stats/model-account.ts";
import { loadPrices } from "./stats/price-catalog.ts";
import { NO_PRICES, type Prices, type Rates } from "./stats/prices.ts";
import type { Sum } from "./stats/sum.ts";
import { VcrError } from "./trace/errors.ts";

/** USD per 1,000,000 tokens; a cache class without a price costs what input does. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

export interface AccountOptions {
  /** Prices by model, before those of the catalogue; false leaves out costs. @default the catalogue's */
  readonly prices?: Readonly<Record<string, ModelPrice>> | false;
}

/** Sums of known values; undefined while calls were made and none says. */
export interface ModelTotals {
  readonly calls: number;
  readonly errors: number;
  readonly callsWithoutUsage: number;
  /** All input, cached or not. */
  readonly inputTokens: number | undefined;
  /** All output, reasoning included. */
  readonly outputTokens: number | undefined;
  readonly cacheReadTokens: number | undefined;
  readonly cacheWriteTokens: number | undefined;
  readonly reasoningTokens: number | undefined;
  /** USD: stored costs as they are, the others estimated. */
  readonly cost: number | undefined;
  /** Some call's cost is not known. */
  readonly costIsAtLeast: boolean;
}

export interface TraceAccount {
  /** By the name the calls give; "" where they give none. */
  readonly perModel: Readonly<Record<string, ModelTotals>>;
  readonly totalInputTokens: number | undefined;
  readonly totalOutputTokens: number | undefined;
  readonly totalTokens: number | undefined;
  /** USD; undefined while no call's cost is known. */
  readonly totalCost: number | undefined;
  /** Calls without usage or price are missing in `totalCost`. */
  readonly totalCostIsAtLeast: boolean;
  readonly callsWithoutUsage: number;
  readonly unpricedModels: readonly string[];
}

/**
 * Tokens and costs of a run, once it has been read. Costs are estimates from the prices this version came with;
 * nothing is fetched.
 * @throws VcrError `bad-price` for a price that is none; what `trace.ready` rejects with
 */
export async function account(trace: Trace, options: AccountOptions = {}): Promise<TraceAccount> {
  const prices = options.prices === false ? NO_PRICES : await loadPrices(given(options.prices ?? {}));
  await trace.ready;
  const { models, all } = sumsOf(trace, prices);
  const total = totalsOf(all);
  return {
    perModel: Object.fromEntries(models.map((each) => [each.model ?? "", totalsOf(each)])),
    totalInputTokens: total.inputTokens,
    totalOutputTokens: total.outputTokens,
    totalTokens: plus(total.inputTokens, total.outputTokens),
    totalCost: total.cost,
    totalCostIsAtLeast: total.costIsAtLeast,
    callsWithoutUsage: all.callsWithoutUsage,
    unpricedModels: models.filter(({ cost }) => cost.withoutPrice > 0).map(({ model }) => model ?? ""),
  };
}

function given(entries: Readonly<Record<string, ModelPrice>>): ReadonlyMap<string, Rates> {
  const prices = new Map<string, Rates>();
  for (const [model, entry] of Object.entries(entries)) {
    const rates = ratesOfEntry(entry);
    if (!rates)
      throw new VcrError(`the price of ${model} is no price`, {
        code: "bad-price",
        hint: "{ input, output } in USD per 1,000,000 tokens",
      });
    prices.set(model.toLowerCase(), rates);
  }
  return prices;
}

function sumsOf(
  trace: Trace,
  prices: Prices,
): { readonly models: readonly ModelAccount[]; readonly all: ModelAccount } {
  const models = new Map<string | undefined, ModelAccount>();
  let all = emptyModel(undefined);
  for (let i = 0; i < trace.length; i++) {
    const row = trace.row(i);
    if (!isCall(row)) continue;
    all = withCall(all, row, prices);
    models.set(row.name, withCall(models.get(row.name) ?? emptyModel(row.name, row.step), row, prices));
  }
  return { models: [...models.values()].sort(byWeight), all };
}

function totalsOf({ calls, errors, callsWithoutUsage, tokens, cost }: ModelAccount): ModelTotals {
  return {
    calls,
    errors,
    callsWithoutUsage,
    inputTokens: known(tokens.in),
    outputTokens: known(tokens.out),
    cacheReadTokens: known(tokens.cacheRead),
    cacheWriteTokens: known(tokens.cacheWrite),
    reasoningTokens: known(tokens.reasoning),
    cost: calls === 0 ? 0 : cost.usd,
    costIsAtLeast: isAtLeast(cost),
  };
}

function known({ known, unknown }: Sum): number | undefined {
  return known ?? (unknown > 0 ? undefined : 0);
}

function plus(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}
