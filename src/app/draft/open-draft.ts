import type { CommandResult } from "../command.ts";
import { toLive } from "../live/breakpoints.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";
import { selectedRow } from "../visible.ts";
import { changedDraft, type DraftState, draftOf, newDraft } from "./draft-state.ts";

/** The draft of a fork at the selected row; one that has edits stays where they set it. */
export function openDraft(state: State): CommandResult {
  const row = selectedRow(state);
  if (!row) return state;
  // A derived tool stands for the call that carries its result.
  const at = row.derived && row.kind === "tool" ? row.step : String(row.seq);
  const known = draftOf(state);
  const kept = known !== undefined && known.edits.length > 0;
  const opened = showDraft(state, known ?? newDraft(state.run, at), kept ? {} : { at });
  if (!kept) return opened;
  const told = toast(
    opened.state,
    'the draft with its edits is back: V takes an edit back, "fork at" sets another step',
  );
  return { state: told.state, effects: [...opened.effects, ...told.effects] };
}

/** The screen of a draft, which is then worked out. */
export function showDraft(state: State, draft: DraftState, change: Partial<DraftState> = {}) {
  const screens: State["screens"] = [...state.screens.filter((screen) => screen !== "draft"), "draft"];
  const breaks = toLive(state.annotations.breakpoints).flatMap(({ expression, on }) => (on ? [expression] : []));
  const fresh = { selected: "cancel", touched: false, lift: 0, top: 0, breaks };
  return changedDraft({ ...state, screens }, draft, { ...fresh, ...change });
}
