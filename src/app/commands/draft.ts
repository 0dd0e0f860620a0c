import { type Command, type CommandResult, LIVE_PANES, PANES } from "../command.ts";
import { contextFor } from "../detail/doc-for.ts";
import { draftDoc } from "../draft/draft-doc.ts";
import {
  changedDraft,
  type DraftState,
  draftOf,
  type EditPlace,
  newDraft,
  onDraft,
  withDraft,
} from "../draft/draft-state.ts";
import { editTarget } from "../draft/edit-target.ts";
import { editValue, inEditor } from "../draft/edit-value.ts";
import { editField } from "../draft/fields.ts";
import { keptDraft } from "../draft/kept-draft.ts";
import { editId } from "../draft/lines.ts";
import { moveDraft, selectedLine, stayNear } from "../draft/move.ts";
import { backToDraft, leadsBack, openDraft, originOf } from "../draft/open-draft.ts";
import { limitOf } from "../draft/parameters.ts";
import { breaksOf, startProblem } from "../draft/start-problem.ts";
import { draftLayoutOf } from "../layout/layout-draft.ts";
import { noneHeld } from "../live/checks.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";
import { openChoices } from "./choices.ts";
import { listMovement } from "./list-movement.ts";
import { editHeld } from "./live-held.ts";

const ON_DRAFT = ["draft"] as const;

const noStep = (state: State): string | undefined => (state.list.step === "" ? "no event is selected" : undefined);

/** The line of the draft, or what the cursor is on in the run; while a call stands still, that call. */
function edit(state: State): CommandResult {
  if (!onDraft(state) && noneHeld(state) === undefined) return editHeld(state);
  const draft = draftOf(state);
  if (onDraft(state)) {
    const id = draft && selectedLine(draft)?.id;
    const opened = draft && id !== undefined ? editField(state, draft, id) : undefined;
    return opened ?? editOffered(state, draft?.offered ?? []);
  }
  const target = editTarget(state);
  if (target.type === "none") return toast(state, target.why, "warning");
  return target.type === "ask" ? openChoices(state, "edit") : editValue(state, target.place);
}

/** What was under the cursor in the run, from a line of the draft that has nothing to edit. */
function editOffered(state: State, [place, ...others]: readonly EditPlace[]): CommandResult {
  if (place === undefined)
    return toast(
      state,
      "nothing on this line can be edited: on the screen of the run e edits what is under the cursor",
      "warning",
    );
  return others.length === 0 ? editValue(state, place) : openChoices(state, "edit");
}

/** From the prompt of a value to the editor, with the value as it was. */
function editorInstead(state: State): CommandResult {
  const field = state.prompt?.field;
  return field?.type === "value" ? inEditor({ ...state, prompt: null }, field.place) : state;
}

function act(state: State): CommandResult {
  const draft = draftOf(state);
  const id = draft && selectedLine(draft)?.id;
  if (!draft || id === undefined) return state;
  if (id === "start") return start(state);
  if (id === "cancel") return leave(state);
  if (id === "discard") return discard(state);
  if (id === "alone") return changedDraft(state, draft, { alone: !draft.alone, touched: true });
  if (id === "breaks" && breaksOf(draft).length > 0)
    return { state: withDraft(state, { ...draft, breaking: !draft.breaking }), effects: [] };
  if (id === "own-key") return { state: withDraft(state, { ...draft, ownKey: !draft.ownKey }), effects: [] };
  return editField(state, draft, id) ?? state;
}

function leave(state: State): State {
  return { ...state, screens: state.screens.filter((screen) => screen !== "draft") };
}

function start(state: State): CommandResult {
  const draft = draftOf(state);
  const at = draft && limitOf(draft);
  const why = draft ? startProblem(draft) : undefined;
  if (!draft || at === undefined || why !== undefined)
    return toast(state, `it cannot start: ${why ?? "see above"}`, "warning");
  const starting = withDraft(state, { ...draft, starting: true, failure: null });
  return { state: starting, effects: [{ type: "start-fork", draft, at }] };
}

/** Takes back the edit or setting of the line. */
function revert(state: State): CommandResult {
  const draft = draftOf(state);
  const id = draft && selectedLine(draft)?.id;
  if (!draft || id === undefined) return state;
  const edits = draft.edits.filter((each) => editId(each) !== id);
  const change = edits.length < draft.edits.length ? { edits } : settingBack(draft, id);
  if (!change) return toast(state, "nothing was changed here (:revert takes all edits back)", "warning");
  const kept =
    "edits" in change && edits.length === 0 && draft.at === null ? { ...change, at: firstAt(draft) } : change;
  const changed = changedDraft(state, draft, kept);
  return told({ ...changed, state: stayNear(changed.state, draft) }, "taken back");
}

function settingBack(draft: DraftState, id: string): Partial<DraftState> | undefined {
  const { argv = [], cwd = "" } = draft.run.header;
  const [word, pointer] = id.split(" ");
  if (pointer === "/model") return draft.model === null ? undefined : { model: null };
  const params = draft.params.filter((each) => word !== "parameter" || each.pointer !== pointer);
  if (params.length < draft.params.length) return { params };
  if (id === "alone") return draft.alone ? { alone: false } : undefined;
  if (id === "budget") return draft.budget === "" ? undefined : { budget: "" };
  if (id === "max-calls") return draft.maxCalls === "" ? undefined : { maxCalls: "" };
  if (id === "breaks") return draft.ownBreaks === null ? undefined : { ownBreaks: null };
  if (id === "say") return draft.say === "" ? undefined : { say: "" };
  if (id === "command") return { argv };
  if (id === "folder") return { cwd };
  return id === "at" && draft.at !== null && draft.edits.length > 0 ? { at: null } : undefined;
}

