import type { Row, Run } from "../run/run.ts";
import { isCall } from "./cost.ts";
import type { CostTotal } from "./cost-total.ts";
import { byWeight, emptyModel, type ModelAccount, type TokenClass, withCall } from "./model-account.ts";
import { type Prices, STORED_PRICES } from "./prices.ts";
import { NO_SUM, plus, type Sum } from "./sum.ts";

/** What a run comes to: counts, errors, time, tokens by model, tools, cost. One pass over the columns, no body but the first error's. */

export interface ToolAccount {
  readonly name: string;
  readonly calls: number;
  readonly errors: number;
  readonly pending: number;
  /** Milliseconds. */
  readonly time: Sum;
  /** Some of the time is a gap between time stamps. */
  readonly approximate: boolean;
  /** Step of its first call. */
  readonly first: string;
}

export interface FirstError {
  readonly step: string;
  readonly kind: Row["kind"];
  readonly name: string | undefined;
  /** As the file has it: not sanitised. */
  readonly text: string;
}

export interface Account {
  readonly steps: number;
  readonly events: number;
  readonly agents: number;
  readonly byKind: ReadonlyMap<Row["kind"], number>;
  readonly byStatus: ReadonlyMap<Row["status"], number>;
  /** Events that failed; of calls that were made again the last attempt counts. */
  readonly errors: number;
  /** Attempts that were made because the one before had failed. */
  readonly retries: number;
  readonly firstError: FirstError | undefined;
  /** Milliseconds since the epoch; undefined where the file has no times. */
  readonly firstAt: number | undefined;
  /** The last end known: of an event whose duration is unknown, its start. */
  readonly lastAt: number | undefined;
  /**
   * Milliseconds that calls took, added up: model, tool, memory and HTTP events. Derived tool calls (gaps between time
   * stamps) and spans (they contain calls) are left out.
   */
  readonly time: Sum;
  /** By falling input and output. */
  readonly models: readonly ModelAccount[];
  readonly tokens: Readonly<Record<TokenClass, Sum>>;
  readonly callsWithoutUsage: number;
  /** By falling count. */
  readonly tools: readonly ToolAccount[];
  /** USD over the model calls, as stored in the file. */
  readonly storedCost: Sum;
  /** USD stored with events that are no calls (nodes, the end of a run): mostly sums over calls, so not part of `cost`. */
  readonly otherStored: number | undefined;
  readonly cost: CostTotal;
  /** Models that have no price. */
  readonly unpriced: readonly string[];
}

/** 1980: an earlier time counts from an unknown start, as in a cassette that keeps durations only. */
export const FIRST_DATE = 315_532_800_000;

const TIMED: ReadonlySet<Row["kind"]> = new Set(["llm", "tool", "memory", "http"]);

export function account(run: Run, prices: Prices = STORED_PRICES): Account {
  const tally = new Tally(prices);
  let firstError: FirstError | undefined;
  for (let i = 0; i < run.length; i++) {
    const row = run.row(i);
    tally.add(row);
    if (firstError || !hasFailed(row)) continue;
    firstError = { step: row.step, kind: row.kind, name: row.name, text: run.what(i) };
  }
  return tally.account(run, firstError);
}

/** It failed for good: nothing was tried again. */
export function hasFailed({ status, repeatedBy }: Row): boolean {
  return status === "error" && repeatedBy === undefined;
}

/** The sums under way: rows are added one by one, so that a long run can be summed in slices. */
export class Tally {
  readonly #prices: Prices;
  readonly #kinds = new Map<Row["kind"], number>();
  readonly #statuses = new Map<Row["status"], number>();
  readonly #models = new Map<string | undefined, ModelAccount>();
  readonly #tools = new Map<string, ToolAccount>();
  #all = emptyModel(undefined);
  #errors = 0;
  #retries = 0;
  #otherStored: number | undefined;
  #time: Sum = NO_SUM;
  #firstAt: number | undefined;
  #lastAt: number | undefined;

  constructor(prices: Prices) {
    this.#prices = prices;
  }

  add(row: Row): void {
    this.#kinds.set(row.kind, (this.#kinds.get(row.kind) ?? 0) + 1);
    this.#statuses.set(row.status, (this.#statuses.get(row.status) ?? 0) + 1);
    if (hasFailed(row)) this.#errors++;
    if (row.repeats !== undefined) this.#retries++;
    if (TIMED.has(row.kind) && !row.derived) this.#time = plus(this.#time, row.durationMs);
    this.#span(row);
    if (isCall(row)) this.#call(row);
    else if (row.cost !== undefined && this.#prices.shown) this.#otherStored = (this.#otherStored ?? 0) + row.cost;
    if (row.kind === "tool") {
      const name = row.name ?? "tool";
      this.#tools.set(name, withUse(this.#tools.get(name) ?? emptyTool(name, row.step), row));
    }
  }

  #call(row: Row): void {
    const before = this.#models.get(row.name) ?? emptyModel(row.name, row.step);
    this.#models.set(row.name, withCall(before, row, this.#prices));
    this.#all = withCall(this.#all, row, this.#prices);
  }

  #span({ at, durationMs = 0 }: Row): void {
    if (at === undefined) return;
    this.#firstAt = Math.min(this.#firstAt ?? at, at);
    this.#lastAt = Math.max(this.#lastAt ?? at, at + durationMs);
  }

  #unpriced(): readonly string[] {
    return [...this.#models.values()].flatMap(({ model, cost }) =>
      cost.withoutPrice > 0 ? [model ?? "(not named)"] : [],
    );
  }

  account(run: Run, firstError: FirstError | undefined): Account {
    return {
      steps: run.steps,
      events: run.length,
      agents: run.lanes.length,
      byKind: this.#kinds,
      byStatus: this.#statuses,
      errors: this.#errors,
      retries: this.#retries,
      firstError,
      firstAt: this.#firstAt,
      lastAt: this.#lastAt,
      time: this.#time,
      models: [...this.#models.values()].sort(byWeight),
      tokens: this.#all.tokens,
      callsWithoutUsage: this.#all.callsWithoutUsage,
      tools: [...this.#tools.values()].sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1)),
      storedCost: this.#all.storedCost,
      otherStored: this.#otherStored,
      cost: this.#all.cost,
      unpriced: this.#unpriced(),
    };
  }
}

function emptyTool(name: string, first: string): ToolAccount {
  return { name, calls: 0, errors: 0, pending: 0, time: NO_SUM, approximate: false, first };
}

function withUse(before: ToolAccount, row: Row): ToolAccount {
  return {
    name: before.name,
    calls: before.calls + 1,
    errors: before.errors + (row.status === "error" ? 1 : 0),
    pending: before.pending + (row.status === "pending" ? 1 : 0),
    time: plus(before.time, row.durationMs),
    approximate: before.approximate || row.approximate === true,
    first: before.first,
  };
}
