import type { Run } from "../run/run.ts";
import { shortNumber } from "../text/short-number.ts";
import { type Account, FIRST_DATE } from "./account.ts";
import type { CostParts } from "./cost.ts";
import { type CostTotal, isAtLeast } from "./cost-total.ts";
import type { ModelAccount, TokenClass } from "./model-account.ts";
import type { Sum } from "./sum.ts";

/** A total as JSON: `null` is unknown; `unknown` counts the values that `value` misses (then it is "at least"). */
export interface JsonSum {
  readonly value: number | null;
  readonly unknown: number;
}

/** USD; `usd` is null while no call's cost is known, and less than the truth with `atLeast`. */
export interface JsonCost {
  readonly usd: number | null;
  readonly atLeast: boolean;
  /** The part that stands in the file. */
  readonly stored: number | null;
  /** The part worked out from prices, by class of token; output holds reasoning. */
  readonly estimated: CostParts | null;
  readonly callsWithoutUsage: number;
  readonly callsWithoutPrice: number;
}

/** What `vcr stats --json` prints, as one object. Times are ISO 8601 in UTC, durations milliseconds, costs USD. */
export interface StatsJson {
  readonly file: string;
  readonly format: string;
  readonly id: string | null;
  readonly steps: number;
  readonly events: number;
  readonly agents: number;
  readonly recorded: { readonly from: string | null; readonly to: string | null; readonly durationMs: number | null };
  /** Events by kind and by status; kinds that do not occur are left out. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  /** Events that failed for good: of calls that were made again the last attempt counts. */
  readonly errors: number;
  /** Further attempts at calls that had failed. */
  readonly retries: number;
  readonly firstError: {
    readonly step: string;
    readonly kind: string;
    readonly name: string | null;
    readonly text: string;
  } | null;
  readonly callTimeMs: JsonSum;
  readonly callsWithoutUsage: number;
  readonly tokens: Readonly<Record<TokenClass, JsonSum>>;
  readonly storedCost: JsonSum;
  /** Stored with events that are no calls, mostly for the run as a whole. */
  readonly otherStoredCost: number | null;
  readonly cost: JsonCost;
  readonly unpricedModels: readonly string[];
  readonly models: readonly {
    readonly model: string | null;
    readonly calls: number;
    readonly errors: number;
    readonly retries: number;
    readonly callsWithoutUsage: number;
    readonly tokens: Readonly<Record<TokenClass, JsonSum>>;
    readonly timeMs: JsonSum;
    readonly storedCost: JsonSum;
    readonly cost: JsonCost;
  }[];
  readonly tools: readonly {
    readonly name: string;
    readonly calls: number;
    readonly errors: number;
    readonly pending: number;
    readonly timeMs: JsonSum;
    readonly approximate: boolean;
  }[];
}

export function statsJson(run: Run, account: Account): StatsJson {
  const { firstAt, lastAt, firstError } = account;
  return {
    file: run.path,
    format: run.format,
    id: run.header.id ?? null,
    steps: account.steps,
    events: account.events,
    agents: account.agents,
    recorded: {
      from: iso(firstAt),
      to: iso(lastAt),
      durationMs: firstAt === undefined || lastAt === undefined ? null : shortNumber(lastAt - firstAt),
    },
    kinds: Object.fromEntries(account.byKind),
    statuses: Object.fromEntries(account.byStatus),
    errors: account.errors,
    retries: account.retries,
    firstError: firstError ? { ...firstError, name: firstError.name ?? null } : null,
    callTimeMs: sum(account.time),
    callsWithoutUsage: account.callsWithoutUsage,
    tokens: tokens(account.tokens),
    storedCost: sum(account.storedCost),
    otherStoredCost: numberOf(account.otherStored),
    cost: costJson(account.cost),
    unpricedModels: account.unpriced,
    models: account.models.map(model),
    tools: account.tools.map(({ time, first, ...tool }) => ({ ...tool, timeMs: sum(time) })),
  };
}

function model({
  model,
  calls,
  errors,
  retries,
  callsWithoutUsage,
  tokens: used,
  time,
  storedCost,
  cost,
}: ModelAccount) {
  return {
    model: model ?? null,
    calls,
    errors,
    retries,
    callsWithoutUsage,
    tokens: tokens(used),
    timeMs: sum(time),
    storedCost: sum(storedCost),
    cost: costJson(cost),
  };
}

function costJson(cost: CostTotal): JsonCost {
  return {
    usd: numberOf(cost.usd),
    atLeast: isAtLeast(cost),
    stored: numberOf(cost.stored),
    estimated: cost.estimated === undefined ? null : shortRates(cost.estimated),
    callsWithoutUsage: cost.withoutUsage,
    callsWithoutPrice: cost.withoutPrice,
  };
}

function shortRates({ in: input, cacheRead, cacheWrite, out }: CostParts): CostParts {
  return {
    in: shortNumber(input),
    cacheRead: shortNumber(cacheRead),
    cacheWrite: shortNumber(cacheWrite),
    out: shortNumber(out),
  };
}

function tokens(used: Readonly<Record<TokenClass, Sum>>): Readonly<Record<TokenClass, JsonSum>> {
  return {
    in: sum(used.in),
    out: sum(used.out),
    cacheRead: sum(used.cacheRead),
    cacheWrite: sum(used.cacheWrite),
    reasoning: sum(used.reasoning),
  };
}

function sum({ known, unknown }: Sum): JsonSum {
  return { value: numberOf(known), unknown };
}

function numberOf(value: number | undefined): number | null {
  return value === undefined ? null : shortNumber(value);
}

/** A time outside what a calendar holds, or counted from an unknown start, is no date. */
function iso(time: number | undefined): string | null {
  const date = new Date(time === undefined || time < FIRST_DATE ? Number.NaN : time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