/** Without edits the fork stays where they had set it. */
function firstAt(draft: DraftState): string | null {
  const limit = limitOf(draft);
  return limit === undefined ? (draft.edits[0]?.step ?? null) : String(limit);
}

function revertAll(state: State): CommandResult {
  const draft = draftOf(state);
  if (!draft || draft.edits.length === 0) return toast(state, "there are no edits to take back", "warning");
  const { length } = draft.edits;
  const change = { edits: [], at: draft.at ?? firstAt(draft) };
  return told(changedDraft(state, draft, change), `${length} ${length === 1 ? "edit" : "edits"} taken back`);
}

function discard(state: State): CommandResult {
  const draft = draftOf(state);
  if (!draft || keptDraft(draft) === undefined) return toast(state, "nothing was set in the draft", "warning");
  const { touched, outlook, breaks } = draft;
  const fresh = { ...newDraft(state, draft.at ?? firstAt(draft)), selected: "cancel", touched, outlook, breaks };
  return told(changedDraft(state, fresh, {}), "the draft is as recorded again");
}

function told({ state, effects }: ReturnType<typeof changedDraft>, words: string): CommandResult {
  const said = toast(state, words);
  return { state: said.state, effects: [...effects, ...said.effects] };
}

function scroll(state: State, by: number): State {
  const draft = draftOf(state);
  const { detail } = draftLayoutOf(state.size);
  if (!draft || !detail) return state;
  const most = Math.max(0, draftDoc(draft, contextFor(state)).count - detail.height);
  return withDraft(state, { ...draft, top: Math.min(Math.max(0, draft.top + by), most) });
}

export const DRAFT: readonly Command[] = [
  {
    id: "fork",
    keys: ["r"],
    contexts: PANES,
    title: "Run again from here: the draft of a fork",
    hint: "re-run",
    hintRank: 46,
    group: "Fork",
    line: ["fork"],
    disabled: (s) => (leadsBack(s) ? undefined : noStep(s)),
    run: (s) => (leadsBack(s) ? backToDraft(s) : openDraft(s)),
  },
  {
    id: "fork.draft",
    keys: [],
    contexts: PANES,
    title: "The draft of this run, or that this fork was started from, as it was left",
    group: "Fork",
    line: ["draft"],
    disabled: (s) => (draftOf(s) || originOf(s) ? undefined : "there is no draft: r begins one"),
    run: backToDraft,
  },
  {
    id: "fork.edit",
    keys: ["e"],
    contexts: [...LIVE_PANES, "draft"],
    title: "Edit for a fork: message, result, answer, parameter under the cursor; a held call",
    hint: "edit",
    hintRank: 64,
    group: "Fork",
    // A call may be held before the file of its run has been read.
    disabled: (s) => (noneHeld(s) === undefined ? undefined : noStep(s)),
    run: edit,
  },
  {
    id: "fork.revert",
    keys: ["V"],
    contexts: ON_DRAFT,
    title: "Take back the edit or setting of the line",
    hint: "revert",
    hintRank: 4,
    group: "Fork",
    run: revert,
  },
  {
    id: "fork.revert-all",
    keys: [],
    contexts: [...PANES, "draft"],
    title: "Take back all edits of the draft",
    group: "Fork",
    line: ["revert"],
    run: revertAll,
  },
  {
    id: "fork.discard",
    keys: [],
    contexts: [...PANES, "draft"],
    title: "Discard the draft: edits and all else that was set",
    group: "Fork",
    line: ["discard"],
    run: discard,
  },
  {
    id: "draft.act",
    keys: ["enter", "l", "right"],
    contexts: ON_DRAFT,
    title: "Do or set what the line says",
    hint: "take",
    hintRank: 1,
    group: "Fork",
    run: act,
  },
  {
    id: "draft.start",
    keys: [],
    contexts: ON_DRAFT,
    title: "Start the fork",
    group: "Fork",
    line: ["start"],
    run: start,
  },
  ...listMovement("draft", { contexts: ON_DRAFT, alsoPageDown: ["space"], move: moveDraft }),
  {
    id: "draft.scroll-down",
    keys: ["J"],
    contexts: ON_DRAFT,
    title: "The differences down",
    hint: "scroll",
    hintRank: 3,
    group: "Fork",
    run: (s, a) => scroll(s, a.count ?? 1),
  },
  {
    id: "draft.scroll-up",
    keys: ["K"],
    contexts: ON_DRAFT,
    title: "The differences up",
    group: "Fork",
    run: (s, a) => scroll(s, -(a.count ?? 1)),
  },
  {
    id: "fork.editor",
    keys: ["alt-e", "f4"],
    contexts: ["prompt"],
    title: "A value that is edited: in $EDITOR instead",
    group: "While typing",
    disabled: (s) => (s.prompt?.field?.type === "value" ? undefined : "only the value of an edit has an editor"),
    run: editorInstead,
  },
];
