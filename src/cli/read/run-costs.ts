import type { CostOf } from "../../run/catalog/read-facts.ts";
import type { Prices } from "../../stats/prices.ts";
import { RunCost } from "../../stats/run-cost.ts";

/** What runs that have been read to their end cost, by these prices. */
export function costsBy(prices: Prices): CostOf {
  return (run) => {
    const cost = new RunCost(run, prices);
    cost.advance(Number.POSITIVE_INFINITY);
    return cost.total;
  };
}
