import type { State } from "../state.ts";
import { liveOf } from "./live-state.ts";

/** Why a command for a run that is being written does nothing; undefined: it does something. */

export function notLive(state: State): string | undefined {
  const live = liveOf(state);
  if (!live) return "this run is not watched: vcr attach watches one that is being written";
  return live.phase === "on" ? undefined : "this run is over";
}

/** Somebody else has let it go, or its client has given up, while it was being asked about. */
export const HELD_NO_MORE = "the call is held no more";

export function noneHeld(state: State): string | undefined {
  const why = notLive(state);
  if (why !== undefined) return why;
  return liveOf(state)?.held.length === 0 ? "no call is held: P holds the next one, i those that match" : undefined;
}
