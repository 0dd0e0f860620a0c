import { entriesLeft } from "../diff/shown-entries.ts";
import { filterInView, onDiff } from "../narrowing.ts";
import { shownRuns } from "../runs-list.ts";
import type { Problem, State } from "../state.ts";
import { visibleOf } from "../visible.ts";

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
} as const;

/** The prompt as it is drawn; null while none is open. */
export function promptView(state: State): PromptView | null {
  const { prompt } = state;
  if (!prompt) return null;
  return {
    label: LABELS[prompt.kind],
    text: prompt.text,
    caret: prompt.caret,
    problem: prompt.problem,
    note: noteOf(state),
  };
}

/** "4 of 12", of the run or of two aligned ones. */
function shownCount(state: State): string {
  if (!onDiff(state) || !state.diff) return `${visibleOf(state).count} of ${state.run.length}`;
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
      return "what the held call gets; nothing is called";
    case "breakpoint":
      return "a filter expression: status:error  tool:book  tok>8k · Tab completes";
    default:
      return "a step's number, or a command's name · Tab completes";
  }
}
