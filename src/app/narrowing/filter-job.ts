import { compileFilter, type Predicate } from "../../query/evaluate.ts";
import type { FilterContext } from "../../query/filter-context.ts";
import { parseFilter } from "../../query/syntax/parse.ts";
import type { Run } from "../../run/run.ts";
import type { RowNumber } from "../../trace/row-sink.ts";
import type { Problem } from "../state.ts";

/** Rows at the end of a growing run that are looked at again: their events may not have been complete. */
const UNSETTLED = 256;

/** A filter at work on a run that may still be growing: goes on where it stopped, in slices. */
export class FilterJob {
  readonly text: string;
  readonly #run: Run;
  readonly #predicate: Predicate;
  readonly #context: FilterContext;
  /** Matches below `#next`, in list order. */
  #rows: RowNumber[] = [];
  #next = 0;
  #version = -1;
  /** Rows that were still open when they were tested. */
  #open = new Set<RowNumber>();

  /** The job for a text, or what is wrong with the text. */
  static start(run: Run, text: string, context: FilterContext): FilterJob | Problem {
    const parsed = parseFilter(text);
    return parsed.ok ? new FilterJob(run, text, { predicate: compileFilter(parsed.ast), context }) : parsed.problem;
  }

  private constructor(
    run: Run,
    text: string,
    parts: { readonly predicate: Predicate; readonly context: FilterContext },
  ) {
    this.#run = run;
    this.text = text;
    this.#predicate = parts.predicate;
    this.#context = parts.context;
  }

  get rows(): readonly RowNumber[] {
    return this.#rows;
  }

  get hints(): readonly string[] {
    return this.#predicate.hints();
  }

  /** True when every row known now has been tested. */
  advance(deadline: number): boolean {
    if (this.#version !== this.#run.version) this.#lookAgain();
    const stride = this.#predicate.needsBody ? 1 : 64;
    while (this.#next < this.#run.length) {
      for (let left = stride; left > 0 && this.#next < this.#run.length; left--) this.#test(this.#next++);
      if (performance.now() > deadline) return this.#next >= this.#run.length;
    }
    return true;
  }

  #test(i: number): void {
    const row = this.#run.row(i);
    if (row.status === "pending") this.#open.add(row.row);
    if (this.#predicate.test(this.#run, i, this.#context)) this.#rows.push(row.row);
  }

  /** The run has changed: forgets what it said of the newest rows and of those that were open. */
  #lookAgain(): void {
    this.#version = this.#run.version;
    const opened = [...this.#open].map((row) => this.#run.indexOfRow(row));
    // A derived row that is no longer there gave way to a recorded one.
    if (opened.includes(-1)) this.#rows = this.#rows.filter((row) => this.#run.indexOfRow(row) >= 0);
    const from = Math.max(0, Math.min(this.#next - UNSETTLED, ...opened.filter((i) => i >= 0)));
    this.#open = new Set();
    if (this.#next <= from) return;
    let keep = this.#rows.length;
    while (keep > 0 && this.#run.indexOfRow(this.#rows[keep - 1]!) >= from) keep--;
    this.#rows = this.#rows.slice(0, keep);
    this.#next = from;
  }
}
