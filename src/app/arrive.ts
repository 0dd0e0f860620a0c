import { isFilteredOut } from "./narrowing/visible.ts";
import { select, withAttempts } from "./select.ts";
import type { State } from "./state.ts";

/**
 * Where the user was the last time may not have been read yet: it is gone to as soon as it is there. A key pressed before
 * that is a wish of now, and the old place is let go.
 */
export function arrive(state: State): State {
  const { awaited } = state;
  if (awaited === null) return state;
  if (!isFilteredOut(state, awaited))
    return select({ ...withAttempts(state, state.run.indexOf(awaited)), awaited: null }, awaited);
  return state.loading.complete && state.filter.complete ? letGo(state) : state;
}

export function letGo(state: State): State {
  return state.awaited === null ? state : { ...state, awaited: null };
}
