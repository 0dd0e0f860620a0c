import { readFileSync } from "node:fs";
import { field, parse } from "../../json/json.ts";
import { pricesByModel } from "../../stats/given-prices.ts";
import type { GivenPrices } from "../../stats/price-catalog.ts";
import { configFile } from "./user-folders.ts";

/** `"prices"` of the user's config file: what holds where no option says another price. */
export function configPrices(): { readonly prices: GivenPrices; readonly problems: readonly string[] } {
  const file = configFile();
  const entry = field(parse(textOf(file)), "prices");
  if (entry === undefined) return { prices: new Map(), problems: [] };
  const { prices, problems } = pricesByModel(entry);
  return { prices, problems: problems.map((problem) => `${file}: prices: ${problem}`) };
}

/** A file that is not there, or is no JSON, holds no prices; the program says what is wrong with it as a whole. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
