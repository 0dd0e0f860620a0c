import type { Update } from "../effect.ts";
import { isAsking, settle } from "../select.ts";
import type { State } from "../state.ts";
import { currentHeld, withLive } from "./live-state.ts";

/**
 * A prompt or a list that was opened over a held call is about that call, whatever is held when it is answered. Rows that
 * came meanwhile are followed when it closes.
 */
export function pinning(before: State, update: Update): Update {
  const { state } = update;
  const opened = isAsking(state);
  if (!state.live || opened === isAsking(before)) return update;
  const pinned = opened ? (currentHeld(before)?.id ?? null) : null;
  const next = withLive(state, { pinned });
  return { ...update, state: opened ? next : settle(next) };
}
