import { isArray, isObject, type Json, parse } from "../../json/json.ts";
import type { Action } from "../action.ts";
import type { CommandResult } from "../command.ts";
import type { Update } from "../effect.ts";
import { pretty } from "../export/payload-text.ts";
import { openPrompt } from "../prompt/prompt.ts";
import type { Prompt, State } from "../state.ts";
import { standingToast, toast } from "../toast.ts";
import {
  changedDraft,
  type DraftField,
  type DraftState,
  draftOf,
  type EditPlace,
  newDraft,
  onDraft,
  withDraft,
} from "./draft-state.ts";
import { draftedValue, withEdit } from "./edits.ts";
import { editId } from "./lines.ts";
import { showDraft } from "./open-draft.ts";

/** Longer texts are for an editor. */
const IN_PROMPT = 60;

/** `e`: a short value of one line in a prompt, any other in $EDITOR. */
export function editValue(state: State, place: EditPlace): CommandResult {
  const draft = draftOf(state) ?? newDraft(state, null);
  const drafted = draftedValue(draft, place);
  if (typeof drafted === "string") return toast(state, drafted, "warning");
  const { value } = drafted;
  const text = typeof value === "string" ? value : pretty(value);
  if (isArray(value) || isObject(value) || text.length > IN_PROMPT || /[\n\r\t]/.test(text))
    return inEditor(state, place);
  return promptFor(state, { type: "value", place }, text);
}

/** The value as a text of its own, or what was left of it unread the last time. */
export function inEditor(state: State, place: EditPlace): CommandResult {
  const draft = draftOf(state) ?? newDraft(state, null);
  const drafted = draftedValue(draft, place);
  if (typeof drafted === "string") return toast(state, drafted, "warning");
  const { value } = drafted;
  const unread = draft.unread && editId(draft.unread.place) === editId(place) ? draft.unread.text : undefined;
  const text = unread ?? (typeof value === "string" ? value : `${pretty(value)}\n`);
  const extension = typeof value === "string" ? "txt" : "json";
  return { state, effects: [{ type: "edit-value", place, text, extension }] };
}

export function promptFor(state: State, field: DraftField, text: string): State {
  const opened = openPrompt(state, "draft", text);
  return opened.prompt ? { ...opened, prompt: { ...opened.prompt, field } } : opened;
}

/** What the editor left. */
export function onEdited(state: State, { place, text, why }: Action & { readonly type: "edited" }): Update {
  if (text === null) return toast(state, why ?? "nothing was changed", why === undefined ? "info" : "error");
  const draft = draftOf(state) ?? newDraft(state, null);
  const drafted = draftedValue(draft, place);
  if (typeof drafted === "string") return toast(state, drafted, "error");
  const value = readAs(text, drafted.value, place);
  if (value !== undefined) return takeValue(state, { ...draft, unread: null }, place, value);
  const kept = withDraft(state, { ...draft, unread: { place, text } });
  return standingToast(kept, `what was written is no JSON: ${jsonProblem(text)}; e goes on with it`, "error");
}

/** A value typed in the prompt: text stays text. */
export function acceptValue(state: State, { text }: Prompt, place: EditPlace): Update {
  const draft = draftOf(state) ?? newDraft(state, null);
  const drafted = draftedValue(draft, place);
  if (typeof drafted === "string") return toast(state, drafted, "error");
  const value = typeof drafted.value === "string" ? text : (parse(text) ?? text);
  return takeValue(state, draft, place, value);
}

function takeValue(state: State, draft: DraftState, place: EditPlace, value: Json): Update {
  const edits = withEdit(draft, place, value);
  if (typeof edits === "string") return toast(state, edits, "error");
  const same = JSON.stringify(edits) === JSON.stringify(draft.edits);
  if (same) return toast(draft.unread === null ? withDraft(state, draft) : state, "nothing was changed");
  // An edit sets where the fork begins.
  const change = { edits, at: edits.length > 0 ? null : draft.at };
  return onDraft(state) ? changedDraft(state, draft, change) : showDraft(state, draft, change);
}

/** Text in the form of the value it was made of; undefined for what is to be JSON and is not. */
function readAs(text: string, was: Json, { side, pointer }: EditPlace): Json | undefined {
  // Editors end a file with a line's end that was not there.
  const whole =
    text.endsWith("\n") && !(typeof was === "string" && was.endsWith("\n")) ? text.replace(/\r?\n$/, "") : text;
  if (typeof was === "string") return whole;
  const value = parse(whole);
  // What a tool says is text: that what it said so far is JSON binds nobody. What begins like JSON is meant as such.
  const free = side === "result" && (pointer === "" || (!isArray(was) && !isObject(was)));
  if (value === undefined && free && !/^\s*[[{"]/.test(whole)) return whole;
  return value;
}

function jsonProblem(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
