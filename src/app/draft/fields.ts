import { readParameter } from "../../fork/plan/parameters.ts";
import { type Json, parse } from "../../json/json.ts";
import { joinedExpressions, splitExpressions } from "../../query/syntax/expression-list.ts";
import { parseFilter } from "../../query/syntax/parse.ts";
import { splitCommand } from "../../text/split-command.ts";
import type { CommandResult } from "../command.ts";
import type { Prompt, State } from "../state.ts";
import { changedDraft, type DraftField, type DraftState, draftOf } from "./draft-state.ts";
import { acceptValue, editValue, promptFor } from "./edit-value.ts";
import { editId } from "./lines.ts";
import { recordedParameters } from "./parameters.ts";
import { commandText } from "./setting-lines.ts";
import { wantedBreaks } from "./start-problem.ts";

/** Opens what sets a line of the draft; undefined for a line that nothing sets. */
export function editField(state: State, draft: DraftState, id: string): CommandResult | undefined {
  const edit = [...draft.edits, ...draft.offered].find((each) => editId(each) === id);
  if (edit) return editValue(state, edit);
  const [word, pointer] = id.split(" ");
  if (word === "parameter" && pointer !== undefined)
    return promptFor(state, { type: "parameter", pointer }, parameterText(draft, pointer));
  if (id === "at") return promptFor(state, { type: "at" }, draft.at ?? "");
  if (id === "new-parameter") return promptFor(state, { type: "new-parameter" }, "");
  if (id === "command") return promptFor(state, { type: "command" }, commandText(draft.argv));
  if (id === "budget") return promptFor(state, { type: "budget" }, draft.budget);
  if (id === "breaks") return promptFor(state, { type: "breaks" }, joinedExpressions(wantedBreaks(draft)));
  if (id === "max-calls") return promptFor(state, { type: "max-calls" }, draft.maxCalls);
  if (id === "say") return promptFor(state, { type: "say" }, draft.say);
  return id === "folder" ? promptFor(state, { type: "folder" }, draft.cwd) : undefined;
}

function parameterText(draft: DraftState, pointer: string): string {
  const own = pointer === "/model" ? draft.model : draft.params.find((each) => each.pointer === pointer)?.value;
  const value = own ?? recordedParameters(draft).get(pointer);
  return value === undefined ? "" : asText(value);
}

function asText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Takes what was typed for a field; `open` is the state with the prompt, for mending what cannot be read. */
export function acceptField(open: State, closed: State, prompt: Prompt, field: DraftField): CommandResult {
  if (field.type === "value") return acceptValue(closed, prompt, field.place);
  const draft = draftOf(closed);
  if (!draft) return closed;
  const change = changeOf(draft, field, prompt.text.trim());
  if (typeof change !== "string") return changedDraft(closed, draft, change);
  return { ...open, prompt: { ...prompt, problem: { message: change, from: 0, to: prompt.text.length, hint: "" } } };
}

/** A text says what is wrong with it. */
function changeOf(
  draft: DraftState,
  field: Exclude<DraftField, { readonly type: "value" }>,
  text: string,
): Partial<DraftState> | string {
  switch (field.type) {
    case "at":
      if (text === "") return draft.edits.length > 0 ? { at: null } : "without an edit a step has to be named";
      return /^(?:end|\d{1,15}[a-z]{0,4})$/.test(text)
        ? { at: text }
        : "a step (7, or 6a for the call that carries its result), or end";
    case "parameter":
      return parameterChange(draft, field.pointer, text);
    case "new-parameter":
      return newParameter(draft, text);
    case "command":
      return { argv: splitCommand(text) };
    case "folder":
      return { cwd: text };
    case "budget":
      if (text !== "" && !/^\$?(?:\d+\.?\d*|\.\d+)$/.test(text)) return "an amount in USD, as 0.50";
      return { budget: text };
    case "max-calls":
      return text === "" || /^\d{1,9}$/.test(text) ? { maxCalls: text } : "a whole number";
    case "say":
      return { say: text };
    case "breaks":
      return breaksChange(draft, text);
  }
}

function breaksChange(draft: DraftState, text: string): Partial<DraftState> | string {
  const typed = splitExpressions(text);
  for (const expression of typed) {
    const parsed = parseFilter(expression);
    if (!parsed.ok) return `${expression}: ${parsed.problem.message}`;
  }
  const same = joinedExpressions(typed) === joinedExpressions(draft.breaks);
  return { ownBreaks: same ? null : typed, breaking: true };
}

/** The recorded value, or none, takes the change back. */
function parameterChange(draft: DraftState, pointer: string, text: string): Partial<DraftState> {
  const was = recordedParameters(draft).get(pointer);
  const value = typeof was === "string" ? text : (parse(text) ?? text);
  const back = text === "" || JSON.stringify(value) === JSON.stringify(was);
  if (pointer === "/model") return { model: back ? null : text };
  const others = draft.params.filter((each) => each.pointer !== pointer);
  return { params: back ? others : [...others, { pointer, value }] };
}

function newParameter(draft: DraftState, text: string): Partial<DraftState> | string {
  if (text === "") return {};
  const read = readParameter(text.startsWith("/") ? text : `/${text}`);
  if ("type" in read)
    return read.type === "form"
      ? "expected NAME=VALUE, as temperature=0"
      : `/${read.name} is no parameter: ${read.advice}`;
  const { pointer, value } = read;
  if (pointer === "/model") return { model: String(value) };
  return { params: [...draft.params.filter((each) => each.pointer !== pointer), { pointer, value }] };
}
