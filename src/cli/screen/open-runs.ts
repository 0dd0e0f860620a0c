import type { Jobs } from "../../app/jobs.ts";
import type { Loop } from "../../app/loop.ts";
import type { KeptPlace } from "../../app/opened.ts";
import { isOutdated } from "../../diff/run-diff.ts";
import { advanceAll, drive } from "../../run/drive.ts";
import { NO_RUN } from "../../run/no-run.ts";
import { type OpenedFile, openFile } from "../../run/open-file.ts";
import type { Run } from "../../run/run.ts";
import { errorMessage } from "../error-words.ts";
import { shownFile } from "../files/shown-file.ts";
import { STANDARD_INPUT } from "../files/standard-input.ts";
import { type Kept, keepView, loadKept } from "./kept-file.ts";
import { numberIn } from "./perform.ts";

/** While a file is being read its progress is shown at most so often, in milliseconds. */
const PROGRESS_EVERY = 50;
/** A piece of work between two looks for keys, in milliseconds. */
const SLICE = 6;
/** Of a run that is opened so much is read before its first frame, in milliseconds. */
const HEAD_START = 12;

export interface OpenRunsOptions {
  readonly loop: Pick<Loop, "state" | "dispatch">;
  readonly jobs: Jobs;
  /** Neither begins where the user was last time nor keeps where they are. */
  readonly forgetful: boolean;
  /** There is work for the jobs. */
  work(): void;
}

/** The file of the run in view, and the one it is compared with: opened, read, read again, exchanged, closed. */
export class OpenRuns {
  readonly #options: OpenRunsOptions;
  #file: OpenedFile | null;
  /** The file of the run that this one is compared with. */
  #other: OpenedFile | null = null;
  #stopReading: () => void = () => {};
  #stopFollowing: () => void = () => {};
  #progressAt = 0;
  #runsSeen = 0;

  constructor(file: OpenedFile | null, options: OpenRunsOptions) {
    this.#file = file;
    this.#options = options;
  }

  get file(): OpenedFile | null {
    return this.#file;
  }

  get other(): OpenedFile | null {
    return this.#other;
  }

  /** Reads the file in view as it grows. */
  start(): void {
    if (this.#file) this.#read(this.#file);
  }

  /** Beside the one in view, read a little; the one that was there is closed. */
  async openOther(path: string): Promise<OpenedFile> {
    const other = shownFile(await openFile(path));
    this.#stopFollowing();
    this.#other?.close();
    this.#other = other;
    this.#options.jobs.cancelCompare();
    return other;
  }

  /** Reads on in it as it grows, once it has been read to its end. */
  followOther(): void {
    const { loop, work } = this.#options;
    this.#stopFollowing();
    if (!this.#other) return;
    this.#stopFollowing = drive(this.#other, () => {
      const result = loop.state.diff?.result;
      if (!result || !isOutdated(result)) return;
      loop.dispatch({ type: "rows" });
      work();
    });
  }

