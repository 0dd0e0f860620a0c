import type { Run } from "../../run/run.ts";
import type { CommandResult } from "../command.ts";
import type { Update } from "../effect.ts";
import { toLive } from "../live/breakpoints.ts";
import { liveOf } from "../live/live-state.ts";
import { selectedRow } from "../narrowing/visible.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";
import { changedDraft, type DraftState, draftOf, type EditPlace, newDraft } from "./draft-state.ts";
import { editTarget } from "./edit-target.ts";
import { draftedValue } from "./edits.ts";

/** The draft of a fork at the selected row; one that has edits stays where they set it. */
export function openDraft(state: State): CommandResult {
  const row = selectedRow(state);
  if (!row) return state;
  // A derived tool stands for the call that carries its result.
  const at = row.derived && row.kind === "tool" ? row.step : String(row.seq);
  const known = draftOf(state);
  const kept = known !== undefined && known.edits.length > 0;
  const draft = known ?? newDraft(state, at);
  const opened = showDraft(state, draft, { offered: offeredFor(state, draft), ...(kept ? {} : { at }) });
  if (!kept) return opened;
  return said(opened, 'the draft with its edits is back: V takes an edit back, "fork at" sets another step');
}

/** What is under the cursor; of a call of which no side is meant, both. */
function offeredFor(state: State, draft: DraftState): readonly EditPlace[] {
  const target = editTarget(state);
  const { step } = state.list;
  const sides = ["request", "response"] as const;
  const places =
    target.type === "place"
      ? [target.place]
      : target.type === "ask"
        ? sides.map((side): EditPlace => ({ step, side, pointer: "" }))
        : [];
  return places.filter((place) => typeof draftedValue(draft, place) !== "string");
}

function said({ state, effects }: Update, words: string): Update {
  const told = toast(state, words);
  return { state: told.state, effects: [...effects, ...told.effects] };
}

/** The draft that the run in view was started from in this program. */
export function originOf({ drafts, run }: Pick<State, "drafts" | "run">): DraftState | undefined {
  return drafts.find(({ started }) => started !== null && started === run.path);
}

/** A fork that is over before any live call of it was answered leaves nothing to fork: the way leads back to what it was started from. */
export function leadsBack(state: State): boolean {
  return liveOf(state)?.phase !== "on" && originOf(state) !== undefined && !hasLiveAnswer(state.run);
}

function hasLiveAnswer(run: Run): boolean {
  const from = run.header.parent?.at ?? 0;
  for (let i = run.length - 1; i >= 0; i--) {
    const { seq, origin, status } = run.row(i);
    if (seq < from) return false;
    if (origin === "live" && status === "ok") return true;
  }
  return false;
}

/** As it was left: of the run in view, or of the one that it was forked from, which comes into view for it. */
export function backToDraft(state: State): CommandResult {
  const own = draftOf(state);
  if (own) return said(showDraft(state, own), "the draft as it was left");
  const origin = originOf(state);
  return origin ? { state, effects: [{ type: "open-run", path: origin.run.path, next: "fork.draft" }] } : state;
}

/** The screen of a draft, which is then worked out. */
export function showDraft(state: State, draft: DraftState, change: Partial<DraftState> = {}) {
  const screens: State["screens"] = [...state.screens.filter((screen) => screen !== "draft"), "draft"];
  const breaks = toLive(state.annotations.breakpoints).flatMap(({ expression, on }) => (on ? [expression] : []));
  const fresh = { selected: "cancel", touched: false, lift: 0, top: 0, breaks };
  return changedDraft({ ...state, screens }, draft, { ...fresh, ...change });
}
