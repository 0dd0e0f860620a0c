import { pairPending } from "../../app/diff/pair-work.ts";
import { withDraftOf } from "../../app/draft/kept-draft.ts";
import { initialState } from "../../app/initial-state.ts";
import { Jobs } from "../../app/jobs.ts";
import { Loop } from "../../app/loop.ts";
import { filterContextOf } from "../../app/narrowing/filter-facts.ts";
import { selectedIndex } from "../../app/narrowing/visible.ts";
import { openedList, runsInView } from "../../app/runs-list.ts";
import { jump, settle } from "../../app/select.ts";
import type { State } from "../../app/state.ts";
import type { ControlClient } from "../../control/control-client.ts";
import type { Catalog } from "../../run/catalog/catalog.ts";
import { NO_RUN } from "../../run/no-run.ts";
import type { OpenedFile } from "../../run/open-file.ts";
import type { Run } from "../../run/run.ts";
import type { Prices } from "../../stats/prices.ts";
import { costsBy } from "../read/run-costs.ts";
import { type Compared, Comparing } from "./comparing.ts";
import type { Front, FrontMaker } from "./front.ts";
import { loadHistories } from "./history-file.ts";
import { loadKept } from "./kept-file.ts";
import { LiveDriver } from "./live-driver.ts";
import { codeOfWatch, farewell } from "./live-farewell.ts";
import { LiveRuns } from "./live-runs.ts";
import { OpenRuns } from "./open-runs.ts";
import { Performer } from "./perform.ts";
import { RunsDriver } from "./runs-driver.ts";
import { type Settings, withSettings } from "./settings.ts";

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
  /** Who serves the run, while it is being written; `passCode`: what its command ends with is ours when it has ended. */
  readonly live?: { readonly client: ControlClient; readonly passCode: boolean };
  /** What calls cost; loaded behind the first frame. */
  loadPrices(): Promise<Prices>;
}

/** A slice of filter, search and the like, in milliseconds. */
const JOB_SLICE = 6;

/** Wires front, loop, files and long work together: the only place that knows all of them. */
export class FullScreen {
  readonly #front: Front;
  readonly #loop: Loop;
  readonly #jobs: Jobs;
  readonly #options: FullScreenOptions;
  readonly #open: OpenRuns;
  readonly #comparing: Comparing;
  readonly #runs: RunsDriver;
  readonly #live: LiveDriver;
  readonly #liveRuns: LiveRuns;
  #working = false;
  /** Files being opened or compared. */
  #underWay = 0;
  #done: (code: number) => void = () => {};

