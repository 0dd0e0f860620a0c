import type { HeldAction, Hello, LiveBreakpoint, Notice, Who } from "./protocol.ts";

/** A run in progress as the control channel serves it. */
export interface WatchedRun {
  who(): Who;
  hello(): Hello;
  /** @throws VcrError-like errors with a message for people when an expression cannot be read */
  setBreakpoints(breakpoints: readonly LiveBreakpoint[]): void;
  pause(): void;
  /** @throws Error when there is no such hold, or it cannot do that */
  act(id: number, action: HeldAction): void;
  actAll(action: HeldAction): number;
  setRewrite(index: number, on: boolean): void;
  setHold(on: boolean): void;
  kill(): void;
  /** The last watcher has gone. */
  unwatched(): void;
  /** Returns what stops it. */
  onNotice(listener: (notice: Notice) => void): () => void;
}
