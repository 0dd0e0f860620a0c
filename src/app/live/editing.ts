import type { HeldAction, HeldCall } from "../../control/protocol.ts";
import type { Json } from "../../json/json.ts";
import { sanitise } from "../../text/sanitise.ts";
import type { CommandResult } from "../command.ts";
import type { Effect, Update } from "../effect.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";
import { bodyChanges } from "./body-changes.ts";
import { editedJson, editorText, withoutRemarks } from "./edit-text.ts";
import { heldValue, valueText } from "./held-value.ts";
import { actionWords } from "./held-words.ts";
import { type EditedPart, withLive } from "./live-state.ts";

/** What an editor was opened on: comes back with what the editor left. */
export interface LiveEdit {
  /** The hold. */
  readonly id: number;
  readonly what: EditedPart;
  readonly before: Json;
  /** Without remarks; left as it was it is no edit. */
  readonly text: string;
}

export const EDIT_REMARKS: Readonly<Record<EditedPart, readonly string[]>> = {
  request: [
    "The request as it would go out. What you change is sent changed, now and in later requests that carry it.",
  ],
  response: ["The answer as the agent would get it. What you change it gets changed."],
  answer: ["The answer that the agent gets; nothing is called."],
  result: [],
};

/** Opens an editor on a part of a held call. */
export function beginEdit(state: State, call: HeldCall, what: EditedPart): CommandResult {
  const before = heldValue(state.run, call, what);
  if (before === undefined) return toast(state, `step ${call.row} has not been read yet: try again`, "warning");
  const kept = state.live?.unsent;
  const text = kept?.id === call.id && kept.what === what ? kept.text : undefined;
  return { state, effects: [opening({ id: call.id, what, before, text: valueText(before, what) }, { call, text })] };
}

/** The editor has ended: what was changed is done, what cannot be read is opened again with the place of the fault. */
export function onLiveEdited(state: State, edit: LiveEdit, text: string | null): Update {
  const call = state.live?.held.find(({ id }) => id === edit.id);
  if (!call) return toast(state, "this call is held no more: the edit came too late", "warning");
  const still = `step ${call.row} is still held`;
  if (text === null) return toast(state, `the editor failed: ${still}`, "warning");
  const body = withoutRemarks(text);
  if (body.trim() === edit.text.trim()) return toast(state, `nothing was changed: ${still}`, "warning");
  const kept = withLive(state, { unsent: { id: edit.id, what: edit.what, text: body } });
  if (edit.what === "result") return act(kept, edit.id, { do: "answer", body: body.replace(/\n$/, "") });
  const read = editedJson(body);
  if (!read.ok)
    return { state: kept, effects: [opening({ ...edit, text: body }, { call, text: body, fault: read.fault })] };
  if (edit.what === "answer") return act(kept, edit.id, { do: "answer", body: read.value });
  const changes = bodyChanges(edit.before, read.value);
  if (changes.length === 0) return toast(state, `nothing was changed: ${still}`, "warning");
  return act(kept, edit.id, { do: edit.what === "request" ? "edit-request" : "edit-response", changes });
}

/** Asks for it and says so; a refusal is said in its place. */
export function act(state: State, id: number, action: HeldAction): Update {
  const call = state.live?.held.find((each) => each.id === id);
  const told = toast(state, `${call === undefined ? "the call" : `step ${call.row}`} ${actionWords(call, action)}`);
  return {
    state: told.state,
    effects: [{ type: "live", call: { method: "act", params: { id, action } } }, ...told.effects],
  };
}

interface Opening {
  readonly call: HeldCall;
  /** What stands there instead of the part as it is. */
  readonly text: string | undefined;
  readonly fault?: string;
}

function opening(edit: LiveEdit, { call, text, fault }: Opening): Effect {
  const { what } = edit;
  const json = what !== "result";
  const remarks = [
    ...(fault === undefined ? [] : [`NOT SENT, this is no JSON: ${fault}`]),
    `Step ${call.row}, ${sanitise(call.label)}. Left as it is, the call stays held.`,
    ...EDIT_REMARKS[what],
  ];
  return {
    type: "live-edit",
    text: json ? editorText(text ?? edit.text, remarks) : (text ?? edit.text),
    extension: json ? "jsonc" : "txt",
    edit,
  };
}
