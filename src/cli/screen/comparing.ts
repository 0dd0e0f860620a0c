import { basename } from "node:path";
import type { Jobs } from "../../app/jobs.ts";
import type { Loop } from "../../app/loop.ts";
import { isOutdated } from "../../diff/run-diff.ts";
import { advanceAll, readAll } from "../../run/drive.ts";
import { NO_RUN } from "../../run/no-run.ts";
import type { OpenedFile } from "../../run/open-file.ts";
import { errorMessage } from "../error-words.ts";
import { parentPathOf } from "../files/parent-run.ts";
import type { OpenRuns } from "./open-runs.ts";

/** A run beside the one in view. */
export interface Compared {
  readonly path: string;
  /** Which of its runs, from 1. @default the first */
  readonly number?: number;
  /** The run in view was made from it. @default false */
  readonly parent?: boolean;
}

export interface ComparingOptions {
  readonly loop: Pick<Loop, "state" | "dispatch">;
  readonly jobs: Jobs;
  readonly runs: OpenRuns;
  /** There is work for the jobs. */
  work(): void;
}

/** While both files are being read the progress is shown at most so often, in milliseconds. */
const PROGRESS_EVERY = 50;
const SLICE = 6;
const HEAD_START = 12;
/** Between two comparisons of runs that grow: at least so many milliseconds, and so often what the last one took. */
const PAUSE = 100;
const SHARE = 4;

/** Comparing the run in view with another: both are read to their ends, then compared in slices. */
export class Comparing {
  readonly #options: ComparingOptions;
  #progressAt = 0;
  #soon: NodeJS.Timeout | undefined;

  constructor(options: ComparingOptions) {
    this.#options = options;
  }

  async with({ path, number, parent = false }: Compared): Promise<void> {
    const { loop, runs } = this.#options;
    try {
      const other = await runs.openOther(path);
      if (number === undefined) advanceAll(other, performance.now() + HEAD_START);
      else await readAll(other);
      const beside = other.runs[(number ?? 1) - 1];
      if (!beside && number !== undefined) throw new Error(`${path}: there is no run ${number}`);
      const [own, its] = [loop.state.run, beside ?? NO_RUN];
      // What a run was made from comes first: what the run has more has been added.
      loop.dispatch({ type: "comparing", ...(parent ? { a: its, b: own } : { a: own, b: its }) });
      if (await this.#readBoth(other)) {
        this.compare(false);
        runs.followOther();
      }
      if (number === undefined && other.runs.length > 1)
        this.#say(`${basename(path)} holds ${other.runs.length} runs: this is its first`, "warning");
    } catch (error) {
      this.#say(errorMessage(error), "error");
    }
  }

  async withParent(): Promise<void> {
    try {
      await this.with({ path: await parentPathOf(this.#options.loop.state.run), parent: true });
    } catch (error) {
      this.#say(errorMessage(error), "error");
    }
  }

  /** The same two runs, by these rules. */
  compare(ignoreNoise: boolean): void {
    const { loop, jobs, work } = this.#options;
    const { diff } = loop.state;
    if (!diff) return;
    jobs.compare(diff.a, diff.b, ignoreNoise ? { scrub: ["time", "uuid", "epoch", "path"] } : {});
    work();
  }

  /** One of the runs has grown: they are compared again in a moment, and once for all that comes until then. */
  compareOn(): void {
    const { loop, jobs } = this.#options;
    if (this.#soon !== undefined || jobs.comparing) return;
    this.#soon = setTimeout(
      () => {
        this.#soon = undefined;
        const { diff } = loop.state;
        if (diff?.result && isOutdated(diff.result)) this.compare(diff.ignoreNoise);
      },
      Math.max(PAUSE, SHARE * jobs.comparedIn),
    ).unref();
  }

  stop(): void {
    clearTimeout(this.#soon);
  }

  /** The file again; on the comparison both, and they are compared anew. */
  async reload(): Promise<void> {
    const { loop, runs } = this.#options;
    const { diff, run, screens } = loop.state;
    const other = screens.at(-1) === "diff" && diff?.result ? runs.other : null;
    if (!other || !diff) return runs.reopen("read again");
    const number = other.runs.indexOf(run === diff.a ? diff.b : diff.a) + 1;
    const parent = run === diff.b && run !== diff.a;
    await runs.reopen("both read again");
    await this.with({ path: other.path, number: Math.max(1, number), parent });
  }

  /** False when the comparison has been given up meanwhile. */
  async #readBoth(other: OpenedFile): Promise<boolean> {
    const { loop, runs } = this.#options;
    const wanted = () => runs.other === other && loop.state.diff !== null;
    while (wanted()) {
      const read = advanceAll(other, performance.now() + SLICE);
      if (read && loop.state.loading.complete) return true;
      const now = performance.now();
      if (now - this.#progressAt >= PROGRESS_EVERY) {
        this.#progressAt = now;
        loop.dispatch({ type: "compared", progress: 0, result: null });
      }
      await new Promise<void>((resolve) => (read ? setTimeout(resolve, 20) : setImmediate(resolve)));
    }
    return false;
  }

  #say(text: string, tone: "warning" | "error"): void {
    this.#options.loop.dispatch({ type: "toast", tone, text });
  }
}
