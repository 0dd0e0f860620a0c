import type { Row } from "../run/run.ts";
import { costOf } from "./cost.ts";
import { type CostTotal, NO_COST, plusCost } from "./cost-total.ts";
import type { Prices } from "./prices.ts";
import { NO_SUM, plus, type Sum } from "./sum.ts";

export type TokenClass = "in" | "out" | "cacheRead" | "cacheWrite" | "reasoning";

/** What the calls of one model come to. */
export interface ModelAccount {
  /** Undefined: the calls say no model. */
  readonly model: string | undefined;
  readonly calls: number;
  /** Calls that failed for good. */
  readonly errors: number;
  /** Further attempts at calls, which are calls too. */
  readonly retries: number;
  /** Calls that say neither input nor output tokens. */
  readonly callsWithoutUsage: number;
  /** `in` holds all input, cached or not; the classes that follow are parts of `in` and `out`. */
  readonly tokens: Readonly<Record<TokenClass, Sum>>;
  /** USD as stored in the file. */
  readonly storedCost: Sum;
  readonly cost: CostTotal;
  /** Milliseconds. */
  readonly time: Sum;
  /** Step of its first call. */
  readonly first: string;
}

export function emptyModel(model: string | undefined, first = ""): ModelAccount {
  const tokens = { in: NO_SUM, out: NO_SUM, cacheRead: NO_SUM, cacheWrite: NO_SUM, reasoning: NO_SUM };
  return {
    model,
    calls: 0,
    errors: 0,
    retries: 0,
    callsWithoutUsage: 0,
    tokens,
    storedCost: NO_SUM,
    cost: NO_COST,
    time: NO_SUM,
    first,
  };
}

export function withCall(before: ModelAccount, row: Row, prices: Prices): ModelAccount {
  const { tokens } = before;
  const unused = row.tokens?.in === undefined && row.tokens?.out === undefined;
  return {
    model: before.model,
    calls: before.calls + 1,
    errors: before.errors + (row.status === "error" && row.repeatedBy === undefined ? 1 : 0),
    retries: before.retries + (row.repeats === undefined ? 0 : 1),
    callsWithoutUsage: before.callsWithoutUsage + (unused ? 1 : 0),
    tokens: {
      in: plus(tokens.in, row.tokens?.in),
      out: plus(tokens.out, outOf(row)),
      cacheRead: plus(tokens.cacheRead, row.tokens?.cacheRead),
      cacheWrite: plus(tokens.cacheWrite, row.tokens?.cacheWrite),
      reasoning: plus(tokens.reasoning, row.tokens?.reasoning),
    },
    storedCost: prices.shown ? plus(before.storedCost, row.cost) : before.storedCost,
    cost: plusCost(before.cost, costOf(row, prices)),
    time: plus(before.time, row.durationMs),
    first: before.first,
  };
}

/** Output tokens of a call; what embeds texts has no output to speak of. */
export function outOf({ kind, tokens }: Pick<Row, "kind" | "tokens">): number | undefined {
  return tokens?.out ?? (kind === "memory" && tokens !== undefined ? 0 : undefined);
}

/** The most tokens first. */
export function byWeight(a: ModelAccount, b: ModelAccount): number {
  return weight(b) - weight(a) || b.calls - a.calls;
}

function weight({ tokens }: ModelAccount): number {
  return (tokens.in.known ?? 0) + (tokens.out.known ?? 0);
}
