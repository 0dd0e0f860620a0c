import { readAll } from "../run/drive.ts";
import { openFile } from "../run/open-file.ts";
import { account } from "../stats/account.ts";
import { isAtLeast } from "../stats/cost-total.ts";
import { formatCost } from "../text/format.ts";
import type { PriceFlags } from "./price-flags.ts";
import { pricesFor } from "./prices.ts";

/** What a run that has just been written has cost, in a few words; undefined where it called no model. `vcr stats` says the rest. */
export async function recordedCost(path: string, flags: PriceFlags): Promise<string | undefined> {
  const file = await openFile(path);
  try {
    await readAll(file);
    const [run] = file.runs;
    if (run === undefined) return undefined;
    const { cost } = account(run, await pricesFor(flags));
    if (cost.usd === undefined) return isAtLeast(cost) ? "cost unknown" : undefined;
    const text = formatCost(cost.usd);
    return isAtLeast(cost) ? `at least ${text}` : text.startsWith("<") ? text : `about ${text}`;
  } finally {
    file.close();
  }
}
