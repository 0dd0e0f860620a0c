/**
 * Runs a program in a real pseudo-terminal and reads its screen from an emulator, as a user would see it.
 * Waits are driven by output, never by time; a watchdog ends a wait that nothing fulfils and shows the screen.
 */
import { readFileSync } from "node:fs";
import { spawn } from "@lydell/node-pty";
import type { IModes } from "@xterm/headless";
import { onTestFinished } from "vitest";
import { inTerminal, type TerminalCell } from "./in-terminal.ts";
import { CLI } from "./installed-cli.ts";
import { keyBytes } from "./key-bytes.ts";
import { ownHome } from "./own-home.ts";

export interface LaunchOptions {
  readonly cols?: number;
  readonly rows?: number;
  /** Added to an environment made from scratch; undefined takes a variable out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** @default the home of the test */
  readonly cwd?: string;
  /** What runs with the arguments: the program under test when not given. */
  readonly command?: readonly string[];
  /** How long a wait may go unfulfilled, for a program that has much to do, in milliseconds. @default 30,000 */
  readonly patience?: number;
  /** The terminal answers nothing of what it is asked; the test may type answers. */
  readonly mute?: boolean;
}

export interface Pty {
  readonly pid: number;
  /** Keys apart by spaces: "j j enter ctrl-d". Before keys that follow an Esc alone, wait for what the Esc does. */
  press(keys: string): void;
  /** Bytes as they are. */
  type(text: string): void;
  /** All rows, without the blanks at their ends. */
  screen(): string;
  row(y: number): string;
  cell(x: number, y: number): TerminalCell;
  cursor(): { x: number; y: number };
  waitFor(what: string, holds: () => boolean): Promise<void>;
  waitText(text: string | RegExp): Promise<void>;
  waitGone(text: string | RegExp): Promise<void>;
  waitExit(): Promise<{ exitCode: number; signal: number }>;
  resize(cols: number, rows: number): void;
  /** To the process that has the terminal: the program, also when a shell started it. */
  kill(signal: NodeJS.Signals): void;
  modes(): IModes;
  altScreen(): boolean;
  cursorHidden(): boolean;
  /** A place in the output, for `bytesSince` and `outputSince`. */
  mark(): number;
  /** Characters written since `mark`; with UTF-8 text on screen their bytes are more. */
  bytesSince(mark?: number): number;
  outputSince(mark?: number): string;
}

/** Less than a test has, so that it is this which fails and shows the screen. Milliseconds. */
const WATCHDOG = 30_000;

interface Waiter {
  readonly what: string;
  readonly holds: () => boolean;
  settle(error?: Error): void;
}

export function launch(args: readonly string[], options: LaunchOptions = {}): Pty {
  const { cols = 100, rows = 30, cwd = ownHome().HOME, patience = WATCHDOG } = options;
  const [file = "", ...first] = options.command ?? [process.execPath, CLI];
  const terminal = inTerminal({ columns: cols, rows });
  const child = spawn(file, [...first, ...args], { cols, rows, cwd, env: environment(options.env) });
  const waiters = new Set<Waiter>();
  let output = "";
  let exit: { exitCode: number; signal: number } | null = null;
  let cursorHidden = false;
  let inFrame = false;

  /** A picture of which a part has come is nobody's to look at. */
  const check = (): void => {
    if (inFrame && exit === null) return;
    for (const waiter of waiters) {
      if (waiter.holds()) waiter.settle();
      else if (exit !== null) waiter.settle(new Error(`the program has ended (${JSON.stringify(exit)})`));
    }
  };
  for (const final of ["h", "l"]) {
    terminal.terminal.parser.registerCsiHandler({ prefix: "?", final }, (parameters) => {
      if (parameters.includes(25)) cursorHidden = final === "l";
      // Synchronised output: each picture is looked at, however many come in one piece.
      if (parameters.includes(2026)) {
        inFrame = final === "h";
        check();
      }
      return false;
    });
  }
  if (!options.mute) terminal.terminal.onData((answer) => child.write(answer));
  child.onData((data) => {
    output += data;
    void terminal.feed(data).then(check);
  });
  child.onExit(({ exitCode, signal }) => {
    void terminal.feed("").then(() => {
      exit = { exitCode, signal: signal ?? 0 };
      check();
    });
  });
  onTestFinished(() => {
    if (exit === null) child.kill("SIGKILL");
    terminal.dispose();
  });

  const waitFor = (what: string, holds: () => boolean): Promise<void> => {
    if (holds()) return Promise.resolve();
    return new Promise((done, fail) => {
      const show = (reason: string) => new Error(`waiting for ${what}: ${reason}\n${frameOf(terminal.screen(), cols)}`);
      const settle = (error?: Error): void => {
        clearTimeout(timer);
        waiters.delete(waiter);
        if (error === undefined) done();
        else fail(show(error.message));
      };
      const timer = setTimeout(() => settle(new Error(`nothing for ${patience / 1000} s`)), patience);
      const waiter: Waiter = { what, holds, settle };
      waiters.add(waiter);
      if (exit !== null) settle(new Error("the program has ended"));
    });
  };
  const shows = (text: string | RegExp): boolean =>
    typeof text === "string" ? terminal.screen().includes(text) : text.test(terminal.screen());

  return {
    pid: child.pid,
    press: (keys) => child.write(keyBytes(keys)),
    type: (text) => child.write(text),
    screen: () => terminal.screen(),
    row: (y) => terminal.row(y),
    cell: (x, y) => terminal.cell(x, y),
    cursor: () => ({ x: terminal.terminal.buffer.active.cursorX, y: terminal.terminal.buffer.active.cursorY }),
    waitFor,
    waitText: (text) => waitFor(`${text} to show`, () => shows(text)),
    waitGone: (text) => waitFor(`${text} to go`, () => !shows(text)),
    waitExit: async () => {
      await waitFor("the end of the program", () => exit !== null);
      return exit ?? { exitCode: -1, signal: 0 };
    },
    resize: (columns, lines) => {
      terminal.resize({ columns, rows: lines });
      child.resize(columns, lines);
    },
    kill: (signal) => void process.kill(foreground(child.pid), signal),
    modes: () => terminal.terminal.modes,
    altScreen: () => terminal.terminal.buffer.active.type === "alternate",
    cursorHidden: () => cursorHidden,
    mark: () => output.length,
    bytesSince: (mark = 0) => output.length - mark,
    outputSince: (mark = 0) => output.slice(mark),
  };
}

/** An interactive bash with job control, to see what a program leaves behind. Its prompt is "$ ". */
export async function launchShell(options: LaunchOptions = {}): Promise<Pty> {
  const shell = launch(["--norc", "--noprofile", "--noediting", "-i"], {
    ...options,
    command: ["bash"],
    env: { PS1: "$ ", HISTFILE: "", ...options.env },
  });
  await shell.waitText(/^\$/m);
  return shell;
}

function environment(extra: LaunchOptions["env"]): Record<string, string> {
  const made: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    ...ownHome(),
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    ...extra,
  };
  return Object.fromEntries(Object.entries(made).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** The leader of the process group in the foreground of the terminal that `pid` runs on: field 8 of proc(5)'s stat. */
function foreground(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const group = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[5]);
    return group > 0 ? group : pid;
  } catch {
    return pid;
  }
}

function frameOf(screen: string, columns: number): string {
  const edge = `+${"-".repeat(columns)}+`;
  return [edge, ...screen.split("\n").map((row) => `|${row.padEnd(columns)}|`), edge].join("\n");
}
