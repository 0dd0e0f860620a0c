import { PANES } from "../command.ts";
import { contextOf } from "../context.ts";
import { leadsBack } from "../draft/open-draft.ts";
import { keyLabel } from "../keys/key.ts";
import { tableOf } from "../keys/remap.ts";
import { liveOf } from "../live/live-state.ts";
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
    .map(({ id, keys, hint = "" }) => ({
      key: keyLabel(keys[0] ?? ""),
      word: id === "quit" && !atRoot(state) ? "back" : hint,
    }));
  if (PANES.includes(context) && leadsBack(state)) return first(state, usual, "fork", "back to its draft");
  const live = liveOf(state);
  if (live?.phase !== "over" || live.from === undefined || !PANES.includes(context)) return usual;
  // A fork that has ended is compared first of all.
  return first(state, usual, "compare.first", "compare with its parent");
}

/** Nothing lies over the first screen: only there `q` leaves the program. */
function atRoot({ overlays, screens }: State): boolean {
  return overlays.length === 0 && screens.length === 1;
}

/** A command that is wanted before all others here, in words of this place. */
function first(state: State, usual: readonly Hint[], id: string, word: string): readonly Hint[] {
  const own = tableOf(state).commands.find((command) => command.id === id)?.keys[0];
  if (own === undefined) return usual;
  const key = keyLabel(own);
  return [{ key, word }, ...usual.filter((hint) => hint.key !== key)];
}

/** The keys that can follow the ones typed, once the pause is over. */
export function whichKeys(state: State): readonly Hint[] {
  if (!state.pending.shown) return [];
  const match = tableOf(state).keymap.match(state.pending.keys, contextOf(state));
  return match.type === "prefix"
    ? match.next.map(({ keys, command }) => ({ key: keyLabel(keys), word: command.title }))
    : [];
}