  /** Resolves when the user has quit and the terminal is as it was. */
  static async run(file: OpenedFile | null, options: FullScreenOptions): Promise<void> {
    const app = new FullScreen(file, options);
    const code = await new Promise<number>((resolve) => app.#start(resolve));
    await app.#close();
    const { end } = app.#live;
    for (const line of farewell(end)) process.stderr.write(`${line}\n`);
    process.exit((options.live ? codeOfWatch(end, options.live.passCode) : undefined) ?? code);
  }

  private constructor(file: OpenedFile | null, options: FullScreenOptions) {
    this.#options = options;
    this.#front = options.front({
      dispatch: (...actions) => this.#loop.dispatch(...actions),
      state: () => this.#loop.state,
      busy: () => this.#busy(),
      paint: () => this.#loop.paint(),
    });
    this.#loop = new Loop({
      state: firstState(file, options, this.#front.size),
      perform: (effect, state) => performer.perform(effect, state),
      paint: (state) => this.#paint(state),
    });
    const loop = this.#loop;
    const work = (): void => this.#work();
    const jobs = new Jobs(loop.state.run, {
      tell: (action) => loop.dispatch(action),
      context: () => filterContextOf(() => loop.state),
      prices: () => loop.state.prices,
    });
    this.#jobs = jobs;
    this.#open = new OpenRuns(file, { loop, jobs, work, forgetful: options.forgetful ?? false });
    this.#comparing = new Comparing({ loop, jobs, work, runs: this.#open });
    this.#runs = this.#runsDriver();
    this.#live = new LiveDriver((...actions) => loop.dispatch(...actions));
    this.#liveRuns = new LiveRuns({ loop, open: this.#open, driver: this.#live });
    const performer = this.#performer();
  }

  #performer(): Performer {
    const loop = this.#loop;
    return new Performer({
      terminal: this.#front.terminal,
      forward: (sequence) => this.#front.forward(sequence),
      jobs: this.#jobs,
      dispatch: (action) => loop.dispatch(action),
      quit: (code) => this.#done(code),
      showRun: (number) => this.#open.show(number),
      openRun: (path, next) => this.#during(this.#liveRuns.open(path, next)),
      watchRun: (path, socket) => this.#during(this.#liveRuns.watch(path, socket)),
      state: () => loop.state,
      compare: (path) => this.#during(this.#comparing.with({ path })),
      compareParent: () => this.#during(this.#comparing.withParent()),
      showOther: (step) => this.#open.showOther(step),
      compareAgain: (ignoreNoise) => this.#comparing.compare(ignoreNoise),
      compareOn: () => this.#comparing.compareOn(),
      listRuns: () => this.#showRuns(),
      findRuns: (query) => this.#runs.find(query),
      live: (call, done) => this.#live.call(call, done),
      leaveLive: () => this.#live.leave(),
      attach: () => this.#during(this.#liveRuns.attach()),
      repaint: () => this.#front.repaint(),
      reload: () => (this.#on("runs") ? this.#showRuns() : this.#during(this.#comparing.reload())),
      work: () => this.#work(),
      indexOf: () => selectedIndex(loop.state),
    });
  }

  #runsDriver(): RunsDriver {
    const { catalog, loadPrices } = this.#options;
    let prices: Promise<Prices> | undefined;
    return new RunsDriver(catalog, {
      costs: async () => {
        prices ??= loadPrices();
        return costsBy(await prices);
      },
      dispatch: (action) => {
        if (!this.#on("trace")) this.#loop.dispatch(action);
      },
    });
  }

  #start(done: (code: number) => void): void {
    this.#done = done;
    this.#paint(this.#loop.state);
    const { file } = this.#open;
    if (file) this.#open.start();
    else this.#showRuns();
    const { at, compare, filter, live } = this.#options;
    // A step that was asked for is not hidden by what was filtered for another time.
    const kept = file && at === undefined ? this.#open.kept(this.#loop.state.run).view.filter : undefined;
    if (live && file) this.#during(this.#live.watch(live.client, file.path));
    if (compare !== undefined) this.#during(this.#comparing.with(compare));
    const argument = filter ?? kept;
    if (argument) this.#loop.dispatch({ type: "command", id: "filter.set", argument });
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
    // Drawing a large pair of a comparison has begun to compare it.
    if (pairPending()) this.#work();
    if (!this.#on("trace")) this.#runs.inView(runsInView(state).map(({ file }) => file.path));
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

  #showRuns(): void {
    this.#runs.show();
    void this.#liveRuns.look();
  }

  #during(work: Promise<void>): void {
    this.#underWay++;
    work.finally(() => this.#underWay--);
  }

  #busy(): boolean {
    const { state } = this.#loop;
    if (this.#working || this.#underWay > 0) return true;
    if (!this.#on("runs")) return !state.loading.complete;
    const unread = runsInView(state).some(({ facts, problem }) => !facts && problem === undefined);
    return !state.runsList.catalog.listed || unread;
  }

  #on(screen: State["screens"][number]): boolean {
    return this.#loop.state.screens.at(-1) === screen;
  }

  async #close(): Promise<void> {
    this.#open.stop();
    this.#runs.stop();
    this.#comparing.stop();
    this.#live.leave();
    this.#liveRuns.stop();
    await this.#front.close();
    this.#open.close();
  }
}

/** The program as it opens: where the user was the last time, or at the step that was asked for. */
function firstState(file: OpenedFile | null, options: FullScreenOptions, size: State["size"]): State {
  const { settings, catalog, run, at: asked } = options;
  const first = withSettings(initialState(file?.runs ?? [NO_RUN], size, settings.options), settings);
  const fresh: State = { ...first, runsList: openedList(catalog), histories: loadHistories() };
  if (!file) return { ...fresh, screens: ["runs"] };
  const shown = run ?? fresh.run;
  const chosen =
    run === undefined ? {} : { run, runVersion: run.version, runsOffered: true, list: { ...fresh.list, step: "" } };
  const kept = loadKept(shown, Math.max(0, file.runs.indexOf(shown)));
  const view = options.forgetful ? {} : kept.view;
  const detail = { ...fresh.detail, ...(view.folds && { folds: view.folds }), tab: view.tab ?? 0 };
  const place = { runs: file.runs, run: shown };
  const drafts = withDraftOf([], place, kept.draft);
  const state = settle({ ...fresh, ...chosen, annotations: kept.annotations, drafts, detail });
  const at = asked ?? view.step;
  const i = at === undefined ? -1 : shown.indexOf(at);
  if (i < 0) return { ...state, awaited: at ?? null };
  return { ...jump(state, i), jumps: state.jumps, detail, runsOffered: asked !== undefined || state.runsOffered };
}
