import { diffRuns } from "../diff/diff-runs.ts";
import type { DiffOptions, RunDiff } from "../diff/run-diff.ts";
import { Work } from "../diff/work.ts";
import type { Json } from "../json/json.ts";
import type { FilterContext } from "../query/filter-context.ts";
import { type Searcher, searcher, searchMatcher } from "../query/search/search.ts";
import { unmasked } from "../run/masked/masked-run.ts";
import type { Run } from "../run/run.ts";
import { OverviewScan } from "../stats/overview.ts";
import type { Prices } from "../stats/prices.ts";
import { runCostOf } from "../stats/run-cost.ts";
import type { Breakpoint } from "../time/breakpoint.ts";
import { Continue, HitCounts } from "../time/continue.ts";
import { cameFrom, type Provenance, wentTo } from "../time/provenance.ts";
import type { Action } from "./action.ts";
import { DiffNarrowing } from "./diff/diff-narrowing.ts";
import { advancePair, dropPair, pairPending } from "./diff/pair-work.ts";
import type { DraftState, Outlook } from "./draft/draft-state.ts";
import { type DraftWorld, outlookSteps } from "./draft/outlook.ts";
import { FilterJob } from "./narrowing/filter-job.ts";

/** At most so often is a job's progress told while it is under way. */
const TELL_EVERY = 60;

export interface JobsOptions {
  readonly tell: (action: Action) => void;
  readonly context: () => FilterContext;
  readonly prices: () => Prices;
}

export interface ValueSeen {
  readonly run: Run;
  /** Place of the event it was seen in. */
  readonly i: number;
  readonly value: Json;
}

/** Rows whose costs are summed between two looks at the clock. */
const COST_ROWS = 1000;

/** Long work of the application, in slices between frames: the filter and the search. Tells what it finds by actions. */
export class Jobs {
  #run: Run;
  #filter: FilterJob | null = null;
  #search: { readonly text: string; readonly searcher: Searcher } | null = null;
  #continue: Continue | null = null;
  #hits: HitCounts | null = null;
  #overview: OverviewScan | null = null;
  #trace: Work<Provenance> | null = null;
  #compare: { readonly work: Work<RunDiff>; readonly since: number } | null = null;
  #comparedIn = 0;
  #draft: { readonly run: Run; readonly work: Work<Outlook> } | null = null;
  #told = 0;
  /** Filter and search of a comparison. */
  readonly narrowing: DiffNarrowing;
  readonly #tell: (action: Action) => void;
  readonly #context: () => FilterContext;
  readonly #prices: () => Prices;
  /** The cost of the run is being summed. */
  #summing = false;

  constructor(run: Run, options: JobsOptions) {
    this.#run = run;
    this.#tell = options.tell;
    this.narrowing = new DiffNarrowing(options.tell);
    this.#context = options.context;
    this.#prices = options.prices;
  }

  takeRun(run: Run): void {
    this.#run = run;
    this.cancel();
  }

