import type { EditSpec } from "../../fork/plan/edit-spec.ts";
import type { ParameterSpec } from "../../fork/plan/parameters.ts";
import type { PlannedFork } from "../../fork/plan/planned-fork.ts";
import type { Pointer } from "../../json/pointer.ts";
import type { Run } from "../../run/run.ts";
import type { CostTotal } from "../../stats/cost-total.ts";
import type { StepName } from "../../trace/event.ts";
import type { State } from "../state.ts";

/** A fork that is being prepared: nothing of it has started. One for each run, kept beside it. */
export interface DraftState {
  readonly run: Run;
  /** Of the run in its file, counted from 0: with its path it says which run this is when the file is opened again. */
  readonly number: number;
  /** The first live step as `--at` takes it; null: where the first edit is seen. */
  readonly at: string | null;
  readonly edits: readonly EditSpec[];
  /** What was under the cursor when it was opened, to be edited: a result, or the request and the answer of a call. */
  readonly offered: readonly EditPlace[];
  /** Null: as recorded. */
  readonly model: string | null;
  readonly params: readonly ParameterSpec[];
  readonly argv: readonly string[];
  /** Folder it starts in. */
  readonly cwd: string;
  /** Without the agent: vcr itself asks the model, and answers its tools from the recording. */
  readonly alone: boolean;
  /** What is said to the model then; "" is nothing. */
  readonly say: string;
  /** As `--budget` and `--max-calls` take them; "" is none. */
  readonly budget: string;
  readonly maxCalls: string;
  /** Breakpoints of the run that calls stand still at, as `--break` takes them, and whether they are to. */
  readonly breaks: readonly string[];
  /** Typed for this fork instead of them; null: those of the run. */
  readonly ownBreaks: readonly string[] | null;
  readonly breaking: boolean;
  /** Keys that are not set are the agent's own business. */
  readonly ownKey: boolean;
  /** The line that has the keys, by its id. */
  readonly selected: string;
  /** The user has moved: the selection stays where it is. */
  readonly touched: boolean;
  /** Rows that the lines are scrolled up from where the selected one asks for: to facts that nothing selects. */
  readonly lift: number;
  /** First line of the differences that is drawn. */
  readonly top: number;
  /** What has been worked out, of this draft or of it as it was before the last change; null at first. */
  readonly outlook: Outlook | null;
  /** 0 to 1 while it is being worked out; null when `outlook` is of the draft as it stands. */
  readonly progress: number | null;
  readonly starting: boolean;
  /** Why the last start failed. */
  readonly failure: string | null;
  /** File of the fork that was started from it last. */
  readonly started: string | null;
  /** What came out of the editor and is no JSON: the next edit of the place goes on with it. */
  readonly unread: { readonly place: EditPlace; readonly text: string } | null;
}

/** What a draft comes to. */
export interface Outlook {
  readonly planned: PlannedFork;
  /** Cost of the recorded rest, at this model's price. */
  readonly cost: RestCost | null;
  /** This user recorded it in the folder that the program was started in. */
  readonly here: boolean;
}

export interface RestCost {
  readonly calls: number;
  readonly total: CostTotal;
  /** Models without a price. */
  readonly unpriced: readonly string[];
}

/** A value of a run that can be edited. */
export interface EditPlace {
  readonly step: StepName;
  readonly side: EditSpec["side"];
  /** From the top of the body or result; it may go on through texts that hold JSON. */
  readonly pointer: Pointer;
}

/** What a prompt sets. */
export type DraftField =
  | { readonly type: "value"; readonly place: EditPlace }
  | { readonly type: "parameter"; readonly pointer: Pointer }
  | { readonly type: "at" | "new-parameter" | "command" | "folder" | "say" | "budget" | "max-calls" | "breaks" };

export function newDraft({ run, runs }: Pick<State, "run" | "runs">, at: string | null): DraftState {
  const { argv = [], cwd = "" } = run.header;
  return {
    ...{ run, number: Math.max(0, runs.indexOf(run)), at },
    ...{ edits: [], offered: [], model: null, params: [], argv, cwd, ownKey: false },
    ...{ alone: false, say: "", budget: "", maxCalls: "", breaks: [], ownBreaks: null, breaking: true },
    ...{ selected: "cancel", touched: false, lift: 0, top: 0 },
    ...{ outlook: null, progress: 0, starting: false, failure: null, started: null, unread: null },
  };
}

/** The draft of the run in view. */
export function draftOf({ drafts, run }: Pick<State, "drafts" | "run">): DraftState | undefined {
  return drafts.find((draft) => draft.run === run);
}

export function withDraft(state: State, draft: DraftState): State {
  return { ...state, drafts: [...state.drafts.filter(({ run }) => run !== draft.run), draft] };
}

/** Whether the screen of the draft is in view. */
export function onDraft({ screens }: Pick<State, "screens">): boolean {
  return screens.at(-1) === "draft";
}

/** A changed draft, to be worked out anew. */
export function changedDraft(state: State, draft: DraftState, change: Partial<DraftState>) {
  const next: DraftState = { ...draft, ...change, progress: 0, failure: null };
  return { state: withDraft(state, next), effects: [{ type: "plan-fork" }] } as const;
}
