import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { createInterface, type Interface } from "node:readline";
import { selectedIndex, visibleOf } from "../../app/narrowing/visible.ts";
import { eventSentence } from "../../app/spoken/event-sentence.ts";
import { isForReading } from "../../app/spoken/overlay-text.ts";
import { type Speaker, screenText, spokenChanges } from "../../app/spoken/spoken-changes.ts";
import { stepText } from "../../app/spoken/step-text.ts";
import { tabText } from "../../app/spoken/tab-text.ts";
import { LINE_WORDS, type TypedLine, typedLine } from "../../app/spoken/typed-line.ts";
import type { State } from "../../app/state.ts";
import type { Size } from "../../cells/line.ts";
import { crashReport } from "../../terminal/crash.ts";
import type { ChildEnd } from "../../terminal/session.ts";
import { sanitiseLines } from "../../text/sanitise.ts";
import { Output } from "../output.ts";
import { previewLines } from "../read/preview-lines.ts";
import { madeStateFolder } from "../settings/user-folders.ts";
import type { Front, FrontHooks, FrontMaker, Terminal } from "./front.ts";

export interface LineOptions {
  readonly speaker: Speaker;
  /** Says first what is open and what can be typed. */
  readonly greet: boolean;
}

/** Every view in lines, every prompt a line: for screen readers, pipes and scripts. Nothing is drawn, nothing is moved. */
export function lineFront(options: LineOptions): FrontMaker {
  return (hooks) => new LineFront(options, hooks);
}

/** Sentences with what went in and came out below. */
export const SENTENCES: Speaker = {
  event: (state, i) => [
    eventSentence(state, i),
    ...previewLines(state.run, i).map((line) => `  ${line.trim().replace(/^(\w+) +/, "$1: ")}`),
  ],
};

/** The panes as the program lays them out: only how far a page goes depends on it. */
const SIZE: Size = { columns: 100, rows: 40 };
/** Events that `l` says. */
const LISTED = 20;
/** Milliseconds between two looks whether what was asked for is there. */
const LOOK = 4;

class LineFront implements Front {
  readonly size = SIZE;
  readonly terminal: Terminal;
  readonly #options: LineOptions;
  readonly #hooks: FrontHooks;
  readonly #out = new Output();
  /** Made when somebody waits for lines: earlier ones would be lost. */
  #lines: Interface | null = null;
  /** What has been said. */
  #said: State | null = null;
  #obeying = true;
  #closed = false;

  constructor(options: LineOptions, hooks: FrontHooks) {
    this.#options = options;
    this.#hooks = hooks;
    this.terminal = this.#terminal();
    process.on("SIGINT", () => hooks.dispatch({ type: "command", id: "interrupt" }));
    for (const event of ["uncaughtException", "unhandledRejection"] as const)
      process.on(event, (error: unknown) => {
        process.stderr.write(
          crashReport(error, { logFile: process.env.VCR_LOG || null, crashFolder: madeStateFolder }),
        );
        process.exit(70);
      });
  }

  async start(): Promise<void> {
    void this.#talk();
  }

