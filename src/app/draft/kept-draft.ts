import { type EditSpec, editOfEntry, entryOfEdit } from "../../fork/plan/edit-spec.ts";
import { field, isArray, type Json, type JsonObject, text } from "../../json/json.ts";
import { parsePointer } from "../../json/pointer.ts";
import type { Run } from "../../run/run.ts";
import type { Update } from "../effect.ts";
import type { State } from "../state.ts";
import { type DraftState, draftOf, newDraft } from "./draft-state.ts";

/**
 * A draft as it lies beside its run: all that was set by hand, edits in the form of `--edit-file`, and nothing that
 * follows from the run or is as it was recorded.
 */
export function keptDraft(draft: DraftState): JsonObject | undefined {
  const { run, edits, model, params, argv, cwd, alone, say, budget, maxCalls, ownBreaks, unread } = draft;
  const recorded = run.header;
  const set: JsonObject = {
    ...(edits.length > 0 && { edits: edits.map(entryOfEdit) }),
    ...(model !== null && { model }),
    ...(params.length > 0 && { params: params.map(({ pointer, value }) => ({ pointer, value })) }),
    ...(!isSameList(argv, recorded.argv ?? []) && { argv }),
    ...(cwd !== (recorded.cwd ?? "") && { cwd }),
    ...(alone && { alone }),
    ...(say !== "" && { say }),
    ...(budget !== "" && { budget }),
    ...(maxCalls !== "" && { maxCalls }),
    ...(ownBreaks !== null && { breaks: ownBreaks }),
    ...(!draft.breaking && { breaking: false }),
    ...(draft.ownKey && { ownKey: true }),
    ...(unread !== null && { unread: entryOfEdit({ ...unread.place, value: unread.text }) }),
  };
  if (Object.keys(set).length === 0) return undefined;
  return draft.at === null ? set : { at: draft.at, ...set };
}

/** What was kept, of a run that is open again; what cannot be read is left out. */
export function draftOfKept(state: Pick<State, "run" | "runs">, kept: JsonObject): DraftState {
  const fresh = newDraft(state, text(kept.at) ?? null);
  const unread = isArray(kept.unread) ? undefined : editsOf([kept.unread])[0];
  return {
    ...fresh,
    edits: editsOf(listOf(kept.edits)),
    model: text(kept.model) ?? null,
    params: listOf(kept.params).flatMap(parameterOf),
    argv: isArray(kept.argv) ? textsOf(kept.argv) : fresh.argv,
    cwd: text(kept.cwd) ?? fresh.cwd,
    alone: kept.alone === true,
    say: text(kept.say) ?? "",
    budget: text(kept.budget) ?? "",
    maxCalls: text(kept.maxCalls) ?? "",
    ownBreaks: isArray(kept.breaks) ? textsOf(kept.breaks) : null,
    breaking: kept.breaking !== false,
    ownKey: kept.ownKey === true,
    unread: unread && typeof unread.value === "string" ? { place: unread, text: unread.value } : null,
  };
}

const SET_BY_HAND = [
  ...(["at", "edits", "model", "params", "argv", "cwd", "alone", "say"] as const),
  ...(["budget", "maxCalls", "ownBreaks", "breaking", "ownKey", "unread"] as const),
];

/** What the user sets of the draft of the run in view is kept at once. */
export function keepingDraft(before: State, { state, effects }: Update): Update {
  const [was, is] = [draftOf(before), draftOf(state)];
  if (was === is || before.run !== state.run || !is) return { state, effects };
  const same = SET_BY_HAND.every((name) => (was ?? newDraft(state, is.at))[name] === is[name]);
  return same ? { state, effects } : { state, effects: [...effects, { type: "keep" }] };
}

/** The drafts with that of a run that has been opened (again): as it was left in this program, else as it was kept. */
export function withDraftOf(
  drafts: State["drafts"],
  state: Pick<State, "run" | "runs">,
  kept: JsonObject | undefined,
): State["drafts"] {
  const { run, runs } = state;
  if (drafts.some((draft) => draft.run === run)) return drafts;
  const number = runs.indexOf(run);
  const left = drafts.find((draft) => draft.number === number && isSameRun(draft.run, run));
  const back = left ? { ...left, run, outlook: null, progress: 0, starting: false } : kept && draftOfKept(state, kept);
  return back ? [...drafts.filter((draft) => draft !== left), back] : drafts;
}

function isSameRun(a: Run, b: Run): boolean {
  return a.path === b.path && a.header.id === b.header.id;
}

function listOf(value: Json | undefined): readonly Json[] {
  return isArray(value) ? value : [];
}

function textsOf(list: readonly Json[]): readonly string[] {
  return list.filter((each) => typeof each === "string");
}

function editsOf(list: readonly (Json | undefined)[]): readonly EditSpec[] {
  return list.flatMap((entry) => {
    try {
      return entry === undefined ? [] : [editOfEntry(entry, "a kept edit")];
    } catch {
      return [];
    }
  });
}

function parameterOf(kept: Json): DraftState["params"] {
  const pointer = text(field(kept, "pointer"));
  const value = field(kept, "value");
  return pointer === undefined || parsePointer(pointer) === undefined || value === undefined
    ? []
    : [{ pointer, value }];
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, n) => word === b[n]);
}
