import type { HeldAction, HeldCall, Hello, LiveBreakpoint, LiveRewrite, Notice, Who } from "./protocol.ts";

/** The part of a run that stops calls: the gateway's, or that of calls inside a program. */
export interface Holding {
  held(): readonly HeldCall[];
  breakpoints(): readonly LiveBreakpoint[];
  rewrites(): readonly LiveRewrite[];
  /** @throws an error with a message for people when an expression cannot be read; then nothing has changed */
  setBreakpoints(breakpoints: readonly LiveBreakpoint[]): void;
  pause(): void;
  /** @throws Error when there is no such hold, or it cannot do that */
  act(id: number, action: HeldAction): void;
  /** Answers how many did it. */
  actAll(action: HeldAction): number;
  setRewrite(index: number, on: boolean): void;
  setHold(on: boolean): void;
  /** The first watcher has come, or the last has gone. */
  setWatched(on: boolean): void;
  /** Of its notices: held, held-changed, released, chunk, breakpoints. Returns what stops it. */
  onNotice(listener: (notice: Notice) => void): () => void;
}

/** A run in progress as the control channel serves it. Listeners must not throw, and must not take long: calls wait for them. */
export interface WatchedRun extends Omit<Holding, "held" | "breakpoints" | "rewrites"> {
  who(): Who;
  hello(): Hello;
  kill(): void;
}
