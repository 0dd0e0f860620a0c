import { readAll } from "../run/drive.ts";
import { openFile } from "../run/open-file.ts";
import { costOf, isCall } from "../stats/cost.ts";
import { isAtLeast, NO_COST, plusCost } from "../stats/cost-total.ts";
import { formatCost } from "../text/format.ts";
import type { PriceFlags } from "./price-flags.ts";
import { pricesFor } from "./prices.ts";

/** What the live calls of a run that has just been written have cost, in a few words; undefined where costs are left out. */
export async function liveCost(path: string, flags: PriceFlags): Promise<string | undefined> {
  const prices = await pricesFor(flags);
  if (!prices.shown) return undefined;
  const file = await openFile(path);
  try {
    await readAll(file);
    let cost = NO_COST;
    for (const run of file.runs)
      for (let i = 0; i < run.length; i++) {
        const row = run.row(i);
        if (row.origin === "live" && isCall(row)) cost = plusCost(cost, costOf(row, prices));
      }
    if (cost.usd === undefined) return isAtLeast(cost) ? "cost unknown" : undefined;
    const text = formatCost(cost.usd);
    return isAtLeast(cost) ? `at least ${text}` : text.startsWith("<") ? text : `about ${text}`;
  } finally {
    file.close();
  }
}
