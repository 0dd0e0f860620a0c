import type { Run } from "../../run/run.ts";
import { costOf, isCall } from "../../stats/cost.ts";
import { NO_COST, plusCost } from "../../stats/cost-total.ts";
import type { Prices } from "../../stats/prices.ts";
import type { RestCost } from "./draft-state.ts";

/** Rows summed between two looks at the clock. */
const ROWS = 500;

/** What the recorded calls from `limit` on cost, with the tokens they took; at the price of `model` where it is another. */
export function* restCostSteps(
  run: Run,
  { limit, model, prices }: { readonly limit: number; readonly model: string | null; readonly prices: Prices },
): Generator<number, RestCost, undefined> {
  let total = NO_COST;
  let calls = 0;
  const unpriced = new Set<string>();
  for (let i = 0; i < run.length; i++) {
    if (i % ROWS === ROWS - 1) yield i / run.length;
    const row = run.row(i);
    if (row.seq < limit || !isCall(row)) continue;
    const { cost: _, ...unstored } = row;
    const cost = costOf(model === null ? row : { ...unstored, name: model }, prices);
    calls++;
    total = plusCost(total, cost);
    if (cost?.type === "unknown" && cost.why === "no price") unpriced.add(model ?? row.name ?? "(not named)");
  }
  return { calls, total, unpriced: [...unpriced] };
}
