/**
 * Owns the terminal from the first byte to the last: whatever happens in between, the user gets it back as it was.
 * One session a process.
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { Size } from "../cells/line.ts";
import { sanitiseLines } from "../text/sanitise.ts";
import { type Capabilities, escapeHold } from "./capabilities.ts";
import { captureConsole, type LogEntry } from "./console-capture.ts";
import { crashReport } from "./crash.ts";
import { decode, flush, type InputState, isHeld, NO_INPUT } from "./input.ts";
import type { InputEvent } from "./input-event.ts";
import { enterModes, leaveModes, type Modes, mouseSequence, titleSequence } from "./mode-switch.ts";
import { NO_ANSWERS, QUESTIONS, type TerminalAnswers, TerminalProbe } from "./probe.ts";
import { type SignalWatch, watchSignals } from "./process-signals.ts";
import { type Keyboard, openKeyboard, terminalSize, writeTerminal } from "./tty.ts";

export interface SessionOptions {
  readonly capabilities: Capabilities;
  readonly title: string;
  readonly mouse: boolean;
  /** What `console` prints while the screen is ours is appended here too: VCR_LOG. */
  readonly logFile: string | null;
  /** Where the report of a crash goes when there is no log: the user's state folder. */
  crashFolder(): string | null;
  /** All events of one read at once, so that a held key costs one frame. */
  onInput(events: readonly InputEvent[]): void;
  onResize(size: Size): void;
  /** The screen shows something else now (after Ctrl-Z, an editor): paint it whole. */
  onRepaint(): void;
  onLog(entry: LogEntry): void;
}

export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The command could not be started. */
  readonly error: Error | null;
}

/** Milliseconds that leaving may take when the terminal does not take bytes. */
const LAST_PATIENCE = 1000;
/** Milliseconds after which a stop that did not happen (no job control) is over. */
const STOP_TIME = 100;
/** Milliseconds that a child which holds the terminal has to end when we are told to. */
const CHILD_TIME = 500;

export class TerminalSession {
  readonly #options: SessionOptions;
  readonly #keyboard: Keyboard;
  readonly #signals: SignalWatch;
  readonly #releaseConsole: () => void;
  #modes: Modes;
  #active = false;
  #lent = false;
  #child: ChildProcess | null = null;
  #input: InputState = NO_INPUT;
  #hold: NodeJS.Timeout | undefined;
  #wake: NodeJS.Timeout | undefined;
  #probe: TerminalProbe | null = null;
  #awaitsKey: (() => void) | null = null;

  /** Takes the terminal over; null when there is none. */
  static open(options: SessionOptions): TerminalSession | null {
    const keyboard = process.stdout.isTTY ? openKeyboard() : null;
    return keyboard === null ? null : new TerminalSession(options, keyboard);
  }

