import type { Row, Run } from "../run/run.ts";
import { NO_SUM, plus, type Sum } from "./sum.ts";

/** What a run comes to: counts, errors, time, tokens by model, tools, cost. One pass over the columns, no body but the first error's. */

export type TokenClass = "in" | "out" | "cacheRead" | "cacheWrite" | "reasoning";

export interface ModelAccount {
  /** Undefined: the calls say no model. */
  readonly model: string | undefined;
  readonly calls: number;
  readonly errors: number;
  /** Calls that say neither input nor output tokens. */
  readonly callsWithoutUsage: number;
  /** `in` holds all input, cached or not; the classes that follow are parts of `in` and `out`. */
  readonly tokens: Readonly<Record<TokenClass, Sum>>;
  /** USD as stored in the file. */
  readonly cost: Sum;
  /** Milliseconds. */
  readonly time: Sum;
}

export interface ToolAccount {
  readonly name: string;
  readonly calls: number;
  readonly errors: number;
  readonly pending: number;
  /** Milliseconds. */
  readonly time: Sum;
  /** Some of the time is a gap between time stamps. */
  readonly approximate: boolean;
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
  readonly cost: Sum;
}

/** 1980: an earlier time counts from an unknown start, as in a cassette that keeps durations only. */
export const FIRST_DATE = 315_532_800_000;

const TIMED: ReadonlySet<Row["kind"]> = new Set(["llm", "tool", "memory", "http"]);

export function account(run: Run): Account {
  const tally = new Tally();
  let firstError: FirstError | undefined;
  for (let i = 0; i < run.length; i++) {
    const row = run.row(i);
    tally.add(row);
    if (firstError || row.status !== "error") continue;
    firstError = { step: row.step, kind: row.kind, name: row.name, text: run.what(i) };
  }
  return tally.account(run, firstError);
}

class Tally {
  readonly #kinds = new Map<Row["kind"], number>();
  readonly #statuses = new Map<Row["status"], number>();
  readonly #models = new Map<string | undefined, ModelAccount>();
  readonly #tools = new Map<string, ToolAccount>();
  #all = emptyModel(undefined);
  #time: Sum = NO_SUM;
  #firstAt: number | undefined;
  #lastAt: number | undefined;

  add(row: Row): void {
    this.#kinds.set(row.kind, (this.#kinds.get(row.kind) ?? 0) + 1);
    this.#statuses.set(row.status, (this.#statuses.get(row.status) ?? 0) + 1);
    if (TIMED.has(row.kind) && !row.derived) this.#time = plus(this.#time, row.durationMs);
    this.#span(row);
    if (row.kind === "llm") {
      this.#all = withCall(this.#all, row);
      this.#models.set(row.name, withCall(this.#models.get(row.name) ?? emptyModel(row.name), row));
    }
    if (row.kind === "tool") {
      const name = row.name ?? "tool";
      this.#tools.set(name, withUse(this.#tools.get(name) ?? emptyTool(name), row));
    }
  }

  #span({ at, durationMs = 0 }: Row): void {
    if (at === undefined) return;
    this.#firstAt = Math.min(this.#firstAt ?? at, at);
    this.#lastAt = Math.max(this.#lastAt ?? at, at + durationMs);
  }

  account(run: Run, firstError: FirstError | undefined): Account {
    return {
      steps: run.steps,
      events: run.length,
      agents: run.lanes.length,
      byKind: this.#kinds,
      byStatus: this.#statuses,
      firstError,
      firstAt: this.#firstAt,
      lastAt: this.#lastAt,
      time: this.#time,
      models: [...this.#models.values()].sort((a, b) => weight(b) - weight(a) || b.calls - a.calls),
      tokens: this.#all.tokens,
      callsWithoutUsage: this.#all.callsWithoutUsage,
      tools: [...this.#tools.values()].sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1)),
      cost: this.#all.cost,
    };
  }
}

function weight({ tokens }: ModelAccount): number {
  return (tokens.in.known ?? 0) + (tokens.out.known ?? 0);
}

function emptyModel(model: string | undefined): ModelAccount {
  const tokens = { in: NO_SUM, out: NO_SUM, cacheRead: NO_SUM, cacheWrite: NO_SUM, reasoning: NO_SUM };
  return { model, calls: 0, errors: 0, callsWithoutUsage: 0, tokens, cost: NO_SUM, time: NO_SUM };
}

function withCall(before: ModelAccount, row: Row): ModelAccount {
  const { tokens } = before;
  const unused = row.tokens?.in === undefined && row.tokens?.out === undefined;
  return {
    model: before.model,
    calls: before.calls + 1,
    errors: before.errors + (row.status === "error" ? 1 : 0),
    callsWithoutUsage: before.callsWithoutUsage + (unused ? 1 : 0),
    tokens: {
      in: plus(tokens.in, row.tokens?.in),
      out: plus(tokens.out, row.tokens?.out),
      cacheRead: plus(tokens.cacheRead, row.tokens?.cacheRead),
      cacheWrite: plus(tokens.cacheWrite, row.tokens?.cacheWrite),
      reasoning: plus(tokens.reasoning, row.tokens?.reasoning),
    },
    cost: plus(before.cost, row.cost),
    time: plus(before.time, row.durationMs),
  };
}

function emptyTool(name: string): ToolAccount {
  return { name, calls: 0, errors: 0, pending: 0, time: NO_SUM, approximate: false };
}

function withUse(before: ToolAccount, row: Row): ToolAccount {
  return {
    name: before.name,
    calls: before.calls + 1,
    errors: before.errors + (row.status === "error" ? 1 : 0),
    pending: before.pending + (row.status === "pending" ? 1 : 0),
    time: plus(before.time, row.durationMs),
    approximate: before.approximate || row.approximate === true,
  };
}
