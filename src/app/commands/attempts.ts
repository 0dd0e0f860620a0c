import { attemptedBy, attemptsIn } from "../attempts.ts";
import type { Command } from "../command.ts";
import { selectedIndex } from "../narrowing/visible.ts";
import { settle } from "../select.ts";
import type { State } from "../state.ts";

function withUnfolded(state: State, unfolded: ReadonlySet<string>): State {
  return settle({ ...state, list: { ...state.list, unfolded } });
}

/** The failed attempts at the selected call: shown, or folded under the last one. */
function toggle(state: State): State {
  const of = attemptedBy(state.run, selectedIndex(state));
  if (of === undefined) return state;
  const unfolded = new Set(state.list.unfolded);
  if (!unfolded.delete(of.first)) unfolded.add(of.first);
  return withUnfolded(state, unfolded);
}

/** The failed attempts at all calls. */
export function showAttempts(state: State, shown: boolean): State {
  const calls = shown ? [...attemptsIn(state.run).values()].map(({ first }) => first) : [];
  return withUnfolded(state, new Set(calls));
}

const madeOnce = (state: State): string | undefined =>
  attemptedBy(state.run, selectedIndex(state)) === undefined
    ? "this call was made once: there is nothing to fold"
    : undefined;

export const ATTEMPTS: readonly Command[] = [
  {
    id: "attempts",
    keys: ["z a"],
    contexts: ["list"],
    title: "Failed attempts at this call: show them, or fold them under the last",
    group: "Move",
    line: ["attempts"],
    disabled: madeOnce,
    run: toggle,
  },
];
