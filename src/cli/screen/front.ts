import type { Action } from "../../app/action.ts";
import type { State } from "../../app/state.ts";
import type { Size } from "../../cells/line.ts";
import type { TerminalSession } from "../../terminal/session.ts";

/** What effects do to the terminal. */
export type Terminal = Pick<TerminalSession, "suspend" | "print" | "setMouse" | "write" | "handOver">;

/** The program as a front sees it. */
export interface FrontHooks {
  dispatch(...actions: readonly Action[]): void;
  state(): State;
  /** What was asked for is not there yet: a file is being read, a filter or a search is under way. */
  busy(): boolean;
  /** Something that is drawn has changed without an action. */
  paint(): void;
}

/** Where the program shows itself and is typed into: the full screen, or lines. */
export interface Front {
  readonly size: Size;
  readonly terminal: Terminal;
  paint(state: State): void;
  /** Everything again, as if nothing had been shown. */
  repaint(): void;
  /** A key for the text field on top. */
  forward(sequence: string): void;
  /** Called when the first frame is there; resolves when what comes behind it has been loaded. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export type FrontMaker = (hooks: FrontHooks) => Front;
