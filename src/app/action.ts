import type { Size } from "../cells/line.ts";
import type { Hello, Notice } from "../control/protocol.ts";
import type { RunDiff } from "../diff/run-diff.ts";
import type { Run } from "../run/run.ts";
import type { Overview } from "../stats/overview.ts";
import type { Prices } from "../stats/prices.ts";
import type { CodeHighlighter } from "../text/highlight-code.ts";
import type { Breakpoint } from "../time/breakpoint.ts";
import type { Provenance } from "../time/provenance.ts";
import type { RowNumber } from "../trace/row-sink.ts";
import type { EditPlace, Outlook } from "./draft/draft-state.ts";
import type { Key, Mouse } from "./keys/key.ts";
import type { LiveEdit } from "./live/editing.ts";
import type { KeptPlace } from "./opened.ts";
import type { PaletteSearch } from "./prompt/palette.ts";
import type { Hit, LogEntry, Problem } from "./state.ts";

/** Everything that can happen to the program. `update` answers each with a new state and effects. */
export type Action =
  | { readonly type: "key"; readonly key: Key }
  | { readonly type: "mouse"; readonly mouse: Mouse }
  | { readonly type: "paste"; readonly text: string }
  | { readonly type: "resize"; readonly size: Size }
  /** A command by its id: from the palette, a menu, the command line. */
  | { readonly type: "command"; readonly id: string; readonly count?: number; readonly argument?: string }
  /** The run has grown or changed. */
  | { readonly type: "rows" }
  /** The file was cut or replaced and has been opened anew. */
  | { readonly type: "reopened"; readonly runs: readonly Run[]; readonly run: Run; readonly why: string }
  | {
      readonly type: "filtered";
      /** In the comparison: rows are places in its entries. */
      readonly diff?: boolean;
      readonly text: string;
      readonly rows: readonly RowNumber[];
      readonly complete: boolean;
      readonly hints: readonly string[];
    }
  | { readonly type: "filter-problem"; readonly diff?: boolean; readonly text: string; readonly problem: Problem }
  | {
      readonly type: "found";
      readonly diff?: boolean;
      readonly text: string;
      readonly hits: readonly Hit[];
      readonly scanned: number;
      readonly complete: boolean;
    }
  | { readonly type: "search-problem"; readonly diff?: boolean; readonly text: string; readonly problem: Problem }
  | { readonly type: "comparing"; readonly a: Run; readonly b: Run }
  /** Another run of the open file is in view. */
  | { readonly type: "run-shown"; readonly run: Run; readonly kept: KeptPlace }
  /** The other run of the comparison is in view. */
  | {
      readonly type: "opened-other";
      readonly runs: readonly Run[];
      readonly run: Run;
      readonly kept: KeptPlace;
      /** What it was filtered by; undefined: what filters now stays. */
      readonly filter?: string;
      /** The screen of a run is opened for it; else it lies below. */
      readonly open: boolean;
    }
  | { readonly type: "compared"; readonly progress: number; readonly result: RunDiff | null }
  /** What the draft of a run comes to, or how far it is worked out. */
  | { readonly type: "outlook"; readonly run: Run; readonly progress: number; readonly outlook: Outlook | null }
  /** What the editor left of a value; null: nothing is to be taken, and why. */
  | { readonly type: "edited"; readonly place: EditPlace; readonly text: string | null; readonly why?: string }
  | { readonly type: "fork-started"; readonly run: Run; readonly path: string; readonly socket: string }
  | { readonly type: "fork-failed"; readonly run: Run; readonly why: string }
  | { readonly type: "traced"; readonly result: Provenance }
  | { readonly type: "siblings"; readonly files: readonly string[] }
  | { readonly type: "stopped"; readonly i: number; readonly breakpoint: Breakpoint | undefined }
  | { readonly type: "hit-counts"; readonly counts: ReadonlyMap<number, number>; readonly complete: boolean }
  /** A run of the list has been opened. */
  | { readonly type: "opened"; readonly runs: readonly Run[]; readonly kept: KeptPlace }
  /** Runs of the list that are being written right now, by their files. */
  | { readonly type: "runs-live"; readonly paths: readonly string[] }
  /** More is known of the list of runs. */
  | { readonly type: "catalog" }
  | { readonly type: "runs-alike"; readonly query: string; readonly labels: readonly string[] }
  /** The run in view is being written, and this is who serves it; `path` as its file was opened. */
  | { readonly type: "live-hello"; readonly hello: Hello; readonly path: string }
  /** What it has said since, in one turn. */
  | { readonly type: "live-notices"; readonly notices: readonly Notice[] }
  /** It has gone without a word. */
  | { readonly type: "live-lost" }
  /** A second of a countdown is over. */
  | { readonly type: "live-tick" }
  /** An editor has ended; null: it failed. */
  | { readonly type: "live-edited"; readonly edit: LiveEdit; readonly text: string | null }
  /** What the run comes to, over its first `rows` rows. */
  | { readonly type: "overview"; readonly overview: Overview; readonly rows: number }
  | { readonly type: "palette-query"; readonly query: string }
  /** Nothing followed the digits in time: they were no count. */
  | { readonly type: "count-over"; readonly count: string }
  /** Something slow to load is there. */
  | {
      readonly type: "ability";
      readonly highlight?: CodeHighlighter;
      readonly fuzzy?: PaletteSearch;
      readonly prices?: Prices;
    }
  /** The terminal has said what its background is like. */
  | { readonly type: "background"; readonly light: boolean }
  /** The pause after the first key of a chord is over: show what can follow. */
  | { readonly type: "which-key" }
  | { readonly type: "toast"; readonly text: string; readonly tone: LogEntry["tone"] }
  | { readonly type: "toast-over"; readonly id: number }
  | { readonly type: "log"; readonly tone: LogEntry["tone"]; readonly text: string };