  filter(text: string): void {
    this.#filter = null;
    if (text === "") return this.#tell({ type: "filtered", text, rows: [], complete: true, hints: [] });
    const job = FilterJob.start(unmasked(this.#run), text, this.#context());
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
    else this.#search = { text, searcher: searcher(unmasked(this.#run), matcher, from) };
  }

  continue(direction: 1 | -1, from: number, breakpoints: readonly Breakpoint[]): void {
    this.#continue = new Continue(unmasked(this.#run), from, { direction, breakpoints, context: this.#context() });
  }

  compare(a: Run, b: Run, options: DiffOptions): void {
    this.#compare = { work: new Work(diffRuns(a, b, options)), since: performance.now() };
  }

  get comparing(): boolean {
    return this.#compare !== null;
  }

  /** Milliseconds from the beginning of the last comparison to its end, keys and frames in between. */
  get comparedIn(): number {
    return this.#comparedIn;
  }

  /** Works out what a draft comes to; one at a time. */
  planFork(draft: DraftState, world: Omit<DraftWorld, "prices">): void {
    this.#draft = { run: draft.run, work: new Work(outlookSteps(draft, { ...world, prices: this.#prices() })) };
  }

  cancelCompare(): void {
    this.#compare = null;
    dropPair();
  }

  overview(): void {
    this.#overview = new OverviewScan(this.#run, this.#prices());
  }

  traceValue(direction: "from" | "to", { run, i, value }: ValueSeen): void {
    this.#trace = new Work(direction === "from" ? cameFrom(run, i, value) : wentTo(run, i, value));
  }

  countHits(breakpoints: readonly Breakpoint[]): void {
    this.#hits = new HitCounts(unmasked(this.#run), breakpoints, this.#context());
  }

  cancel(): void {
    this.narrowing.cancel();
    dropPair();
    this.#compare = null;
    this.#trace = null;
    this.#draft = null;
    this.#continue = null;
    this.#hits = null;
    this.#overview = null;
    this.#filter = null;
    this.#search = null;
  }

  /** Works until `deadline`; true when there is nothing left to do before the run changes. */
  advance(deadline: number): boolean {
    const stopped = this.#advanceContinue(deadline);
    const traced = this.#advanceTrace(deadline);
    const compared = this.#advanceCompare(deadline);
    const paired = this.#advancePair(deadline);
    const drafted = this.#advanceDraft(deadline);
    const narrowed = this.narrowing.advance(deadline);
    const filtered = this.#filter?.advance(deadline) ?? true;
    const searched = this.#search?.searcher.advance(deadline) ?? true;
    const counted = this.#hits?.advance(deadline) ?? true;
    const summed = this.#advanceCost(deadline) && this.#advanceOverview(deadline);
    const idle =
      stopped && traced && compared && paired && drafted && narrowed && filtered && searched && counted && summed;
    const now = performance.now();
    if (idle || now - this.#told >= TELL_EVERY) {
      this.#told = now;
      this.#report(filtered, searched);
      this.#reportHits(counted);
    }
    return idle;
  }

  /** What a long run costs is not summed in one go when its prices arrive. */
  #advanceCost(deadline: number): boolean {
    const cost = runCostOf(this.#run, this.#prices());
    let done = cost.advance(COST_ROWS);
    if (done && !this.#summing) return true;
    this.#summing = true;
    while (!done && performance.now() < deadline) done = cost.advance(COST_ROWS);
    if (!done) return false;
    this.#summing = false;
    this.#tell({ type: "rows" });
    return true;
  }

  #advanceOverview(deadline: number): boolean {
    const scan = this.#overview;
    if (!scan) return true;
    if (!scan.advance(deadline)) return false;
    this.#overview = null;
    this.#tell({ type: "overview", overview: scan.overview, rows: scan.scanned });
    return true;
  }

  #advanceContinue(deadline: number): boolean {
    const stopped = this.#continue?.advance(deadline);
    if (!stopped) return this.#continue === null;
    this.#continue = null;
    this.#tell({ type: "stopped", ...stopped });
    return true;
  }

  #advanceTrace(deadline: number): boolean {
    const work = this.#trace;
    if (!work?.advance(deadline)) return work === null;
    this.#trace = null;
    if (work.result) this.#tell({ type: "traced", result: work.result });
    return true;
  }

  #advanceCompare(deadline: number): boolean {
    if (!this.#compare) return true;
    const { work, since } = this.#compare;
    const done = work.advance(deadline);
    if (done) {
      this.#compare = null;
      this.#comparedIn = performance.now() - since;
    }
    if (done || performance.now() - this.#told >= TELL_EVERY) {
      this.#told = performance.now();
      this.#tell({ type: "compared", progress: work.progress, result: work.result ?? null });
    }
    return done;
  }

  /** It is in view: what shows it is drawn again when it is done. */
  #advancePair(deadline: number): boolean {
    if (!pairPending()) return true;
    if (!advancePair(deadline)) return false;
    this.#tell({ type: "rows" });
    return true;
  }

  #advanceDraft(deadline: number): boolean {
    const draft = this.#draft;
    if (!draft?.run.progress.complete) return true;
    const { run, work } = draft;
    const done = work.advance(deadline);
    if (done) this.#draft = null;
    if (done || performance.now() - this.#told >= TELL_EVERY) {
      this.#told = performance.now();
      this.#tell({ type: "outlook", run, progress: work.progress, outlook: work.result ?? null });
    }
    return done;
  }

  #reportHits(complete: boolean): void {
    if (!this.#hits) return;
    this.#tell({ type: "hit-counts", counts: new Map(this.#hits.counts), complete });
    if (complete) this.#hits = null;
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
