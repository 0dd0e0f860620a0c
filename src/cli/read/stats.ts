import { readAll } from "../../run/drive.ts";
import { type Account, account } from "../../stats/account.ts";
import { givenFor } from "../../stats/price-catalog.ts";
import { renderStats } from "../../stats/render-stats.ts";
import { statsJson } from "../../stats/stats-json.ts";
import { openForCommand, tellProblems } from "../files/open.ts";
import { shownFile } from "../files/shown-file.ts";
import { Output } from "../output.ts";
import type { PriceFlags } from "../settings/price-flags.ts";
import { givenPrices, pricesFor } from "../settings/prices.ts";
import { tell } from "../trouble.ts";

export interface StatsOptions extends PriceFlags {
  readonly json?: boolean;
}

/** `vcr stats FILE`: every run of the file, one after the other. */
export async function stats(path: string, options: StatsOptions): Promise<void> {
  const prices = await pricesFor(options);
  const out = new Output();
  const file = shownFile(await openForCommand(path));
  await readAll(file);
  const accounts = file.runs.map((run) => ({ run, sums: account(run, prices) }));
  for (const [i, { run, sums }] of accounts.entries()) {
    if (options.json) await out.line(JSON.stringify(statsJson(run, sums), null, 2));
    else {
      if (i > 0) await out.line("");
      for (const line of renderStats(run, sums)) await out.line(line);
    }
  }
  tellUnusedPrices(
    options,
    accounts.flatMap(({ sums }) => sums.models),
  );
  tellProblems(file);
  file.close();
}

/** A price for a name that no call has: mostly a slip of the pen. */
function tellUnusedPrices({ price = [] }: PriceFlags, models: Account["models"]): void {
  for (const text of price) {
    const given = givenPrices({ price: [text] });
    if (models.some(({ model }) => model !== undefined && givenFor(model, given))) continue;
    const names = [...new Set(models.map(({ model }) => model ?? "(not named)"))].join(", ");
    tell(`--price ${text}: no call uses that model${names === "" ? "" : `; models: ${names}`}`);
  }
}
