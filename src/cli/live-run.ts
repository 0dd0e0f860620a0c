import { ControlServer } from "../control/control-server.ts";
import { OutputTail } from "../control/output-tail.ts";
import {
  type AgentState,
  type HeldAction,
  type Hello,
  type LiveBreakpoint,
  type Notice,
  type OutputPiece,
  PROTOCOL,
  type RunMode,
  type RunStatus,
  type Who,
} from "../control/protocol.ts";
import type { Holding, WatchedRun } from "../control/watched-run.ts";
import { isInBackground, tellParent } from "./engine-end.ts";
import type { AgentEnd, AgentWatch } from "./run-agent.ts";
import { tell } from "./trouble.ts";

export interface LiveRunOptions {
  readonly mode: RunMode;
  /** `path` is absolute; missing: nothing is saved. */
  readonly run: { readonly id: string; readonly path?: string };
  /** What it is made from, and the first live step. */
  readonly parent?: { readonly path: string; readonly at?: number };
  readonly argv: readonly string[];
  /** Calls so far that went to a provider, and that were answered from the recording. */
  counts(): { readonly live: number; readonly served: number };
  readonly holding?: Holding | undefined;
}

/** Milliseconds between two looks at the counts while somebody watches. */
const LOOK = 200;

/** A run of this process as watchers see it: holds, agent, output. Its socket is there until `over`. */
export class LiveRun implements WatchedRun, AgentWatch {
  readonly inBackground = isInBackground();
  readonly #options: LiveRunOptions;
  readonly #since = Date.now();
  readonly #output = new OutputTail();
  readonly #listeners = new Set<(notice: Notice) => void>();
  #server: ControlServer | undefined;
  #agent: AgentState = {};
  #kill: (() => void) | undefined;
  #hold = false;
  #look: NodeJS.Timeout | undefined;
  #counted = "";

  /** Without a socket the run goes on, and says so. */
  static async start(options: LiveRunOptions): Promise<LiveRun> {
    const run = new LiveRun(options);
    try {
      run.#server = await ControlServer.start(run, process.env);
    } catch (error) {
      // What is in the background and cannot be reached could not be ended either.
      if (run.inBackground) throw error;
      tell(`nobody can attach to this run: ${error instanceof Error ? error.message : String(error)}`);
    }
    return run;
  }

  private constructor(options: LiveRunOptions) {
    this.#options = options;
    options.holding?.onNotice((notice) => this.#notify(notice));
  }

  who(): Who {
    const { mode, run, argv } = this.#options;
    const { id, path } = run;
    const saved = path === undefined ? { id } : { id, path };
    return { protocol: PROTOCOL, pid: process.pid, mode, run: saved, argv, cwd: process.cwd(), since: this.#since };
  }

  hello(): Hello {
    const { parent, holding } = this.#options;
    return {
      ...this.who(),
      ...(parent === undefined ? {} : { parent }),
      status: this.#status(),
      held: holding?.held() ?? [],
      breakpoints: holding?.breakpoints() ?? [],
      output: this.#output.pieces,
    };
  }

  setBreakpoints(breakpoints: readonly LiveBreakpoint[]): void {
    this.#holding.setBreakpoints(breakpoints);
  }

  pause(): void {
    this.#holding.pause();
  }

  act(id: number, action: HeldAction): void {
    this.#holding.act(id, action);
  }

  actAll(action: HeldAction): number {
    return this.#holding.actAll(action);
  }

  setRewrite(index: number, on: boolean): void {
    this.#holding.setRewrite(index, on);
    this.#tellStatus();
  }

  setHold(on: boolean): void {
    this.#hold = on;
    this.#options.holding?.setHold(on);
    this.#tellStatus();
  }

  setWatched(on: boolean): void {
    this.#options.holding?.setWatched(on);
    clearInterval(this.#look);
    if (on) this.#look = setInterval(() => this.#tellCounts(), LOOK).unref();
  }

  kill(): void {
    if (this.#kill === undefined) throw new Error("the agent is not running");
    this.#kill();
  }

  onNotice(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  started({ pid, kill }: { readonly pid?: number | undefined; kill(): void }): void {
    this.#kill = kill;
    this.#agent = pid === undefined ? {} : { pid };
    this.#tellStatus();
    const { id, path } = this.#options.run;
    if (this.inBackground && this.#server !== undefined)
      tellParent({ id, ...(path === undefined ? {} : { path }), socket: this.#server.path, pid: process.pid });
  }

  output(from: OutputPiece["from"], text: string): void {
    if (text === "") return;
    const piece: OutputPiece = { from, text };
    this.#output.push(piece);
    this.#notify({ type: "output", piece });
  }

  ended(end: AgentEnd): void {
    this.#kill = undefined;
    this.#agent = { ...this.#agent, ...endOf(end) };
    this.#tellStatus();
  }

  /** The file is complete; `report` is what the command prints. Resolves when watchers have been told. */
  async over(report: readonly string[]): Promise<void> {
    clearInterval(this.#look);
    this.#notify({ type: "over", status: this.#status(), report });
    await this.#server?.close();
  }

  get #holding(): Holding {
    const { holding } = this.#options;
    if (holding === undefined) throw new Error("this run cannot hold calls");
    return holding;
  }

  #status(): RunStatus {
    const { counts, holding } = this.#options;
    return { agent: this.#agent, ...counts(), rewrites: holding?.rewrites() ?? [], hold: this.#hold };
  }

  #tellCounts(): void {
    const counted = JSON.stringify(this.#options.counts());
    if (counted === this.#counted) return;
    this.#counted = counted;
    this.#tellStatus();
  }

  #tellStatus(): void {
    this.#notify({ type: "status", status: this.#status() });
  }

  #notify(notice: Notice): void {
    for (const listener of this.#listeners) listener(notice);
  }
}

function endOf(end: AgentEnd): AgentState {
  if (!end.ended) return { failed: end.why };
  return {
    exit: { ...(end.code === undefined ? {} : { code: end.code }), ...(end.signal ? { signal: end.signal } : {}) },
  };
}
