import { FilterJob } from "../../app/narrowing/filter-job.ts";
import type { Run } from "../../run/run.ts";
import { usdOf } from "../../stats/cost.ts";
import type { Prices } from "../../stats/prices.ts";
import { Trouble, tell } from "../trouble.ts";

/** Places of the rows that a filter leaves. @throws Trouble when it cannot be read, with a mark under the place */
export function shownRows(run: Run, filter: string | undefined, prices: Prices): readonly number[] {
  if (filter === undefined || filter.trim() === "") return Array.from({ length: run.length }, (_, i) => i);
  const job = FilterJob.start(run, filter, { cost: (i) => usdOf(run.row(i), prices) });
  if (!(job instanceof FilterJob))
    throw new Trouble(filterTrouble(filter, job), job.hint || "vcr tui has the fields behind f and Tab");
  job.advance(Number.POSITIVE_INFINITY);
  for (const hint of job.hints) tell(`filter: ${hint}`);
  return job.rows.map((row) => run.indexOfRow(row));
}

/** What is wrong with a filter, and a mark under the place. */
export function filterTrouble(
  filter: string,
  problem: { readonly message: string; readonly from: number; readonly to: number },
): string {
  return `filter: ${problem.message}\n       ${filter}\n       ${" ".repeat(problem.from)}${"^".repeat(Math.max(1, problem.to - problem.from))}`;
}
