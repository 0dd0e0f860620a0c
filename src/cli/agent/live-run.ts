import { ControlServer } from "../../control/control-server.ts";
import type { AgentState, HeldCall, OutputPiece } from "../../control/protocol.ts";
import { RunInProgress, type RunInProgressOptions } from "../../control/run-in-progress.ts";
import { errorMessage } from "../error-words.ts";
import { EXIT } from "../exit-codes.ts";
import { tell } from "../trouble.ts";
import { isInBackground, isWatchedFromStart, tellParent } from "./engine-end.ts";
import { type AgentEnd, type AgentWatch, exitOf } from "./run-agent.ts";

/** Milliseconds that a screen which was promised may take to come, even when the run is over before. */
const ON_ITS_WAY = 10_000;

export interface LiveRunOptions extends Omit<RunInProgressOptions, "cwd" | "pid"> {
  /** Calls stay held when the last watcher leaves. @default false */
  readonly hold?: boolean | undefined;
  /** Takes back what was begun for the run: it is not to be. */
  giveUp(): Promise<void>;
}

/** A run of this process, and its socket: there until `over`. */
export class LiveRun implements AgentWatch {
  readonly inBackground = isInBackground();
  readonly #run: RunInProgress;
  readonly #saved: RunInProgressOptions["run"];
  #server: ControlServer | undefined;

  /** Without a socket a run on a terminal goes on, and says so; one in the background ends this process. */
  static async start({ giveUp, ...options }: LiveRunOptions): Promise<LiveRun> {
    const live = new LiveRun(options);
    try {
      live.#server = await ControlServer.start(live.#run, process.env);
    } catch (error) {
      tell(`nobody can attach to this run: ${errorMessage(error)}`);
      // Nobody could end it then, nor know that it is there.
      if (live.inBackground) {
        await giveUp();
        process.exit(EXIT.trouble);
      }
    }
    if (options.hold) live.#run.setHold(true);
    live.#run.onNotice((notice) => {
      if (notice.type === "held" && live.#server?.watchers === 0) tell(live.#heldWords(notice.call));
    });
    return live;
  }

  private constructor(options: Omit<LiveRunOptions, "giveUp">) {
    this.#run = new RunInProgress({ ...options, cwd: process.cwd(), pid: process.pid });
    this.#saved = this.#run.who().run;
  }

  started(agent: Parameters<AgentWatch["started"]>[0]): void {
    this.#run.agentStarted(agent);
    if (this.inBackground && this.#server !== undefined)
      tellParent({ ...this.#saved, socket: this.#server.path, pid: process.pid });
  }

  output(from: OutputPiece["from"], text: string): void {
    this.#run.output(from, text);
  }

  ended(end: AgentEnd): void {
    this.#run.agentEnded(endOf(end));
  }

  /** For whoever is at the terminal and does not watch. */
  #heldWords({ row, label, reason }: HeldCall): string {
    const why = reason.expression === undefined ? `: ${reason.words}` : ` by the ${reason.words}`;
    return `step ${row} (${label}) is held${why}; vcr attach ${this.#saved.id.slice(0, 8)} goes on from here`;
  }

  /** The file is complete and the exit code set; `report` is what the command prints. Resolves when watchers have been told. */
  async over(report: readonly string[]): Promise<void> {
    this.#run.over(report, Number(process.exitCode ?? EXIT.ok));
    await this.#server?.close({ patience: isWatchedFromStart() ? ON_ITS_WAY : 0 });
  }
}

function endOf(end: AgentEnd): Pick<AgentState, "exit" | "failed"> {
  return end.ended ? { exit: exitOf(end) } : { failed: end.why };
}