  /** A run of the list takes the place of the one that was open; the one that is open is only shown again. */
  async open(path: string): Promise<void> {
    try {
      const file = this.#file?.path === path ? this.#file : shownFile(await openFile(path));
      if (file !== this.#file) this.#take(file);
      const { loop } = this.#options;
      const { filter, ...kept } = this.#place(file.runs[0] ?? NO_RUN);
      const shownBefore = loop.state.runs === file.runs;
      loop.dispatch({ type: "opened", runs: file.runs, kept });
      if (shownBefore) return;
      this.#read(file);
      this.#filter(filter);
    } catch (error) {
      this.#say(error);
    }
  }

  /** Another run of the open file. */
  show(number: number): void {
    const run = this.#file?.runs[number];
    if (!run) return;
    this.keepView();
    this.#options.jobs.takeRun(run);
    const { filter, ...kept } = this.#place(run);
    this.#options.loop.dispatch({ type: "run-shown", run, kept });
    this.#filter(filter);
  }

  /** The other run of the comparison takes the place of the one in view; both files stay open. */
  showOther(step: string | undefined): void {
    const { diff, run } = this.#options.loop.state;
    const [before, file] = [this.#file, this.#other];
    if (!diff || !before || !file) return;
    const other = run === diff.a ? diff.b : diff.a;
    this.keepView();
    this.#stopReading();
    [this.#file, this.#other] = [file, before];
    this.#runsSeen = file.runs.length;
    this.#options.jobs.takeRun(other);
    const { filter, ...place } = this.#place(other);
    const kept = { ...place, step: step ?? place.step };
    // A step that is looked at comes under the filter it was found with; a run that comes back has its own.
    const back = step === undefined ? { filter: filter ?? "" } : {};
    this.#options.loop.dispatch({
      type: "opened-other",
      runs: file.runs,
      run: other,
      kept,
      ...back,
      open: step !== undefined,
    });
    this.#read(file);
    this.followOther();
  }

  async reopen(why: string): Promise<void> {
    const before = this.#file;
    if (!before) return;
    const { loop, jobs } = this.#options;
    if (before.path === STANDARD_INPUT)
      return loop.dispatch({ type: "toast", tone: "warning", text: "standard input cannot be read again" });
    this.#stopReading();
    try {
      const file = shownFile(await openFile(before.path));
      before.close();
      this.#file = file;
      const run = await runOf(file, Math.max(0, loop.state.runs.indexOf(loop.state.run)));
      jobs.takeRun(run);
      loop.dispatch({ type: "reopened", runs: file.runs, run, why });
      this.#read(file);
    } catch (error) {
      this.#say(error);
    }
  }

  /** What was marked in a run, and where the user was in it the last time. */
  kept(run: Run): Kept {
    const files = [this.#file, this.#other].map((file) => file?.runs.indexOf(run) ?? -1);
    const kept = loadKept(run, Math.max(0, ...files));
    return this.#options.forgetful ? { ...kept, view: {} } : kept;
  }

  /** Where the user is, for the next time. */
  keepView(): void {
    if (!this.#file || this.#options.forgetful) return;
    const { state } = this.#options.loop;
    const { run, awaited, list, filter, detail } = state;
    const view = { step: awaited ?? list.step, filter: filter.text, tab: detail.tab, folds: detail.folds };
    try {
      keepView(run, numberIn(state), view);
    } catch {
      // A state folder that cannot be written costs the place, nothing else.
    }
  }

  stop(): void {
    this.keepView();
    this.#stopReading();
    this.#stopFollowing();
  }

  close(): void {
    this.#other?.close();
    this.#file?.close();
  }

  #take(file: OpenedFile): void {
    this.keepView();
    this.#stopReading();
    this.#file?.close();
    this.#file = file;
    this.#runsSeen = 0;
    advanceAll(file, performance.now() + HEAD_START);
    this.#options.jobs.takeRun(file.runs[0] ?? NO_RUN);
  }

  #read(file: OpenedFile): void {
    this.#stopReading = drive(file, (caughtUp) => this.#onSlice(file, caughtUp));
    file.runs[0]?.onChange((change) => {
      if (change === "truncated") void this.reopen("the file was cut: read again");
      if (change === "replaced") void this.reopen("the file was replaced: read again");
    });
  }

  #onSlice(file: OpenedFile, caughtUp: boolean): void {
    const { loop, work } = this.#options;
    const { state } = loop;
    const more = file.runs.length !== this.#runsSeen;
    const changed =
      more || state.run.version !== state.runVersion || state.loading.complete !== state.run.progress.complete;
    const now = performance.now();
    if ((!changed && caughtUp) || (!caughtUp && now - this.#progressAt < PROGRESS_EVERY)) return;
    this.#progressAt = now;
    this.#runsSeen = file.runs.length;
    loop.dispatch({ type: "rows" });
    work();
  }

  #place(run: Run): KeptPlace & { readonly filter: string | undefined } {
    const { annotations, draft, view } = this.kept(run);
    return { annotations, draft, step: view.step, tab: view.tab ?? 0, folds: view.folds, filter: view.filter };
  }

  #filter(text: string | undefined): void {
    if (text) this.#options.loop.dispatch({ type: "command", id: "filter.set", argument: text });
  }

  #say(error: unknown): void {
    const text = errorMessage(error);
    this.#options.loop.dispatch({ type: "toast", tone: "error", text });
  }
}

/** The same run of a file opened anew: its predecessors have to be read first. */
async function runOf(file: OpenedFile, number: number): Promise<Run> {
  while (file.runs.length <= number && !advanceAll(file, performance.now() + SLICE))
    await new Promise<void>((resolve) => setImmediate(resolve));
  return file.runs[number] ?? file.runs[0] ?? NO_RUN;
}
