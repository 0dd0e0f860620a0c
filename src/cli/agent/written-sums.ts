import type { Spent } from "../../fork/spent.ts";
import { readAll } from "../../run/drive.ts";
import { openFile } from "../../run/open-file.ts";
import type { Row } from "../../run/run.ts";
import { hasFailed } from "../../stats/account.ts";
import { costOf, isCall } from "../../stats/cost.ts";
import { isAtLeast, NO_COST, plusCost } from "../../stats/cost-total.ts";
import { outOf } from "../../stats/model-account.ts";
import { NO_SUM, plus, type Sum } from "../../stats/sum.ts";
import { costPhrase } from "../../text/format.ts";
import { shortNumber } from "../../text/short-number.ts";
import type { PriceFlags } from "../settings/price-flags.ts";
import { pricesFor } from "../settings/prices.ts";

/** What a run that has just been written comes to, as it is shown when it is opened. `vcr stats` says the rest. */
export interface WrittenSums {
  /** Calls that failed for good, those of tools that the agent ran by itself among them. */
  readonly errors: number;
  /** Undefined where no model was called, or costs are left out. */
  readonly cost: Spent | undefined;
  /** Of calls of models; those that do not say theirs are counted. */
  readonly tokens: { readonly in: Sum; readonly out: Sum };
}

/** Undefined for a file that cannot be read: sums are worth a line, not a failure. */
export async function writtenSums(path: string, flags: PriceFlags): Promise<WrittenSums | undefined> {
  const rows = await rowsOf(path);
  if (rows === undefined) return undefined;
  const calls = rows.filter(isCall);
  const sumOf = (part: (row: Row) => number | undefined): Sum =>
    calls.reduce((sum, row) => plus(sum, part(row)), NO_SUM);
  return {
    errors: rows.filter(hasFailed).length,
    cost: await costOfCalls(rows, flags),
    tokens: { in: sumOf(({ tokens }) => tokens?.in), out: sumOf(outOf) },
  };
}

/** What its live calls have cost: what was served cost nothing. */
export async function liveCost(path: string, flags: PriceFlags): Promise<Spent | undefined> {
  const rows = await rowsOf(path);
  return (
    rows &&
    costOfCalls(
      rows.filter(({ origin }) => origin === "live"),
      flags,
    )
  );
}

async function rowsOf(path: string): Promise<readonly Row[] | undefined> {
  try {
    const file = await openFile(path);
    try {
      await readAll(file);
      return file.runs.flatMap((run) => Array.from({ length: run.length }, (_, i) => run.row(i)));
    } finally {
      file.close();
    }
  } catch {
    return undefined;
  }
}

async function costOfCalls(rows: readonly Row[], flags: PriceFlags): Promise<Spent | undefined> {
  const prices = await pricesFor(flags).catch(() => undefined);
  if (!prices?.shown) return undefined;
  const cost = rows.filter(isCall).reduce((sum, row) => plusCost(sum, costOf(row, prices)), NO_COST);
  const atLeast = isAtLeast(cost);
  const words = wordsOf(cost.usd, atLeast);
  const usd = cost.usd === undefined ? undefined : shortNumber(cost.usd);
  return words === undefined ? undefined : { words, usd, atLeast };
}

function wordsOf(usd: number | undefined, atLeast: boolean): string | undefined {
  if (usd === undefined) return atLeast ? "cost unknown" : undefined;
  const words = costPhrase(usd, atLeast);
  return words.startsWith("$") ? `about ${words}` : words;
}
