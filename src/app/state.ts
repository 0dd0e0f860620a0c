import type { Size } from "../cells/line.ts";
import type { Hit } from "../query/search/search.ts";
import type { Problem } from "../query/syntax/ast.ts";
import type { Run } from "../run/run.ts";
import type { Overview } from "../stats/overview.ts";
import type { Prices } from "../stats/prices.ts";
import type { CodeHighlighter } from "../text/highlight-code.ts";
import type { Provenance } from "../time/provenance.ts";
import type { StepName } from "../trace/event.ts";
import type { RowNumber } from "../trace/row-sink.ts";
import type { Annotations } from "./annotations.ts";
import type { DiffState } from "./diff/diff-state.ts";
import type { DraftField, DraftState } from "./draft/draft-state.ts";
import type { LiveState } from "./live/live-state.ts";
import type { Sort } from "./narrowing/sort.ts";
import type { PaletteSearch } from "./prompt/palette.ts";
import type { RunsListState } from "./runs-list.ts";

/** All that the program knows between two keys. Data only, replaced and never changed; the run itself is a live store behind it. */
export interface State {
  readonly size: Size;
  /** What is on the screen is the last one; `q` goes back to the one before. Never empty. */
  readonly screens: readonly ScreenName[];
  /** The list of runs, of this folder and other tools' or of files that were named. */
  readonly runsList: RunsListState;
  /** Milliseconds since the epoch at the last action; the loop sets it, so that `update` needs no clock. */
  readonly clock: number;
  /** Runs of the open file, as far as they are known: a live list. Mostly one. */
  readonly runs: readonly Run[];
  readonly run: Run;
  /** The list of runs has been shown by itself: it is not again. */
  readonly runsOffered: boolean;
  /** `run.version` at the last look: a changed number means changed rows. */
  readonly runVersion: number;
  readonly loading: Loading;
  readonly list: ListState;
  /** The place of the last time, while it has not been read yet. */
  readonly awaited: StepName | null;
  readonly filter: FilterState;
  readonly sort: Sort | null;
  readonly search: SearchState | null;
  readonly detail: DetailState;
  readonly focus: PaneName;
  readonly window: WindowState;
  /** Layers above the panes, the last one on top. */
  readonly overlays: readonly Overlay[];
  readonly prompt: Prompt | null;
  readonly annotations: Annotations;
  /** The run in view beside another; null while there is none. */
  readonly diff: DiffState | null;
  /** The run in view is being written, or was until a moment ago; null for all others. */
  readonly live: LiveState | null;
  /** Forks that are being prepared, one for a run. */
  readonly drafts: readonly DraftState[];
  /** A value that was traced through the run, and what was found; null before the first. */
  readonly traced: TracedValue | null;
  /** Trace files beside the run in view, newest first: to compare with. */
  readonly siblings: readonly string[];
  /** Events each breakpoint stops at, while their list is open. */
  readonly hitCounts: ReadonlyMap<number, number> | null;
  /** Sums of the run, once they have been asked for and worked out. */
  readonly overview: { readonly of: Overview; readonly rows: number } | null;
  readonly pending: Pending;
  readonly toast: Toast | null;
  /** Toasts shown so far: the next one's id. */
  readonly toasts: number;
  readonly log: readonly LogEntry[];
  /** Warnings of the run that have been said. */
  readonly warned: number;
  readonly jumps: Jumps;
  readonly options: Options;
  /** Colours code; there once it has been loaded. */
  readonly highlight: CodeHighlighter | null;
  /** Ranks commands in the palette; there once it has been loaded. */
  readonly fuzzy: PaletteSearch | null;
  /** What calls cost; until the catalogue has been loaded only costs stored in the file are known. */
  readonly prices: Prices;
  readonly histories: Readonly<Record<PromptKind, readonly string[]>>;
}

export type ScreenName = "trace" | "runs" | "diff" | "draft";

export type PaneName = "list" | "detail";

export type { Hit, Problem };

/** Where keys go: the top of prompt, overlay, pane. Commands name the contexts they are for. */
export type Context =
  | PaneName
  | "output"
  | "runs-list"
  | "diff"
  | "draft"
  | "prompt"
  | "palette"
  | "choices"
  | "overview"
  | "help"
  | "log"
  | "small";

export interface Loading {
  readonly bytes: number;
  readonly size: number;
  readonly complete: boolean;
}

export interface ListState {
  /** The selected row, by name: numbers in the list shift, names do not. Empty while the run has no rows. */
  readonly step: StepName;
  /** Rows between the top of the pane and the selected row. */
  readonly offset: number;
  /** Keep the last row selected as the run grows: for good (`F`), or until the file has been read (`G` before that). */
  readonly follow: "no" | "yes" | "until-read";
  /** Calls whose failed attempts are shown, by the step of the first. */
  readonly unfolded: ReadonlySet<StepName>;
}

export interface FilterState {
  /** As typed; "" is no filter. */
  readonly text: string;
  /** Kept, but switched off. */
  readonly off: boolean;
  /** Rows that match, in list order; null when every row is shown. */
  readonly rows: readonly RowNumber[] | null;
  /** Every known row has been looked at. */
  readonly complete: boolean;
  readonly problem: Problem | null;
  readonly hints: readonly string[];
}

