import type { Action } from "../../app/action.ts";
import type { LiveCall } from "../../app/effect.ts";
import type { ControlClient } from "../../control/control-client.ts";
import type { Notice, RunStatus } from "../../control/protocol.ts";
import { errorMessage } from "../error-words.ts";

/** Milliseconds in which the text of answers and the agent's output are gathered into one frame. */
const GATHER = 30;

/** The end of a run that was watched, for the shell. */
export interface LiveEnd {
  readonly id: string;
  /** Undefined: it goes on, or nobody knows. */
  readonly over?: { readonly status: RunStatus; readonly report: readonly string[]; readonly code?: number };
  /** Who serves it has gone without a word. */
  readonly lost: boolean;
}

/** Listens to the run that is being written, and asks it what `update` wants asked. */
export class LiveDriver {
  readonly #dispatch: (...actions: readonly Action[]) => void;
  #client: ControlClient | null = null;
  #end: LiveEnd | null = null;
  #gathered: Notice[] = [];
  #telling: NodeJS.Timeout | undefined;

  constructor(dispatch: (...actions: readonly Action[]) => void) {
    this.#dispatch = dispatch;
  }

  /** What has become of the run that was watched last; null: none was. */
  get end(): LiveEnd | null {
    return this.#end;
  }

  /** The run's file is in view as `path`; resolves when the run has said what there is to know of it. */
  watch(client: ControlClient, path: string): Promise<void> {
    this.leave();
    this.#end = null;
    this.#client = client;
    return new Promise((resolve) => {
      client.watch({
        hello: (hello) => {
          this.#end = { id: hello.run.id, lost: false };
          this.#dispatch({ type: "live-hello", hello, path });
          resolve();
        },
        notice: (notice) => this.#take(notice),
        gone: () => {
          this.#gone(client);
          resolve();
        },
      });
    });
  }

  /** `done`: what is said when it was taken. */
  call({ method, params }: LiveCall, done: string | undefined): void {
    const say = (tone: "info" | "error", text: string): void => this.#dispatch({ type: "toast", tone, text });
    if (!this.#client) return say("error", "this run is over");
    this.#client.call(method, params).then(
      () => done !== undefined && say("info", done),
      (error: unknown) => say("error", errorMessage(error)),
    );
  }

  /** The run goes on without us. */
  leave(): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    this.#gathered = [];
    const client = this.#client;
    this.#client = null;
    client?.close();
  }

  /** What flows is gathered; what has to be seen at once brings it along. */
  #take(notice: Notice): void {
    if (!this.#client) return;
    const last = this.#gathered.at(-1);
    if (notice.type === "chunk" && last?.type === "chunk" && last.step === notice.step)
      this.#gathered[this.#gathered.length - 1] = { ...last, text: last.text + notice.text };
    else this.#gathered.push(notice);
    if (notice.type === "over" && this.#end) this.#end = { ...this.#end, over: notice };
    const flows = notice.type === "chunk" || notice.type === "output";
    if (!flows) this.#tell();
    else this.#telling ??= setTimeout(() => this.#tell(), GATHER);
  }

  #tell(): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    const notices = this.#gathered.splice(0);
    if (notices.length > 0) this.#dispatch({ type: "live-notices", notices });
  }

  #gone(client: ControlClient): void {
    if (this.#client !== client) return;
    this.#tell();
    this.#client = null;
    if (!this.#end) return this.#dispatch({ type: "toast", tone: "info", text: "the run is over already" });
    if (!this.#end.over) this.#end = { ...this.#end, lost: true };
    this.#dispatch({ type: "live-lost" });
  }
}
