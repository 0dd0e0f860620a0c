import type { Row, Run } from "../run/run.ts";
import { type Account, hasFailed, Tally } from "./account.ts";
import { usdOf } from "./cost.ts";
import { type ErrorGroup, ErrorGroups } from "./error-groups.ts";
import type { Prices } from "./prices.ts";

/** An event that stands out, and by how much: milliseconds, USD or tokens. */
export interface Ranked {
  readonly step: string;
  readonly kind: Row["kind"];
  readonly name: string | undefined;
  readonly value: number;
}

/** Input tokens of each call of an agent, in order. */
export interface Growth {
  readonly lane: number;
  readonly agent: string;
  readonly input: readonly number[];
  /** Step of each. */
  readonly steps: readonly string[];
}

export interface Overview {
  readonly account: Account;
  readonly slowest: readonly Ranked[];
  readonly dearest: readonly Ranked[];
  readonly errors: readonly ErrorGroup[];
  /** Agents with the most calls first; those with one call have nothing to grow. */
  readonly growth: readonly Growth[];
  /** Calls that sent the most input past a cache, where the run uses one. */
  readonly uncached: readonly Ranked[];
}

const MOST_RANKED = 5;
/** Rows between two looks at the clock. */
const BATCH = 256;

/** Takes in a run from the first row to the last, in slices. */
export class OverviewScan {
  readonly #run: Run;
  readonly #prices: Prices;
  readonly #tally: Tally;
  readonly #slowest: Ranked[] = [];
  readonly #dearest: Ranked[] = [];
  readonly #uncached: Ranked[] = [];
  readonly #errors: ErrorGroups;
  readonly #growth = new Map<number, { readonly input: number[]; readonly steps: string[] }>();
  #firstError: Account["firstError"];
  #cached = false;
  #next = 0;

  constructor(run: Run, prices: Prices) {
    this.#run = run;
    this.#prices = prices;
    this.#tally = new Tally(prices);
    this.#errors = new ErrorGroups(run);
  }

  /** Rows taken in so far. */
  get scanned(): number {
    return this.#next;
  }

  /** Works until `deadline` (performance.now()); true when the run has been taken in. */
  advance(deadline: number): boolean {
    while (this.#next < this.#run.length) {
      const end = Math.min(this.#run.length, this.#next + BATCH);
      for (; this.#next < end; this.#next++) this.#add(this.#next);
      if (performance.now() >= deadline) break;
    }
    return this.#next >= this.#run.length;
  }

  get overview(): Overview {
    return {
      account: this.#tally.account(this.#run, this.#firstError),
      slowest: [...this.#slowest],
      dearest: [...this.#dearest],
      errors: this.#errors.list(),
      growth: this.#growthByAgent(),
      uncached: this.#cached ? [...this.#uncached] : [],
    };
  }

  #add(i: number): void {
    const row = this.#run.row(i);
    this.#tally.add(row);
    // A node lasts as long as the calls in it.
    if (row.kind !== "node") rank(this.#slowest, row, row.durationMs);
    rank(this.#dearest, row, usdOf(row, this.#prices));
    if (hasFailed(row) || row.kind === "error") {
      this.#errors.add(row, i);
      this.#firstError ??= { step: row.step, kind: row.kind, name: row.name, text: this.#run.what(i) };
    }
    if (row.kind === "llm") this.#call(row);
  }

  #call({ lane, step, tokens, ...row }: Row): void {
    if (tokens?.in === undefined) return;
    this.#cached ||= (tokens.cacheRead ?? 0) > 0;
    rank(this.#uncached, { ...row, step }, tokens.in - (tokens.cacheRead ?? 0));
    const grown = this.#growth.get(lane) ?? { input: [], steps: [] };
    grown.input.push(tokens.in);
    grown.steps.push(step);
    this.#growth.set(lane, grown);
  }

  #growthByAgent(): readonly Growth[] {
    return [...this.#growth]
      .filter(([, { input }]) => input.length > 1)
      .sort(([, a], [, b]) => b.input.length - a.input.length)
      .map(([lane, { input, steps }]) => ({
        lane,
        agent: this.#run.lanes[lane]?.name ?? "main",
        input: [...input],
        steps: [...steps],
      }));
  }
}

/** Keeps the largest, the earlier one of two that are equal. */
function rank(list: Ranked[], row: Pick<Row, "step" | "kind" | "name">, value: number | undefined): void {
  if (value === undefined || value <= 0) return;
  const last = list.at(-1);
  if (list.length >= MOST_RANKED && last && value <= last.value) return;
  const at = list.findIndex((each) => each.value < value);
  list.splice(at < 0 ? list.length : at, 0, { step: row.step, kind: row.kind, name: row.name, value });
  if (list.length > MOST_RANKED) list.pop();
}
