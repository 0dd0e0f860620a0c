import type { Action } from "../action.ts";
import type { Effect, Update } from "../effect.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";
import { onDraft, withDraft } from "./draft-state.ts";

/** What the world says to drafts. */

export function onOutlook(state: State, { run, progress, outlook }: Action & { readonly type: "outlook" }): State {
  const draft = state.drafts.find((each) => each.run === run);
  if (!draft) return state;
  if (!outlook) return withDraft(state, { ...draft, progress });
  // Who recorded it here has seen the command before.
  const offered = outlook.planned.type === "unservable" ? "alone" : outlook.here ? "start" : "cancel";
  const selected = draft.touched ? draft.selected : offered;
  return withDraft(state, { ...draft, outlook, progress: null, selected });
}

/** The new run comes into view as it grows. */
export function onForkStarted(state: State, { run, path, socket }: Action & { readonly type: "fork-started" }): Update {
  const draft = state.drafts.find((each) => each.run === run);
  const started = draft ? withDraft(state, { ...draft, starting: false, failure: null, started: path }) : state;
  return { state: started, effects: [{ type: "watch-run", path, socket }] };
}

export function onForkFailed(state: State, { run, why }: Action & { readonly type: "fork-failed" }): Update {
  const draft = state.drafts.find((each) => each.run === run);
  const failed = draft ? withDraft(state, { ...draft, starting: false, failure: why }) : state;
  return onDraft(failed) && failed.run === run ? { state: failed, effects: [] } : toast(failed, why, "error");
}

/** A draft whose run is read again goes on with the run as it is now. */
export function withDraftsOf(state: State, from: State["run"], to: State["run"]): State["drafts"] {
  return state.drafts.map((draft) => (draft.run === from ? { ...draft, run: to, outlook: null, progress: 0 } : draft));
}

/** While the draft is in view it is worked out again when what it is made from has changed. */
export function planAgain(state: State): readonly Effect[] {
  return onDraft(state) ? [{ type: "plan-fork" }] : [];
}