  private constructor(options: SessionOptions, keyboard: Keyboard) {
    this.#options = options;
    this.#keyboard = keyboard;
    this.#modes = { mouse: options.mouse, title: options.capabilities.talks ? options.title : null };
    this.#signals = watchSignals({
      end: (code, signal) => this.#end(code, signal),
      stop: () => this.#stopped(),
      resume: () => this.#resume(),
      crash: (error) => this.fail(error),
      exit: () => this.#leave(),
    });
    this.#releaseConsole = captureConsole(options.onLog, options.logFile);
    keyboard.stream.on("data", this.#read);
    keyboard.stream.on("end", this.#hangUp);
    keyboard.stream.on("error", this.#hangUp);
    process.stdout.on("resize", this.#resized);
    this.#enter();
  }

  get size(): Size {
    return terminalSize();
  }

  /** One frame, one write. Nothing is written while the terminal is not ours. */
  write(frame: string): void {
    if (this.#active && frame !== "" && !writeTerminal(frame)) this.#hangUp();
  }

  setMouse(on: boolean): void {
    if (on === this.#modes.mouse) return;
    this.#modes = { ...this.#modes, mouse: on };
    this.write(mouseSequence(on));
  }

  setTitle(title: string): void {
    if (this.#modes.title === null || title === this.#modes.title) return;
    this.#modes = { ...this.#modes, title };
    this.write(titleSequence(title));
  }

  /** What the terminal has answered so far, later than `probe` waits for as well: a slow line is slow in answering too. */
  get answers(): TerminalAnswers {
    return this.#probe?.answers ?? NO_ANSWERS;
  }

  /** Asks the terminal what it can do; resolves with what it has answered in 100 ms. */
  async probe(): Promise<TerminalAnswers> {
    if (!this.#active || !this.#options.capabilities.talks || this.#probe !== null) return NO_ANSWERS;
    this.#probe = new TerminalProbe();
    this.write(QUESTIONS);
    await this.#probe.finished;
    return this.answers;
  }

  /** Gives the terminal back and stops the process group, as Ctrl-Z does elsewhere; comes back with `fg`. */
  suspend(): void {
    if (!this.#active) return;
    this.#leave();
    this.#signals.catchStop(false);
    process.kill(0, "SIGTSTP");
    this.#wake = setTimeout(() => this.#resume(), STOP_TIME);
  }

  /** Lends the terminal to `use`, in its normal state, and takes it back afterwards. */
  async withTerminal<T>(use: () => Promise<T>): Promise<T> {
    this.#leave();
    this.#lent = true;
    try {
      return await use();
    } finally {
      this.#lent = false;
      this.#enter();
      this.#options.onRepaint();
    }
  }

  /** Runs a command on the terminal, without a shell. Resolves when it has ended; never rejects. */
  handOver(command: string, args: readonly string[]): Promise<ChildEnd> {
    return this.withTerminal(
      () =>
        new Promise((resolve) => {
          const child = spawn(command, args, { stdio: [this.#keyboard.fd, "inherit", "inherit"] });
          this.#child = child;
          const settle = (end: ChildEnd): void => {
            this.#child = null;
            resolve(end);
          };
          child.on("error", (error) => settle({ code: null, signal: null, error }));
          child.on("exit", (code, signal) => settle({ code, signal, error: null }));
        }),
    );
  }

  /** Prints text, sanitised, on the normal screen, where it can be selected and stays; comes back at a key. */
  print(text: string): Promise<void> {
    const lines = [...sanitiseLines(text), "", "(press a key to go back)"];
    return this.withTerminal(
      () =>
        new Promise((resolve) => {
          this.#awaitsKey = resolve;
          this.#keyboard.stream.setRawMode(true);
          this.#keyboard.stream.resume();
          if (!writeTerminal(`${lines.join("\r\n")}\r\n`)) this.#hangUp();
        }),
    );
  }

  /** Gives the terminal back for good. Waits for answers under way, which the shell would take for typing. */
  async close(): Promise<void> {
    if (this.#active) await this.#probe?.finished;
    this.#leave();
    clearTimeout(this.#wake);
    this.#signals.close();
    this.#releaseConsole();
    process.stdout.off("resize", this.#resized);
    const { stream } = this.#keyboard;
    stream.off("data", this.#read);
    stream.off("end", this.#hangUp);
    stream.off("error", this.#hangUp);
    this.#keyboard.close();
  }

  /** Gives the terminal back, says in two lines what went wrong, and ends the process. */
  fail(error: unknown, code = 70): never {
    this.#leave();
    this.#releaseConsole();
    process.stderr.write(crashReport(error, this.#options));
    process.exit(code);
  }

  #enter(): void {
    if (this.#active) return;
    this.#active = true;
    const { stream } = this.#keyboard;
    // Off first: after somebody else changed the terminal, Node would take it for set already.
    stream.setRawMode(false);
    stream.setRawMode(true);
    stream.resume();
    this.write(enterModes(this.#modes));
  }

  #leave(): void {
    if (!this.#active) return;
    this.#active = false;
    clearTimeout(this.#hold);
    this.#input = NO_INPUT;
    this.#probe?.done();
    writeTerminal(leaveModes(this.#modes), LAST_PATIENCE);
    this.#keyboard.stream.pause();
    this.#keyboard.stream.setRawMode(false);
  }

  #end(code: number, signal: NodeJS.Signals): void {
    // An interrupt from the keyboard is meant for the program that has the terminal, which got it too.
    if (this.#lent && signal === "SIGINT") return;
    const child = this.#child;
    if (child === null) {
      this.#leave();
      this.#keyboard.stream.setRawMode(false);
      process.exit(code);
    }
    child.kill(signal);
    child.on("exit", () => process.exit(code));
    setTimeout(() => process.exit(code), CHILD_TIME);
  }

  #stopped(): void {
    if (this.#lent) process.kill(process.pid, "SIGSTOP");
    else this.suspend();
  }

  #resume(): void {
    clearTimeout(this.#wake);
    this.#signals.catchStop(true);
    if (this.#lent) return;
    // Stopped without being asked (SIGSTOP): the shell has changed the terminal behind our back.
    this.#leave();
    this.#enter();
    this.#options.onRepaint();
  }

  readonly #hangUp = (): void => {
    this.#leave();
    process.exit(129);
  };

  readonly #resized = (): void => this.#options.onResize(terminalSize());

  readonly #read = (chunk: Buffer): void => {
    clearTimeout(this.#hold);
    const { state, events } = decode(this.#input, chunk);
    this.#input = state;
    this.#emit(events);
    if (!isHeld(this.#input)) return;
    this.#hold = setTimeout(() => {
      const flushed = flush(this.#input);
      this.#input = flushed.state;
      this.#emit(flushed.events);
    }, escapeHold(this.#options.capabilities));
  };

  #emit(events: readonly InputEvent[]): void {
    const rest = events.filter((event) => event.type !== "reply" || !this.#probe?.take(event.sequence));
    if (rest.length === 0) return;
    const goOn = this.#awaitsKey;
    this.#awaitsKey = null;
    if (goOn === null) this.#options.onInput(rest);
    else goOn();
  }
}
