import type { Row, Run } from "../run/run.ts";
import { costOf, isCall } from "./cost.ts";
import { type CostTotal, isAtLeast, NO_COST, plusCost } from "./cost-total.ts";
import type { Prices } from "./prices.ts";

/** What a run cost, as one number. */
export interface RunSum {
  readonly usd: number;
  /** Some call's cost is not known, or not summed yet. */
  readonly atLeast: boolean;
}

interface Sums {
  readonly calls: CostTotal;
  /** USD stored with events that are no calls: with a node, or with the end of a run, for all of it. */
  readonly others: number | undefined;
}

const NOTHING: Sums = { calls: NO_COST, others: undefined };
/** Rows at the end that may still change: summed anew each time. */
const UNSETTLED = 256;

/**
 * What a run cost, kept up with it as it grows. Costs stored with other events count only where no call's is known:
 * mostly they are sums over calls.
 */
export class RunCost {
  readonly #run: Run;
  readonly #prices: Prices;
  #version = -1;
  #settled = NOTHING;
  /** Rows summed in `#settled`. */
  #rows = 0;
  #all = NOTHING;

  constructor(run: Run, prices: Prices) {
    this.#run = run;
    this.#prices = prices;
  }

  /** Sums further rows, `most` at most; true when all are. */
  advance(most: number): boolean {
    if (this.#version === this.#run.version) return true;
    const { version, length } = this.#run;
    const stable = Math.max(this.#rows, length - UNSETTLED);
    const to = Math.min(stable, this.#rows + most);
    this.#settled = this.#sum(this.#settled, this.#rows, to);
    this.#rows = to;
    if (to < stable) {
      this.#all = this.#settled;
      return false;
    }
    this.#all = this.#sum(this.#settled, stable, length);
    this.#version = version;
    return true;
  }

  /** Undefined while nothing is known. */
  get total(): RunSum | undefined {
    const { calls, others } = this.#all;
    const usd = calls.usd ?? others;
    if (usd === undefined) return undefined;
    return { usd, atLeast: (calls.usd !== undefined && isAtLeast(calls)) || this.#version !== this.#run.version };
  }

  #sum(sums: Sums, from: number, to: number): Sums {
    let { calls, others } = sums;
    for (let i = from; i < to; i++) {
      const row: Row = this.#run.row(i);
      if (isCall(row)) calls = plusCost(calls, costOf(row, this.#prices));
      else if (row.cost !== undefined && this.#prices.shown) others = (others ?? 0) + row.cost;
    }
    return { calls, others };
  }
}

/** Rows summed at once between two keys: 4 ms. */
const MOST_ROWS = 1000;

const COSTS = new WeakMap<Run, { readonly prices: Prices; readonly cost: RunCost }>();

/** The cost of a run so far; what is left to sum is done with the next calls. */
export function runCostOf(run: Run, prices: Prices): RunCost {
  const known = COSTS.get(run);
  const cost = known?.prices === prices ? known.cost : new RunCost(run, prices);
  if (known?.cost !== cost) COSTS.set(run, { prices, cost });
  cost.advance(MOST_ROWS);
  return cost;
}
