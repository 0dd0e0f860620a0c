import type { MethodName, Methods } from "../control/protocol.ts";
import type { Json } from "../json/json.ts";
import type { Run } from "../run/run.ts";
import type { StepName } from "../trace/event.ts";
import type { DraftState, EditPlace } from "./draft/draft-state.ts";
import type { LiveEdit } from "./live/editing.ts";
import type { PromptKind, State } from "./state.ts";

/** Something asked of whoever serves the run that is being written. */
export type LiveCall = {
  readonly [M in Exclude<MethodName, "hello" | "who">]: { readonly method: M; readonly params: Methods[M]["params"] };
}[Exclude<MethodName, "hello" | "who">];

/** What `update` wants done in the world: data, run by one runner (the `tui` command has it). */
export type Effect =
  | { readonly type: "quit"; readonly code: number }
  | { readonly type: "suspend" }
  | { readonly type: "redraw" }
  | { readonly type: "reload" }
  /** Applies the filter text; answered by `filtered` or `filter-problem`. An empty text stops it. */
  | { readonly type: "filter"; readonly text: string }
  | { readonly type: "search"; readonly text: string }
  /** The same in both runs of the comparison; answered by the same actions with `diff` true. */
  | { readonly type: "filter-diff"; readonly text: string }
  | { readonly type: "search-diff"; readonly text: string }
  | { readonly type: "cancel-work" }
  /** To the next breakpoint from a place of the run; answered by `stopped`. */
  | { readonly type: "continue"; readonly direction: 1 | -1; readonly from: number }
  /** The run in view with the run of a file; answered by `comparing` and `compared`. */
  | { readonly type: "compare"; readonly path: string }
  /** The same with the run that it was forked or replayed from. */
  | { readonly type: "compare-parent" }
  /** The other run of the comparison comes into view, at a step; undefined: where the user was. Answered by `opened-other`. */
  | { readonly type: "show-other"; readonly step: StepName | undefined }
  /** The same two runs by other rules. */
  | { readonly type: "compare-again"; readonly ignoreNoise: boolean }
  /** The same two runs, one of which has grown since: soon, and by the same rules. */
  | { readonly type: "compare-on" }
  /** Works out what the draft of the run in view comes to; answered by `outlook`. */
  | { readonly type: "plan-fork" }
  /** Hands a value to $EDITOR; answered by `edited`. */
  | {
      readonly type: "edit-value";
      readonly place: EditPlace;
      readonly text: string;
      readonly extension: "json" | "txt";
    }
  /** The run that was started comes into view, and whoever serves it is listened to. */
  | { readonly type: "watch-run"; readonly path: string; readonly socket: string }
  /** Starts it as it stands; answered by `fork-started` or `fork-failed`. */
  | { readonly type: "start-fork"; readonly draft: DraftState; readonly at: number }
  /** Names of the trace files beside the run; answered by `siblings`. */
  | { readonly type: "list-siblings" }
  /** Where the value seen at place i of a run came from or goes to; answered by `traced`. */
  | {
      readonly type: "trace-value";
      readonly direction: "from" | "to";
      readonly run: Run;
      readonly i: number;
      readonly value: Json;
    }
  /** Counts what each breakpoint stops at; answered by `hit-counts`. */
  | { readonly type: "count-hits" }
  /** Sums the run for the overview; answered by `overview`. */
  | { readonly type: "overview" }
  /** A new file; one that exists is left alone. */
  | { readonly type: "write"; readonly file: string; readonly text: string }
  /** Steps of the run as a .vcr file of their own. */
  | { readonly type: "write-run"; readonly file: string; readonly steps: readonly number[] }
  /** A step of a file of another tool is shown with its secrets, or without them again. */
  | { readonly type: "reveal"; readonly step: StepName }
  /** Marks, notes or breakpoints have changed. */
  | { readonly type: "keep" }
  | { readonly type: "copy"; readonly text: string; readonly label: string }
  /** Leaves the screen, prints to the normal one, waits for a key. */
  | { readonly type: "print"; readonly text: string }
  /** Hands a text to $PAGER or $EDITOR; `extension` names its kind ("json", "md", "txt"). */
  | { readonly type: "open"; readonly program: "pager" | "editor"; readonly text: string; readonly extension: string }
  | {
      readonly type: "after";
      readonly ms: number;
      readonly action:
        | { readonly type: "which-key" }
        | { readonly type: "count-over"; readonly count: string }
        | { readonly type: "toast-over"; readonly id: number }
        | { readonly type: "live-tick" };
    }
  /** Keys for the Ink layer on top (a text field reads them itself). */
  | { readonly type: "forward"; readonly sequence: string }
  /** Another run of the open file is in view. */
  | { readonly type: "show-run"; readonly number: number }
  /** Opens a run of the list; answered by `opened`; `next` is the command that follows. */
  | { readonly type: "open-run"; readonly path: string; readonly next?: string }
  | { readonly type: "open-sample" }
  /** The list of runs has come on the screen: its folders are looked through (again). */
  | { readonly type: "list-runs" }
  /** Looks for runs that are like what was typed; answered by `runs-alike`. An empty text stops it. */
  | { readonly type: "find-runs"; readonly query: string }
  /** Watches the run in view when somebody serves it; answered by `live-hello`. */
  | { readonly type: "attach" }
  /** `done`: what is said when it was taken; when it was refused, its words are. */
  | { readonly type: "live"; readonly call: LiveCall; readonly done?: string }
  /** A part of a held call in $EDITOR; answered by `live-edited`. */
  | { readonly type: "live-edit"; readonly text: string; readonly extension: string; readonly edit: LiveEdit }
  /** Who serves the run that was in view is listened to no more. */
  | { readonly type: "live-leave" }
  | { readonly type: "mouse"; readonly on: boolean }
  /** An entry of the config file. */
  | { readonly type: "configure"; readonly name: string; readonly value: Json }
  | { readonly type: "remember"; readonly kind: PromptKind; readonly text: string };

/** What is true after something happened, and what is then to be done. */
export interface Update {
  readonly state: State;
  readonly effects: readonly Effect[];
}
