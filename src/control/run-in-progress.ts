import { OutputTail } from "./output-tail.ts";
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
} from "./protocol.ts";
import type { Holding, WatchedRun } from "./watched-run.ts";

export interface RunInProgressOptions {
  readonly mode: RunMode;
  /** `path` is absolute; missing: nothing is saved. */
  readonly run: { readonly id: string; readonly path?: string };
  /** What it is made from, and the first live step. */
  readonly parent?: { readonly path: string; readonly at?: number };
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Of the process that holds it. */
  readonly pid: number;
  /** Calls so far that went to a provider, and that were answered from the recording. */
  counts(): Pick<RunStatus, "live" | "served" | "spent" | "atLeast">;
  readonly holding?: Holding | undefined;
}

/** Milliseconds between two looks at the counts while somebody watches. */
const LOOK = 200;

/** A run as watchers see it, put together of its parts: holds, agent, output, counts. */
export class RunInProgress implements WatchedRun {
  readonly #options: RunInProgressOptions;
  readonly #since = Date.now();
  readonly #output = new OutputTail();
  readonly #listeners = new Set<(notice: Notice) => void>();
  #agent: AgentState = {};
  #kill: (() => void) | undefined;
  #hold = false;
  #look: NodeJS.Timeout | undefined;
  #counted = "";

  constructor(options: RunInProgressOptions) {
    this.#options = options;
    options.holding?.onNotice((notice) => this.#notify(notice));
  }

  who(): Who {
    const { mode, run, argv, cwd, pid } = this.#options;
    const { id, path } = run;
    const saved = path === undefined ? { id } : { id, path };
    return { protocol: PROTOCOL, pid, mode, run: saved, argv, cwd, since: this.#since };
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

  agentStarted({ pid, kill }: { readonly pid?: number | undefined; kill(): void }): void {
    this.#kill = kill;
    this.#agent = pid === undefined ? {} : { pid };
    this.#tellStatus();
  }

  agentEnded(how: Pick<AgentState, "exit" | "failed">): void {
    this.#kill = undefined;
    this.#agent = { ...this.#agent, ...how };
    this.#tellStatus();
  }

  output(from: OutputPiece["from"], text: string): void {
    if (text === "") return;
    const piece: OutputPiece = { from, text };
    this.#output.push(piece);
    this.#notify({ type: "output", piece });
  }

  /** The file is complete; `report` is what is said of it at the end, `code` what its command ends with. */
  over(report: readonly string[], code?: number): void {
    clearInterval(this.#look);
    this.#notify({ type: "over", status: this.#status(), report, ...(code !== undefined && { code }) });
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
