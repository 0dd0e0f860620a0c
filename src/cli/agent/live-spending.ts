import type { Spending } from "../../gateway/hold/guards.ts";
import type { EndedCall, RunRecorder } from "../../record/run-recorder.ts";
import { type Cost, costOf } from "../../stats/cost.ts";
import { type CostTotal, isAtLeast, NO_COST, plusCost } from "../../stats/cost-total.ts";
import { type Prices, STORED_PRICES } from "../../stats/prices.ts";

/** What the live calls of a run in progress have cost so far, as they end. */
export class LiveSpending implements Spending {
  #prices: Prices;
  readonly #load: () => Promise<Prices>;
  #loading = false;
  readonly #liveOnly: boolean;
  readonly #ended: EndedCall[] = [];
  #total: CostTotal = NO_COST;

  constructor(
    recorder: RunRecorder,
    how: { readonly prices: Prices; readonly liveOnly: boolean; loader(): Promise<Prices> },
  ) {
    this.#prices = how.prices;
    this.#load = how.loader;
    this.#liveOnly = how.liveOnly;
    recorder.onEnd((call) => {
      if (this.#liveOnly && call.origin !== "live") return;
      if (call.origin === "injected" || call.origin === "replayed") return;
      this.#ended.push(call);
      this.#total = plusCost(this.#total, this.#costOf(call));
    });
  }

  get prices(): Prices {
    return this.#prices;
  }

  get spent(): number | undefined {
    return this.#total.usd;
  }

  get atLeast(): boolean {
    return isAtLeast(this.#total);
  }

  /** For watchers: the catalogue is loaded when the first one asks. */
  get told(): { readonly spent?: number; readonly atLeast?: boolean } {
    this.#loadOnce();
    const { spent, atLeast } = this;
    return { ...(spent === undefined ? {} : { spent }), ...(atLeast ? { atLeast } : {}) };
  }

  #loadOnce(): void {
    if (this.#loading || this.#prices !== STORED_PRICES) return;
    this.#loading = true;
    this.#load().then(
      (prices) => {
        this.#prices = prices;
        this.#total = this.#ended.reduce((total, call) => plusCost(total, this.#costOf(call)), NO_COST);
      },
      // What cannot be priced is shown without a price.
      () => undefined,
    );
  }

  #costOf({ kind, name, provider, at, fields: { tokens } }: EndedCall): Cost | undefined {
    return costOf({ kind, name, at, ...(provider && { provider }), ...(tokens && { tokens }) }, this.#prices);
  }

  unpriced({ name, provider }: { readonly name: string; readonly provider: string | undefined }): boolean {
    return this.#prices.ratesOf({ name, ...(provider === undefined ? {} : { provider }) }) === undefined;
  }
}
