import type { Update } from "./effect.ts";
import type { Context, State } from "./state.ts";

/** What a command was called with: `42G` has a count, `:w out.vcr` an argument. */
export interface CommandArguments {
  readonly count?: number;
  readonly argument?: string;
  /** The whole table: for the commands that name or run others (the `:` line, the palette). */
  readonly commands: readonly Command[];
}

export type CommandResult = State | Update;

/** One row of the table that keys, hints, help, palette, command line and README are made from. */
export interface Command {
  /** "step.next-turn": what the palette, the command line and the config file call it. */
  readonly id: string;
  /** Key sequences, keys of a chord parted by spaces: "j", "ctrl-d", "] e". */
  readonly keys: readonly string[];
  readonly contexts: readonly Context[];
  /** For menus and the palette: "Next error". */
  readonly title: string;
  /** A word for the hint bar; commands without one do not stand there. Lower `hintRank` first. */
  readonly hint?: string;
  readonly hintRank?: number;
  readonly group: CommandGroup;
  /** Short names for the `:` line, with the argument's name where there is one: ["q", "quit"]. */
  readonly line?: readonly string[];
  readonly argument?: string;
  /** Why it cannot be used now; undefined when it can. A disabled key says so in a toast. */
  readonly disabled?: (state: State) => string | undefined;
  readonly run: (state: State, args: CommandArguments) => CommandResult;
}

export const COMMAND_GROUPS = [
  "Move",
  "Time travel",
  "Live run",
  "Filter and search",
  "Detail",
  "Compare",
  "Fork",
  "Copy and open",
  "Window",
  "Runs",
  "Program",
  "In a list",
  "In a text",
  "While typing",
] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

/** Contexts in which the panes have the keys. */
export const PANES: readonly Context[] = ["list", "detail"];
/** The same on a run that is being written: the agent's output is a pane too. */
export const LIVE_PANES: readonly Context[] = [...PANES, "output"];
/** Contexts in which a screen itself has the keys. */
export const SCREENS: readonly Context[] = [...PANES, "output", "runs-list", "diff", "draft"];
export const EVERYWHERE: readonly Context[] = [...SCREENS, "choices", "overview", "help", "log", "small"];
