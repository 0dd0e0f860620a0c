import type { FilterContext } from "../query/filter-context.ts";
import { type Searcher, searcher, searchMatcher } from "../query/search.ts";
import type { Run } from "../run/run.ts";
import type { Action } from "./action.ts";
import { FilterJob } from "./filter-job.ts";

/** At most so often is a job's progress told while it is under way. */
const TELL_EVERY = 60;

/** Long work of the application, in slices between frames: the filter and the search. Tells what it finds by actions. */
export class Jobs {
  #run: Run;
  #filter: FilterJob | null = null;
  #search: { readonly text: string; readonly searcher: Searcher } | null = null;
  #told = 0;
  readonly #tell: (action: Action) => void;
  readonly #context: () => FilterContext;

  constructor(run: Run, options: { readonly tell: (action: Action) => void; readonly context: () => FilterContext }) {
    this.#run = run;
    this.#tell = options.tell;
    this.#context = options.context;
  }

  takeRun(run: Run): void {
    this.#run = run;
    this.cancel();
  }

  filter(text: string): void {
    this.#filter = null;
    if (text === "") return this.#tell({ type: "filtered", text, rows: [], complete: true, hints: [] });
    const job = FilterJob.start(this.#run, text, this.#context());
    if (job instanceof FilterJob) this.#filter = job;
    else this.#tell({ type: "filter-problem", text, problem: job });
  }

  search(text: string, from: number): void {
    this.#search = null;
    if (text === "") return;
    const matcher = searchMatcher(text);
    if ("problem" in matcher)
      this.#tell({
        type: "search-problem",
        text,
        problem: { message: matcher.problem, from: 0, to: text.length, hint: "" },
      });
    else this.#search = { text, searcher: searcher(this.#run, matcher, from) };
  }

  cancel(): void {
    this.#filter = null;
    this.#search = null;
  }

  /** Works until `deadline`; true when there is nothing left to do before the run changes. */
  advance(deadline: number): boolean {
    const filtered = this.#filter?.advance(deadline) ?? true;
    const searched = this.#search?.searcher.advance(deadline) ?? true;
    const idle = filtered && searched;
    const now = performance.now();
    if (idle || now - this.#told >= TELL_EVERY) {
      this.#told = now;
      this.#report(filtered, searched);
    }
    return idle;
  }

  #report(filtered: boolean, searched: boolean): void {
    const { complete } = this.#run.progress;
    if (this.#filter) {
      const { text, rows, hints } = this.#filter;
      this.#tell({ type: "filtered", text, rows, complete: filtered && complete, hints: filtered ? hints : [] });
    }
    if (this.#search) {
      const { hits, searched: scanned } = this.#search.searcher;
      this.#tell({ type: "found", text: this.#search.text, hits, scanned, complete: searched && complete });
    }
  }
}
