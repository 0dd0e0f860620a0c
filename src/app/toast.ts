import type { Update } from "./effect.ts";
import type { LogEntry, State } from "./state.ts";

const TOAST_MS = 4000;
const LOG_LENGTH = 500;

/** A word at the bottom of the screen for a few seconds; it stays in the messages log. */
export function toast(state: State, text: string, tone: LogEntry["tone"] = "info"): Update {
  const id = state.toasts + 1;
  return {
    state: addLog({ ...state, toasts: id, toast: { text, tone, id } }, tone, text),
    effects: [{ type: "after", ms: TOAST_MS, action: { type: "toast-over", id } }],
  };
}

/** The same until a key: something to be read in full. */
export function standingToast(state: State, text: string, tone: LogEntry["tone"]): Update {
  const { state: told } = toast(state, text, tone);
  return { state: told.toast ? { ...told, toast: { ...told.toast, stands: true } } : told, effects: [] };
}

export function addLog(state: State, tone: LogEntry["tone"], text: string): State {
  return { ...state, log: [...state.log, { at: state.clock, tone, text }].slice(-LOG_LENGTH) };
}
