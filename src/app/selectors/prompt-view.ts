import type { HeldCall } from "../../control/protocol.ts";
import { sanitise } from "../../text/sanitise.ts";
import { entriesLeft } from "../diff/shown-entries.ts";
import type { DraftField } from "../draft/draft-state.ts";
import { HELD_NO_MORE } from "../live/checks.ts";
import { currentHeld } from "../live/live-state.ts";
import { filterInView, onDiff } from "../narrowing/narrowing.ts";
import { unfoldedOf } from "../narrowing/visible.ts";
import { shownRuns } from "../runs-list.ts";
import type { Problem, State } from "../state.ts";

export interface PromptView {
  readonly label: string;
  readonly text: string;
  readonly caret: number;
  readonly problem: Problem | null;
  readonly note: string;
}

const LABELS = {
  filter: "filter: ",
  search: "/",
  command: ":",
  note: "note: ",
  breakpoint: "break when: ",
  runs: "find: ",
  answer: "answer: ",
  draft: "",
} as const;

const FIELD_NOTES: Readonly<Record<DraftField["type"], string>> = {
  value: "Enter takes it, F4 opens it in $EDITOR · the recording is never changed",
  parameter: "of live calls; empty is as recorded",
  "new-parameter": "NAME=VALUE, as temperature=0 or /generationConfig/seed=7",
  at: "the first live step: 7, 6a (the call that carries its result), end; empty: where the first edit is seen",
  command: "words as in a shell, quotes too, but no shell runs it",
  folder: "where the command starts",
  budget: "USD that live calls may cost before they stand still, as 0.50; empty is no limit",
  "max-calls": "live calls before they stand still; empty is no limit",
  breaks: "calls that stand still, parted by ; : tool:book; kind:llm; step:7 · empty is nowhere",
  say: "a message of the user that the conversation goes on with; empty is none",
};

function fieldNote(field: DraftField): string {
  const completed = field.type === "parameter" && field.pointer === "/model" ? " · Tab completes models" : "";
  return `${FIELD_NOTES[field.type]}${completed}`;
}

function fieldLabel(field: DraftField): string {
  switch (field.type) {
    case "value":
      return `${field.place.step}:/${field.place.side}${sanitise(field.place.pointer)} = `;
    case "parameter":
      return `${sanitise(field.pointer.slice(1))} = `;
    case "new-parameter":
      return "parameter: ";
    case "at":
      return "fork at: ";
    case "breaks":
      return "break at: ";
    case "max-calls":
      return "max calls: ";
    default:
      return `${field.type}: `;
  }
}

/** The prompt as it is drawn; null while none is open. */
export function promptView(state: State): PromptView | null {
  const { prompt } = state;
  if (!prompt) return null;
  return {
    label: prompt.field ? fieldLabel(prompt.field) : LABELS[prompt.kind],
    text: prompt.text,
    caret: prompt.caret,
    problem: prompt.problem,
    note: noteOf(state),
  };
}

/** "4 of 12", of the run or of two aligned ones. */
function shownCount(state: State): string {
  if (!onDiff(state) || !state.diff) return `${unfoldedOf(state).count} of ${state.run.length}`;
  const total = state.diff.result?.entries.length ?? 0;
  return `${entriesLeft(state.diff)?.length ?? total} of ${total}`;
}

function noteOf(state: State): string {
  if (state.prompt?.kind === "runs")
    return `${shownRuns(state).length} of ${state.runsList.catalog.entries.length} runs · Enter keeps, Esc shows what was shown`;
  const { prompt } = state;
  const filter = filterInView(state);
  if (prompt?.kind === "filter") {
    if (prompt.text.trim() === "")
      return "kind:tool  status:error  dur>5s  model:/gpt/  word  -not  a | b   Tab completes, Esc gives up";
    return `${shownCount(state)} rows${filter.complete ? "" : " so far"}${filter.hints.length > 0 ? ` · ${filter.hints[0]}` : ""}`;
  }
  switch (prompt?.kind) {
    case "search":
      return "text, or /regex/ · Enter searches all content, n and N go on";
    case "note":
      return `on step ${state.list.step}, kept beside the run; an empty note is no note`;
    case "answer":
      return answerNote(currentHeld(state));
    case "draft":
      return prompt.field ? fieldNote(prompt.field) : "";
    case "breakpoint":
      return "a filter expression: status:error  tool:book  tok>8k · Tab completes";
    default:
      return "a step's number, or a command's name · Tab completes";
  }
}

function answerNote(call: HeldCall | undefined): string {
  if (!call) return HELD_NO_MORE;
  return call.phase === "response"
    ? `what the agent gets in place of the answer that has come to step ${call.row}`
    : `what step ${call.row} gets; nothing is called`;
}