export interface SearchState {
  readonly text: string;
  readonly hits: readonly Hit[];
  readonly complete: boolean;
  /** Rows looked at so far. */
  readonly scanned: number;
  readonly problem: Problem | null;
  /** Step the search began at, and in which direction a hit is still wanted (0: arrived). */
  readonly from: StepName;
  readonly wanted: 1 | -1 | 0;
}

/** 0 is the digest: what this call added, its answer, its usage. 1-6 are the tabs. */
export type Tab = 0 | 1 | 2 | 3 | 4 | 5 | 6;
export const LAST_TAB = 6;

export function isTab(value: unknown): value is Tab {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LAST_TAB;
}

export interface DetailState {
  readonly tab: Tab;
  /** Key of the line the cursor is on; undefined: the first. */
  readonly cursor: string | undefined;
  /** Lines between the top of the pane and the first line of the document. */
  readonly top: number;
  /** Open and closed by hand, by `tab:key`; everything else stands as the document says. */
  readonly folds: ReadonlyMap<string, boolean>;
  readonly wrap: boolean;
  /** Requests as the agent asked them, not as they went out. @default false */
  readonly asked?: boolean;
}

export type Layout = "auto" | "side" | "stacked" | "single";

export interface WindowState {
  readonly layout: Layout;
  /** Of the focused pane: as laid out, most of the screen, all of it. */
  readonly zoom: 0 | 1 | 2;
}

export type Overlay =
  | { readonly type: "help"; readonly context: Context; readonly top: number }
  | { readonly type: "palette"; readonly query: string; readonly selected: number }
  | { readonly type: "choices"; readonly kind: ChoiceKind; readonly selected: number }
  /** `selected` counts the lines that lead to a step. */
  | { readonly type: "overview"; readonly selected: number }
  | { readonly type: "log"; readonly top: number };

/** Lists to choose a place or an action from. */
export type ChoiceKind =
  | "provenance"
  | "compare"
  | "edit"
  | "runs"
  | "breakpoints"
  | "marks"
  | "jumps"
  | "outline"
  | "held"
  | "rewrites"
  | "leave"
  | "abort"
  | "export"
  | "options";

export interface TracedValue {
  readonly direction: "from" | "to";
  readonly run: Run;
  /** Step in which it was seen. */
  readonly of: StepName;
  /** Null while it is being looked for. */
  readonly result: Provenance | null;
}

export type PromptKind = "filter" | "search" | "command" | "note" | "breakpoint" | "runs" | "answer" | "draft";

export interface Prompt {
  readonly kind: PromptKind;
  /** What a prompt of a draft sets. */
  readonly field?: DraftField;
  readonly text: string;
  /** UTF-16 offset. */
  readonly caret: number;
  /** Place in the history; -1 is the text being typed. */
  readonly historyAt: number;
  readonly draft: string;
  readonly completion: {
    readonly from: number;
    readonly to: number;
    readonly options: readonly CompletionOption[];
    readonly selected: number;
  } | null;
  /** What Esc goes back to. */
  readonly before: { readonly text: string; readonly step: StepName; readonly entry?: number | undefined };
  readonly problem: Problem | null;
}

export interface CompletionOption {
  readonly insert: string;
  readonly label: string;
  readonly help: string;
}

/** Keys typed that are not a command yet: a count, the beginning of a chord. */
export interface Pending {
  readonly count: string;
  /** A digit has shown a tab at once; it was a count after all when a command that takes one follows in time, and this is what was. */
  readonly beforeCount: DetailState | null;
  readonly keys: readonly string[];
  /** The strip with the possible next keys is due. */
  readonly shown: boolean;
}

export interface Toast {
  readonly text: string;
  readonly tone: "info" | "warning" | "error";
  readonly id: number;
  /** Until a key, not for a time. @default false */
  readonly stands?: boolean;
}

export interface LogEntry {
  readonly at: number;
  readonly tone: Toast["tone"];
  readonly text: string;
}

export interface Jumps {
  readonly back: readonly StepName[];
  readonly forward: readonly StepName[];
}

export type TimeColumn = "duration" | "clock" | "offset" | "delta" | "off";

export interface Options {
  readonly unicode: boolean;
  /** As asked for: "auto", or a theme's name. */
  readonly theme: string;
  /** The terminal's background is light. Unknown is dark. */
  readonly light?: boolean;
  /** The terminal has no colours, or must not show them. */
  readonly colorless?: boolean;
  readonly time: TimeColumn;
  readonly mouse: boolean;
  readonly screenReader?: boolean;
  /** Keys given to commands by the config file, by command id. */
  readonly keys?: ReadonlyMap<string, readonly string[]>;
}

export const NO_PENDING: Pending = { count: "", beforeCount: null, keys: [], shown: false };
export const NO_FILTER: FilterState = { text: "", off: false, rows: null, complete: true, problem: null, hints: [] };
