import type { Row } from "../run/run.ts";

/** What a model's tokens cost: USD per 1,000,000 tokens of each class. */
export interface Rates {
  /** Input that no cache had. */
  readonly in: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** All output, reasoning included. */
  readonly out: number;
}

/** Where rates come from. A model may cost more with a long input and less at night, so it is the call that is asked for. */
export interface Prices {
  /** Costs are wanted at all: false leaves out those stored in a file too. */
  readonly shown: boolean;
  /** Undefined: this model has no price here. */
  ratesOf(call: PricedCall): Rates | undefined;
  /** Models of a vendor that have one, where a catalogue names them. */
  modelsOf?(provider: string): readonly string[];
}

export type PricedCall = Pick<Row, "name" | "provider" | "at" | "tokens">;

/** No price is known (yet): only costs stored in the file are. */
export const STORED_PRICES: Prices = { shown: true, ratesOf: () => undefined };

/** `--no-cost`. */
export const NO_PRICES: Prices = { shown: false, ratesOf: () => undefined };
