import { ControlServer } from "../control/control-server.ts";
import type { AgentState, OutputPiece } from "../control/protocol.ts";
import { RunInProgress, type RunInProgressOptions } from "../control/run-in-progress.ts";
import { isInBackground, tellParent } from "./engine-end.ts";
import type { AgentEnd, AgentWatch } from "./run-agent.ts";
import { tell } from "./trouble.ts";

export type LiveRunOptions = Omit<RunInProgressOptions, "cwd" | "pid">;

/** A run of this process, and its socket: there until `over`. */
export class LiveRun implements AgentWatch {
  readonly inBackground = isInBackground();
  readonly #run: RunInProgress;
  readonly #saved: RunInProgressOptions["run"];
  #server: ControlServer | undefined;

  /** Without a socket the run goes on, and says so. @throws Error in the background, where nobody could end it then */
  static async start(options: LiveRunOptions): Promise<LiveRun> {
    const live = new LiveRun(options);
    try {
      live.#server = await ControlServer.start(live.#run, process.env);
    } catch (error) {
      if (live.inBackground) throw error;
      tell(`nobody can attach to this run: ${error instanceof Error ? error.message : String(error)}`);
    }
    return live;
  }

  private constructor(options: LiveRunOptions) {
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

  /** The file is complete; `report` is what the command prints. Resolves when watchers have been told. */
  async over(report: readonly string[]): Promise<void> {
    this.#run.over(report);
    await this.#server?.close();
  }
}

function endOf(end: AgentEnd): Pick<AgentState, "exit" | "failed"> {
  if (!end.ended) return { failed: end.why };
  return {
    exit: { ...(end.code === undefined ? {} : { code: end.code }), ...(end.signal ? { signal: end.signal } : {}) },
  };
}
