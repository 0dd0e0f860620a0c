import { resolve } from "node:path";
import type { Action } from "../../app/action.ts";
import { leadsBack } from "../../app/draft/open-draft.ts";
import type { Loop } from "../../app/loop.ts";
import { ControlClient } from "../../control/control-client.ts";
import { type RunInProgress, runsInProgress } from "../../control/runs-in-progress.ts";
import { liveFiles } from "../files/live-files.ts";
import type { LiveDriver } from "./live-driver.ts";
import type { OpenRuns } from "./open-runs.ts";

export interface LiveRunsOptions {
  readonly loop: Pick<Loop, "state" | "dispatch">;
  readonly open: OpenRuns;
  readonly driver: LiveDriver;
}

/** Milliseconds between two looks for runs in progress while their list is on the screen. */
const LOOK = 2000;

/** Finds the runs that are being written right now, and begins to watch one. */
export class LiveRuns {
  readonly #options: LiveRunsOptions;
  #looking: NodeJS.Timeout | undefined;

  constructor(options: LiveRunsOptions) {
    this.#options = options;
  }

  /** Marks them in the list, for as long as it is on the screen. */
  async look(): Promise<void> {
    clearTimeout(this.#looking);
    const { loop } = this.#options;
    const paths = await liveFiles(loop.state.runsList.catalog.entries.map(({ file }) => file.path));
    if (loop.state.screens.at(-1) !== "runs") return;
    this.#dispatch({ type: "runs-live", paths: [...paths] });
    this.#looking = setTimeout(() => void this.look(), LOOK).unref();
  }

  /** Opens a run of the list, and watches it when it is being written; `next` is the command that follows. */
  async open(path: string, next?: string): Promise<void> {
    const { open, loop } = this.#options;
    await open.open(path);
    if (next !== undefined && loop.state.run.path === path) this.#dispatch({ type: "command", id: next });
    await this.#join(path);
  }

  /** Watches the run in view. */
  async attach(): Promise<void> {
    const { path } = this.#options.loop.state.run;
    if (!(await this.#join(path))) this.#say("nobody writes this run now", "warning");
  }

  /** Opens a run that has just been started; `socket` is where it is served. */
  async watch(path: string, socket: string): Promise<void> {
    const { open, driver, loop } = this.#options;
    const { run } = loop.state;
    await open.open(path);
    if (loop.state.run.path !== path)
      return this.#dispatch({ type: "fork-failed", run, why: "it was over before its first call and left no run" });
    const client = await ControlClient.connect(socket).catch(() => undefined);
    if (client) return driver.watch(client, path);
    const next = leadsBack(loop.state) ? "r goes back to its draft" : "D compares it with the run it was made from";
    this.#say(`the run is over already: ${next}`, "info");
  }

  stop(): void {
    clearTimeout(this.#looking);
  }

  async #join(path: string): Promise<boolean> {
    const { loop, driver } = this.#options;
    const served = (await runsInProgress(process.env)).find(isOf(path));
    const { live, run } = loop.state;
    if (!served || run.path !== path || (live?.phase === "on" && live.path === path)) return served !== undefined;
    try {
      await driver.watch(await ControlClient.connect(served.socket), path);
    } catch {
      // It has ended in the meantime: its file says all.
    }
    return true;
  }

  #say(text: string, tone: "info" | "warning"): void {
    this.#dispatch({ type: "toast", tone, text });
  }

  #dispatch(action: Action): void {
    this.#options.loop.dispatch(action);
  }
}

function isOf(path: string): (run: RunInProgress) => boolean {
  const file = resolve(path);
  return ({ who }) => who.run.path === file;
}
