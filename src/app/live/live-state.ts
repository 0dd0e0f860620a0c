import type { HeldCall, Hello, RunMode, RunStatus } from "../../control/protocol.ts";
import type { State } from "../state.ts";
import { emptyLog, type OutputLog, withOutput } from "./output-log.ts";

/** A run that is being written, as far as it is known besides its file. */
export interface LiveState {
  /** "on": somebody serves it; "over": it has ended; "lost": who served it has gone without a word. */
  readonly phase: "on" | "over" | "lost";
  readonly mode: RunMode;
  /** The run's file and id. */
  readonly path: string;
  readonly id: string;
  readonly argv: readonly string[];
  /** First live step of a fork or a continuation. */
  readonly from: number | undefined;
  readonly status: RunStatus;
  /** Calls that stand still, the first held first. */
  readonly held: readonly HeldCall[];
  /** Which of them keys are for, unless another one's row is selected. */
  readonly chosen: number | null;
  /** The one that an open prompt or list is about, also when it is held no more. */
  readonly pinned: number | null;
  readonly output: OutputLog;
  readonly pane: OutputPane;
  /** Text of answers in flight, by step. */
  readonly streams: ReadonlyMap<number, string>;
  /** What was typed for a held call and not taken: it is there when the editor opens again. */
  readonly unsent: { readonly id: number; readonly what: EditedPart; readonly text: string } | null;
  /** A countdown is on its way. */
  readonly ticking: boolean;
}

/** What of a held call an editor is opened on. */
export type EditedPart = "request" | "response" | "answer" | "result";

/** What the agent writes, below the panes. */
export interface OutputPane {
  readonly open: boolean;
  /** It has the keys. */
  readonly focused: boolean;
  /** Number of the first line shown, counted from the first that was ever written; null: the end is followed. */
  readonly top: number | null;
}

export function liveState(hello: Hello, path: string): LiveState {
  const { mode, run, argv, parent, status, held, output } = hello;
  return {
    phase: "on",
    mode,
    path,
    id: run.id,
    argv,
    from: mode === "fork" || mode === "continue" ? parent?.at : undefined,
    status,
    held,
    chosen: held[0]?.id ?? null,
    pinned: null,
    output: withOutput(emptyLog(), output),
    pane: { open: output.length > 0, focused: false, top: null },
    streams: new Map(),
    unsent: null,
    ticking: false,
  };
}

/** What is known of the run in view while it is being written, and afterwards until another is opened. */
export function liveOf(state: Pick<State, "live" | "run">): LiveState | null {
  return state.live && state.live.path === state.run.path ? state.live : null;
}

/** The held call that keys are for: what is being asked about, the one whose row is selected, the chosen one, the one that waits longest. */
export function currentHeld(state: Pick<State, "live" | "run" | "list">): HeldCall | undefined {
  const live = liveOf(state);
  if (!live) return undefined;
  const { held, chosen, pinned } = live;
  if (pinned !== null) return held.find(({ id }) => id === pinned);
  return heldAt(state, state.list.step) ?? held.find(({ id }) => id === chosen) ?? held[0];
}

export function heldAt(state: Pick<State, "live" | "run">, step: string): HeldCall | undefined {
  return liveOf(state)?.held.find(({ row }) => row === step);
}

/** The agent's output has the keys. */
export function onOutput(state: Pick<State, "live" | "run" | "screens">): boolean {
  const pane = liveOf(state)?.pane;
  return state.screens.at(-1) === "trace" && pane !== undefined && pane.open && pane.focused;
}

export function withLive(state: State, change: Partial<LiveState>): State {
  return state.live ? { ...state, live: { ...state.live, ...change } } : state;
}
