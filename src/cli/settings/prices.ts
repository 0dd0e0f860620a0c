import { readFileSync } from "node:fs";
import { parsePrice, parsePricesFile } from "../../stats/given-prices.ts";
import { type GivenPrices, loadPrices } from "../../stats/price-catalog.ts";
import { NO_PRICES, type Prices, type Rates, STORED_PRICES } from "../../stats/prices.ts";
import { Trouble, tell } from "../trouble.ts";
import { configPrices } from "./config-prices.ts";
import type { PriceFlags } from "./price-flags.ts";

/** @throws Trouble for a price that cannot be read, a system error for a file that cannot */
export function givenPrices({ price = [], pricesFile }: PriceFlags): GivenPrices {
  const given = new Map<string, Rates>();
  const take = (result: ReturnType<typeof parsePrice>, where: string): void => {
    if (!result.ok) throw new Trouble(`${where}: ${result.problem}`);
    for (const [model, rates] of result.prices) given.set(model, rates);
  };
  if (pricesFile !== undefined) take(parsePricesFile(readFileSync(pricesFile, "utf8")), pricesFile);
  for (const text of price) take(parsePrice(text), "--price");
  return given;
}

/**
 * Prices as the options say, else the config file, else the catalogue, which is loaded when they are wanted.
 * @throws as `givenPrices`, at once
 */
export function pricesLoader(flags: PriceFlags): () => Promise<Prices> {
  const given = givenPrices(flags);
  return async () => (flags.cost === false ? NO_PRICES : loadPrices(new Map([...configPrices().prices, ...given])));
}

export async function pricesFor(flags: PriceFlags): Promise<Prices> {
  const load = pricesLoader(flags);
  if (flags.cost !== false) for (const problem of configPrices().problems) tell(problem);
  return load();
}

/** Loading the catalogue takes longer than most else of this command: it is for those who ask for costs. */
export async function shownPrices(options: PriceFlags & { readonly filter?: string }): Promise<Prices> {
  const { filter = "", price, pricesFile, cost } = options;
  const asked = price !== undefined || pricesFile !== undefined || cost === false || /\bcost\b/i.test(filter);
  return asked ? pricesFor(options) : STORED_PRICES;
}
