import { basename } from "node:path";
import { filterContextOf } from "../app/filter-facts.ts";
import { Jobs } from "../app/jobs.ts";
import { Loop } from "../app/loop.ts";
import { openedList, runsInView } from "../app/runs-list.ts";
import { jump, settle } from "../app/select.ts";
import { initialState, type State, type Tab } from "../app/state.ts";
import { selectedIndex } from "../app/visible.ts";
import type { Catalog } from "../run/catalog/catalog.ts";
import { advanceAll, drive, readAll } from "../run/drive.ts";
import { NO_RUN } from "../run/no-run.ts";
import { type OpenedFile, openFile } from "../run/open-file.ts";
import type { Run } from "../run/run.ts";
import type { Prices } from "../stats/prices.ts";
import type { Front, FrontMaker } from "./front.ts";
import { loadHistories } from "./history-file.ts";
import { type Kept, keepView, loadKept } from "./kept-file.ts";
import { parentPathOf } from "./parent-run.ts";
import { numberIn, Performer } from "./perform.ts";
import { costsBy } from "./run-costs.ts";
import { RunsDriver } from "./runs-driver.ts";
import { type Settings, withSettings } from "./settings.ts";
import { STANDARD_INPUT } from "./standard-input.ts";

/** A run beside the one in view. */
export interface Compared {
  readonly path: string;
  /** Which of its runs, from 1. @default the first */
  readonly number?: number;
  /** The run in view was made from it. @default false */
  readonly parent?: boolean;
}

export interface FullScreenOptions {
  readonly settings: Settings;
  /** Where it shows itself. */
  readonly front: FrontMaker;
  /** Neither begins where the user was last time nor keeps where they are. */
  readonly forgetful?: boolean;
  /** The run to show of a file that has several; undefined: the first, and their list. */
  readonly run?: Run | undefined;
  readonly at?: string;
  /** A run to compare with from the start. */
  readonly compare?: Compared;
  readonly filter?: string;
  /** The list of runs behind the run; what is on the screen when no file is open. */
  readonly catalog: Catalog;
  /** What calls cost; loaded behind the first frame. */
  loadPrices(): Promise<Prices>;
}

/** While a file is being read its progress is shown at most so often. */
const PROGRESS_EVERY = 50;
const JOB_SLICE = 6;
/** Of a run that is opened so much is read before its first frame, in milliseconds. */
const HEAD_START = 12;

/** Wires front, loop, file and long work together: the only place that knows all of them. */
export class FullScreen {
  readonly #front: Front;
  readonly #loop: Loop;
  readonly #jobs: Jobs;
  readonly #performer: Performer;
  readonly #options: FullScreenOptions;
  readonly #runs: RunsDriver;
  #file: OpenedFile | null;
  #stopReading: () => void = () => {};
  /** The file of the run that this one is compared with. */
  #other: OpenedFile | null = null;
  #working = false;
  /** Files being opened or compared. */
  #underWay = 0;
  #progressAt = 0;
  #runsSeen = 0;
  #done: (code: number) => void = () => {};

