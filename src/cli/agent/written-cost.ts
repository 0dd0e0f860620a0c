import type { Spent } from "../../fork/spent.ts";
import { readAll } from "../../run/drive.ts";
import { openFile } from "../../run/open-file.ts";
import type { Row } from "../../run/run.ts";
import { costOf, isCall } from "../../stats/cost.ts";
import { isAtLeast, NO_COST, plusCost } from "../../stats/cost-total.ts";
import { costPhrase } from "../../text/format.ts";
import { shortNumber } from "../../text/short-number.ts";
import type { PriceFlags } from "../settings/price-flags.ts";
import { pricesFor } from "../settings/prices.ts";

/** What a run that has just been written has cost; undefined where it called no model, or costs are left out. `vcr stats` says the rest. */
export function writtenCost(path: string, flags: PriceFlags): Promise<Spent | undefined> {
  return costOfCalls(path, flags, () => true);
}

/** The same of its live calls: what was served cost nothing. */
export function liveCost(path: string, flags: PriceFlags): Promise<Spent | undefined> {
  return costOfCalls(path, flags, ({ origin }) => origin === "live");
}

/** What it cost is worth a line, not a failure: what cannot be read costs nothing that is known. */
async function costOfCalls(path: string, flags: PriceFlags, counts: (row: Row) => boolean): Promise<Spent | undefined> {
  try {
    const prices = await pricesFor(flags);
    if (!prices.shown) return undefined;
    const file = await openFile(path);
    try {
      await readAll(file);
      const rows = file.runs.flatMap((run) => Array.from({ length: run.length }, (_, i) => run.row(i)));
      const calls = rows.filter((row) => isCall(row) && counts(row));
      const cost = calls.reduce((sum, row) => plusCost(sum, costOf(row, prices)), NO_COST);
      const atLeast = isAtLeast(cost);
      const words = wordsOf(cost.usd, atLeast);
      return words === undefined
        ? undefined
        : { words, usd: cost.usd === undefined ? undefined : shortNumber(cost.usd), atLeast };
    } finally {
      file.close();
    }
  } catch {
    return undefined;
  }
}

function wordsOf(usd: number | undefined, atLeast: boolean): string | undefined {
  if (usd === undefined) return atLeast ? "cost unknown" : undefined;
  const words = costPhrase(usd, atLeast);
  return words.startsWith("$") ? `about ${words}` : words;
}
