import type { RunDiff } from "../../diff/run-diff.ts";
import type { FilterContext } from "../../query/filter-context.ts";
import { searchMatcher } from "../../query/search/search.ts";
import type { Action } from "../action.ts";
import type { DiffSide } from "./diff-state.ts";
import { EntryFilter } from "./entry-filter.ts";
import { EntrySearch } from "./entry-search.ts";

/** At most so often is told what has been found so far, in milliseconds. */
const TELL_EVERY = 60;

/** Filter and search of two aligned runs, in slices between frames. */
export class DiffNarrowing {
  readonly #tell: (action: Action) => void;
  #filter: EntryFilter | null = null;
  #search: EntrySearch | null = null;
  #told = 0;

  constructor(tell: (action: Action) => void) {
    this.#tell = tell;
  }

  filter(diff: RunDiff, text: string, context: (side: DiffSide) => FilterContext): void {
    this.#filter = null;
    if (text === "") return this.#tell({ type: "filtered", diff: true, text, rows: [], complete: true, hints: [] });
    const job = EntryFilter.start(diff, text, context);
    if (job instanceof EntryFilter) this.#filter = job;
    else this.#tell({ type: "filter-problem", diff: true, text, problem: job });
  }

  /** From an entry on, so that the hits near the reader come first. */
  search(diff: RunDiff, text: string, from: number): void {
    this.#search = null;
    if (text === "") return;
    const matcher = searchMatcher(text);
    if (!("problem" in matcher)) {
      this.#search = new EntrySearch(diff, text, { matcher, from });
      return;
    }
    const problem = { message: matcher.problem, from: 0, to: text.length, hint: "" };
    this.#tell({ type: "search-problem", diff: true, text, problem });
  }

  cancel(): void {
    this.#filter = null;
    this.#search = null;
  }

  /** True when there is nothing left to do. */
  advance(deadline: number): boolean {
    if (!this.#filter && !this.#search) return true;
    const filtered = this.#filter?.advance(deadline) ?? true;
    const searched = this.#search?.advance(deadline) ?? true;
    const idle = filtered && searched;
    if (idle || performance.now() - this.#told >= TELL_EVERY) this.#report(filtered, searched);
    if (idle) this.cancel();
    return idle;
  }

  #report(filtered: boolean, searched: boolean): void {
    this.#told = performance.now();
    const [filter, search] = [this.#filter, this.#search];
    if (filter) {
      const hints = filtered ? filter.hints : [];
      this.#tell({ type: "filtered", diff: true, text: filter.text, rows: filter.rows, complete: filtered, hints });
    }
    if (search) {
      const { text, hits, searched: scanned } = search;
      this.#tell({ type: "found", diff: true, text, hits, scanned, complete: searched });
    }
  }
}