  /** Resolves when the user has quit and the terminal is as it was. */
  static async run(file: OpenedFile | null, options: FullScreenOptions): Promise<void> {
    const app = new FullScreen(file, options);
    const code = await new Promise<number>((resolve) => app.#start(resolve));
    await app.#close();
    process.exit(code);
  }

  private constructor(file: OpenedFile | null, options: FullScreenOptions) {
    this.#file = file;
    this.#options = options;
    this.#front = options.front({
      dispatch: (...actions) => this.#loop.dispatch(...actions),
      state: () => this.#loop.state,
      busy: () => this.#busy(),
      paint: () => this.#loop.paint(),
    });
    const run = options.run ?? file?.runs[0] ?? NO_RUN;
    this.#jobs = new Jobs(run, {
      tell: (action) => this.#loop.dispatch(action),
      context: () => filterContextOf(() => this.#loop.state),
      prices: () => this.#loop.state.prices,
    });
    this.#performer = new Performer({
      terminal: this.#front.terminal,
      forward: (sequence) => this.#front.forward(sequence),
      jobs: this.#jobs,
      dispatch: (action) => this.#loop.dispatch(action),
      quit: (code) => this.#done(code),
      showRun: (number) => this.#showRun(number),
      openRun: (path) => void this.#during(this.#openRun(path)),
      state: () => this.#loop.state,
      compare: (path) => void this.#during(this.#compare({ path })),
      compareParent: () => void this.#during(this.#compareParent()),
      showOther: (step) => this.#showOther(step),
      compareAgain: (ignoreNoise) => this.#compareRuns(ignoreNoise),
      listRuns: () => this.#runs.show(),
      findRuns: (query) => this.#runs.find(query),
      repaint: () => this.#front.repaint(),
      reload: () => (this.#onRuns() ? this.#runs.show() : void this.#during(this.#reload())),
      work: () => this.#work(),
      indexOf: () => selectedIndex(this.#loop.state),
    });
    let prices: Promise<Prices> | undefined;
    this.#runs = new RunsDriver(options.catalog, {
      costs: async () => {
        prices ??= options.loadPrices();
        return costsBy(await prices);
      },
      dispatch: (action) => {
        if (!this.#onTrace()) this.#loop.dispatch(action);
      },
    });
    this.#loop = new Loop({
      state: this.#firstState(),
      perform: (effect, state) => this.#performer.perform(effect, state),
      paint: (state) => this.#paint(state),
    });
  }

  #firstState(): State {
    const { settings } = this.#options;
    const runs = this.#file?.runs ?? [NO_RUN];
    const first = withSettings(initialState(runs, this.#front.size, settings.options), settings);
    const fresh: State = { ...first, runsList: openedList(this.#options.catalog) };
    if (!this.#file) return { ...fresh, screens: ["runs"], histories: loadHistories() };
    const { run } = this.#options;
    const chosen =
      run === undefined ? {} : { run, runVersion: run.version, runsOffered: true, list: { ...fresh.list, step: "" } };
    const shown = run ?? fresh.run;
    const { annotations, view } = this.#kept(shown);
    const detail = { ...fresh.detail, ...(view.folds && { folds: view.folds }), tab: (view.tab ?? 0) as Tab };
    const state = settle({ ...fresh, ...chosen, annotations, detail, histories: loadHistories() });
    const at = this.#options.at ?? view.step;
    const i = at === undefined ? -1 : shown.indexOf(at);
    return i < 0
      ? { ...state, awaited: at ?? null }
      : {
          ...jump(state, i),
          jumps: state.jumps,
          detail,
          runsOffered: this.#options.at !== undefined || state.runsOffered,
        };
  }

  #kept(run: Run): Kept {
    const files = [this.#file, this.#other].map((file) => file?.runs.indexOf(run) ?? -1);
    const kept = loadKept(run, Math.max(0, ...files));
    return this.#options.forgetful ? { ...kept, view: {} } : kept;
  }

  /** Where the user was, for the next time. */
  #keepView(): void {
    if (!this.#file || this.#options.forgetful) return;
    const { state } = this.#loop;
    const { run, awaited, list, filter, detail } = state;
    try {
      keepView(run, numberIn(state), {
        step: awaited ?? list.step,
        filter: filter.text,
        tab: detail.tab,
        folds: detail.folds,
      });
    } catch {
      // A state folder that cannot be written costs the place, nothing else.
    }
  }

  #start(done: (code: number) => void): void {
    this.#done = done;
    this.#paint(this.#loop.state);
    if (this.#file) this.#read(this.#file);
    else this.#runs.show();
    // A step that was asked for is not hidden by what was filtered for another time.
    const kept =
      this.#file && this.#options.at === undefined ? this.#kept(this.#loop.state.run).view.filter : undefined;
    const filter = this.#options.filter ?? kept;
    if (this.#options.compare !== undefined) void this.#during(this.#compare(this.#options.compare));
    if (filter) this.#loop.dispatch({ type: "command", id: "filter.set", argument: filter });
    this.#tellConfig();
    void this.#behindFirstFrame();
  }

  /** Entries of the config file that cannot be used: one in a toast, all in the messages. */
  #tellConfig(): void {
    const problems = [...this.#options.settings.problems];
    const last = problems.pop();
    for (const text of problems) this.#loop.dispatch({ type: "log", tone: "warning", text });
    if (last !== undefined) this.#loop.dispatch({ type: "toast", tone: "warning", text: last });
  }

  /** Prices come when everything that is seen is there. */
  async #behindFirstFrame(): Promise<void> {
    await this.#front.start();
    this.#loop.dispatch({ type: "ability", prices: await this.#options.loadPrices() });
    this.#work();
  }

  #paint(state: State): void {
    this.#front.paint(state);
    if (!this.#onTrace()) this.#runs.inView(runsInView(state).map(({ file }) => file.path));
  }

  #read(file: OpenedFile): void {
    this.#stopReading = drive(file, (caughtUp) => this.#onSlice(file, caughtUp));
    file.runs[0]?.onChange((change) => {
      if (change === "truncated") void this.#reopen("the file was cut: read again");
      if (change === "replaced") void this.#reopen("the file was replaced: read again");
    });
  }

  #onSlice(file: OpenedFile, caughtUp: boolean): void {
    const { state } = this.#loop;
    const more = file.runs.length !== this.#runsSeen;
    const changed =
      more || state.run.version !== state.runVersion || state.loading.complete !== state.run.progress.complete;
    const now = performance.now();
    if ((!changed && caughtUp) || (!caughtUp && now - this.#progressAt < PROGRESS_EVERY)) return;
    this.#progressAt = now;
    this.#runsSeen = file.runs.length;
    this.#loop.dispatch({ type: "rows" });
    this.#work();
  }

  /** Slices of filter and search, each in a turn of its own so that keys come in between. */
  #work(): void {
    if (this.#working) return;
    this.#working = true;
    setImmediate(() => {
      this.#working = false;
      if (!this.#jobs.advance(performance.now() + JOB_SLICE)) this.#work();
    });
  }

  async #reopen(why: string): Promise<void> {
    const before = this.#file;
    if (!before) return;
    if (before.path === STANDARD_INPUT) return this.#say("standard input cannot be read again", "warning");
    this.#stopReading();
    try {
      const file = await openFile(before.path);
      before.close();
      this.#file = file;
      const number = Math.max(0, this.#loop.state.runs.indexOf(this.#loop.state.run));
      const run = await this.#runOf(file, number);
      this.#jobs.takeRun(run);
      this.#loop.dispatch({ type: "reopened", runs: file.runs, run, why });
      this.#read(file);
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error), "error");
    }
  }

  /** A run of the list takes the place of the one that was open; the one that is open is only shown again. */
  async #openRun(path: string): Promise<void> {
    try {
      const file = this.#file?.path === path ? this.#file : await openFile(path);
      if (file !== this.#file) this.#takeFile(file);
      const run = file.runs[0] ?? NO_RUN;
      const { annotations, view } = this.#kept(run);
      const kept = { annotations, step: view.step, tab: (view.tab ?? 0) as Tab, folds: view.folds };
      const shownBefore = this.#loop.state.runs === file.runs;
      this.#loop.dispatch({ type: "opened", runs: file.runs, kept });
      if (shownBefore) return;
      this.#read(file);
      if (view.filter) this.#loop.dispatch({ type: "command", id: "filter.set", argument: view.filter });
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error), "error");
    }
  }

  /** Opens another run beside the one in view, reads both to their ends, and has them compared in slices. */
  async #compare({ path, number, parent = false }: Compared): Promise<void> {
    try {
      const other = await openFile(path);
      this.#other?.close();
      this.#other = other;
      this.#jobs.cancelCompare();
      if (number === undefined) advanceAll(other, performance.now() + HEAD_START);
      else await readAll(other);
      const beside = other.runs[(number ?? 1) - 1];
      if (!beside && number !== undefined) throw new Error(`${path}: there is no run ${number}`);
      const [own, its] = [this.#loop.state.run, beside ?? NO_RUN];
      // What a run was made from comes first: what the run has more has been added.
      this.#loop.dispatch({ type: "comparing", ...(parent ? { a: its, b: own } : { a: own, b: its }) });
      if (await this.#readBoth(other)) this.#compareRuns(false);
      if (number === undefined && other.runs.length > 1)
        this.#say(`${basename(path)} holds ${other.runs.length} runs: this is its first`, "warning");
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error), "error");
    }
  }

  /** False when the comparison has been given up meanwhile. */
  async #readBoth(other: OpenedFile): Promise<boolean> {
    const wanted = () => this.#other === other && this.#loop.state.diff !== null;
    while (wanted()) {
      const read = advanceAll(other, performance.now() + JOB_SLICE);
      if (read && this.#loop.state.loading.complete) return true;
      const now = performance.now();
      if (now - this.#progressAt >= PROGRESS_EVERY) {
        this.#progressAt = now;
        this.#loop.dispatch({ type: "compared", progress: 0, result: null });
      }
      await new Promise<void>((resolve) => (read ? setTimeout(resolve, 20) : setImmediate(resolve)));
    }
    return false;
  }

  async #compareParent(): Promise<void> {
    const { run } = this.#loop.state;
    try {
      await this.#compare({ path: await parentPathOf(run), parent: true });
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error), "error");
    }
  }

  #compareRuns(ignoreNoise: boolean): void {
    const { diff } = this.#loop.state;
    if (!diff) return;
    this.#jobs.compare(diff.a, diff.b, ignoreNoise ? { scrub: ["time", "uuid", "epoch", "path"] } : {});
    this.#work();
  }

  /** The other run of the comparison takes the place of the one in view; both files stay open. */
  #showOther(step: string | undefined): void {
    const { diff, run } = this.#loop.state;
    const [before, file] = [this.#file, this.#other];
    if (!diff || !before || !file) return;
    const other = run === diff.a ? diff.b : diff.a;
    this.#keepView();
    this.#stopReading();
    [this.#file, this.#other] = [file, before];
    this.#runsSeen = file.runs.length;
    this.#jobs.takeRun(other);
    const { annotations, view } = this.#kept(other);
    const kept = { annotations, step: step ?? view.step, tab: (view.tab ?? 0) as Tab, folds: view.folds };
    this.#loop.dispatch({ type: "opened-other", runs: file.runs, run: other, kept, open: step !== undefined });
    this.#read(file);
  }

  /** The file again; on the comparison both, and they are compared anew. */
  async #reload(): Promise<void> {
    const { diff, run, screens } = this.#loop.state;
    const other = screens.at(-1) === "diff" && diff?.result ? this.#other : null;
    if (!other || !diff) return this.#reopen("read again");
    const number = other.runs.indexOf(run === diff.a ? diff.b : diff.a) + 1;
    const parent = run === diff.b && run !== diff.a;
    await this.#reopen("both read again");
    await this.#compare({ path: other.path, number: Math.max(1, number), parent });
  }

  #takeFile(file: OpenedFile): void {
    this.#keepView();
    this.#stopReading();
    this.#file?.close();
    this.#file = file;
    this.#runsSeen = 0;
    advanceAll(file, performance.now() + HEAD_START);
    this.#jobs.takeRun(file.runs[0] ?? NO_RUN);
  }

  async #during(work: Promise<void>): Promise<void> {
    this.#underWay++;
    await work;
    this.#underWay--;
  }

  #busy(): boolean {
    const { state } = this.#loop;
    if (this.#working || this.#underWay > 0) return true;
    if (state.screens.at(-1) !== "runs") return !state.loading.complete;
    const unread = runsInView(state).some(({ facts, problem }) => !facts && problem === undefined);
    return !state.runsList.catalog.listed || unread;
  }

  #onRuns(): boolean {
    return this.#loop.state.screens.at(-1) === "runs";
  }

  #onTrace(): boolean {
    return this.#loop.state.screens.at(-1) === "trace";
  }

  #say(text: string, tone: "info" | "warning" | "error"): void {
    this.#loop.dispatch({ type: "toast", tone, text });
  }

  /** The same run of a file opened anew: its predecessors have to be read first. */
  async #runOf(file: OpenedFile, number: number): Promise<Run> {
    while (file.runs.length <= number && !advanceAll(file, performance.now() + JOB_SLICE))
      await new Promise<void>((resolve) => setImmediate(resolve));
    return file.runs[number] ?? file.runs[0]!;
  }

  #showRun(number: number): void {
    const run = this.#file?.runs[number];
    if (!run) return;
    this.#keepView();
    this.#jobs.takeRun(run);
    const { annotations, view } = this.#kept(run);
    const kept = { annotations, step: view.step, tab: (view.tab ?? 0) as Tab, folds: view.folds };
    this.#loop.dispatch({ type: "run-shown", run, kept });
    if (view.filter) this.#loop.dispatch({ type: "command", id: "filter.set", argument: view.filter });
  }

  async #close(): Promise<void> {
    this.#keepView();
    this.#stopReading();
    this.#runs.stop();
    await this.#front.close();
    this.#other?.close();
    this.#file?.close();
  }
}
