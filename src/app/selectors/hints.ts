import { PANES } from "../command.ts";
import { contextOf } from "../context.ts";
import { keyLabel } from "../key.ts";
import { liveOf } from "../live/live-state.ts";
import { tableOf } from "../remap.ts";
import type { State } from "../state.ts";

export interface Hint {
  readonly key: string;
  readonly word: string;
}

/** Keys worth knowing here and now, the most useful first. */
export function hintsOf(state: State): readonly Hint[] {
  const context = contextOf(state);
  const usual = tableOf(state)
    .commands.filter(
      (command) =>
        command.hint !== undefined &&
        command.keys.length > 0 &&
        command.contexts.includes(context) &&
        command.disabled?.(state) === undefined,
    )
    .toSorted((a, b) => (a.hintRank ?? 99) - (b.hintRank ?? 99))
    .map((command) => ({ key: keyLabel(command.keys[0] ?? ""), word: command.hint! }));
  const live = liveOf(state);
  if (live?.phase !== "over" || live.from === undefined || !PANES.includes(context)) return usual;
  // A fork that has ended is compared first of all.
  const compare = tableOf(state).commands.find(({ id }) => id === "compare.first")?.keys[0];
  if (compare === undefined) return usual;
  const key = keyLabel(compare);
  return [{ key, word: "compare with its parent" }, ...usual.filter((hint) => hint.key !== key)];
}

/** The keys that can follow the ones typed, once the pause is over. */
export function whichKeys(state: State): readonly Hint[] {
  if (!state.pending.shown) return [];
  const match = tableOf(state).keymap.match(state.pending.keys, contextOf(state));
  return match.type === "prefix"
    ? match.next.map(({ keys, command }) => ({ key: keyLabel(keys), word: command.title }))
    : [];
}