  /** What has changed without a line of the user: a run that is followed has grown. */
  paint(state: State): void {
    if (this.#obeying || !this.#said || this.#hooks.busy()) return;
    const lines = spokenChanges(this.#said, state, this.#options.speaker);
    this.#said = state;
    void this.#print(lines);
  }

  repaint(): void {
    const state = this.#hooks.state();
    void this.#print(screenText(state));
  }

  /** There is no text field: what was typed came as a line. */
  forward(): void {}

  async close(): Promise<void> {
    this.#closed = true;
    this.#lines?.close();
    await new Promise<void>((resolve) => process.stdout.write("", () => resolve()));
  }

  async #talk(): Promise<void> {
    await this.#idle();
    const state = this.#hooks.state();
    if (this.#options.greet) await this.#print([...screenText(state), ...LINE_WORDS]);
    await this.#print(state.log.map(({ tone, text }) => `${tone}: ${text}`));
    if (state.screens.at(-1) === "trace" || !this.#options.greet) await this.#say({ actions: [], say: "event" }, state);
    this.#said = state;
    await this.#ask();
    this.#obeying = false;
    const input = process.stdin.isTTY || !process.stdout.isTTY ? process.stdin : createReadStream("/dev/tty");
    this.#lines = createInterface({ input, terminal: false });
    for await (const line of this.#lines) {
      this.#obeying = true;
      await this.#obey(line);
      if (this.#closed) return;
      await this.#ask();
      this.#obeying = false;
    }
    if (!this.#closed) this.#hooks.dispatch({ type: "command", id: "quit-now" });
  }

  async #obey(line: string): Promise<void> {
    const before = this.#said ?? this.#hooks.state();
    const typed = typedLine(this.#hooks.state(), line);
    for (const action of typed.actions) {
      this.#hooks.dispatch(action);
      if (this.#closed) return;
    }
    await this.#idle();
    if (this.#closed) return;
    await this.#say(typed, before);
    this.#leaveWhatIsSaid();
  }

  /** Messages, help and a prompt that was not understood are over once they are said. */
  #leaveWhatIsSaid(): void {
    const { prompt, overlays, toast } = this.#hooks.state();
    if (toast) this.#hooks.dispatch({ type: "toast-over", id: toast.id });
    const top = overlays.at(-1);
    if (prompt?.problem) this.#hooks.dispatch({ type: "command", id: "prompt.cancel" });
    else if (!prompt && top && isForReading(top)) this.#hooks.dispatch({ type: "command", id: "escape" });
    this.#said = this.#hooks.state();
  }

  async #say(typed: TypedLine, before: State): Promise<void> {
    const state = this.#hooks.state();
    const changes = spokenChanges(before, state, this.#options.speaker);
    this.#said = state;
    const more = asked(typed.say, { state, changed: changes.length > 0, speaker: this.#options.speaker });
    const lines = [...changes, ...more];
    await this.#print(lines.length === 0 && typed.actions.length > 0 ? ["nothing changes"] : lines);
  }

  async #print(lines: readonly string[]): Promise<void> {
    for (const line of lines) await this.#out.line(line);
  }

  /** A prompt only where somebody sees it. */
  async #ask(): Promise<void> {
    if (process.stdout.isTTY) process.stdout.write("> ");
  }

  async #idle(): Promise<void> {
    do await new Promise((resolve) => setTimeout(resolve, LOOK));
    while (this.#hooks.busy() && !this.#closed);
  }

  #terminal(): Terminal {
    return {
      suspend: () => void process.kill(process.pid, "SIGTSTP"),
      print: (text) => this.#print(sanitiseLines(text)),
      setMouse: () => {},
      write: (bytes) => void (process.stdout.isTTY && process.stdout.write(bytes)),
      handOver: (command, args) => this.#handOver(command, args),
    };
  }

  #handOver(command: string, args: readonly string[]): Promise<ChildEnd> {
    this.#lines?.pause();
    return new Promise((resolve) => {
      const child = spawn(command, args, { stdio: "inherit" });
      const settle = (end: ChildEnd): void => {
        this.#lines?.resume();
        resolve(end);
      };
      child.on("error", (error) => settle({ code: null, signal: null, error }));
      child.on("exit", (code, signal) => settle({ code, signal, error: null }));
    });
  }
}

interface Asked {
  readonly state: State;
  /** Something has been said already. */
  readonly changed: boolean;
  readonly speaker: Speaker;
}

function asked(say: TypedLine["say"], { state, changed, speaker }: Asked): readonly string[] {
  const i = selectedIndex(state);
  const onTrace = state.screens.at(-1) === "trace";
  switch (say) {
    case "event":
      if (changed) return [];
      return onTrace && i >= 0 ? speaker.event(state, i) : screenText(state);
    case "whole":
      return i < 0 ? ["no event is selected"] : stepText(state.run, i);
    case "tab":
      return changed ? [] : tabText(state);
    case "list":
      return listText({ state, changed, speaker });
    case "screen":
      return screenText(state);
    case "words":
      return LINE_WORDS;
    case undefined:
      return [];
  }
}

/** The selected event and those behind it, a line each. */
function listText({ state, speaker }: Asked): readonly string[] {
  const visible = visibleOf(state);
  const from = Math.max(0, visible.find(state.list.step));
  const to = Math.min(visible.count, from + LISTED);
  const lines = Array.from({ length: to - from }, (_, n) => speaker.event(state, visible.at(from + n))[0] ?? "");
  return to < visible.count ? [...lines, `and ${visible.count - to} more`] : lines;
}
