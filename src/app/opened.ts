import type { JsonObject } from "../json/json.ts";
import type { Run } from "../run/run.ts";
import type { Action } from "./action.ts";
import type { Annotations } from "./annotations.ts";
import { withDraftOf } from "./draft/kept-draft.ts";
import type { Effect, Update } from "./effect.ts";
import { initialState } from "./initial-state.ts";
import { jump, settle } from "./select.ts";
import { NO_FILTER, type State, type Tab } from "./state.ts";
import { toast } from "./toast.ts";

/** What is kept of a run from one time it is open to the next. */
export interface KeptPlace {
  readonly annotations: Annotations;
  /** The draft of a fork of it, as `keptDraft` made it. */
  readonly draft?: JsonObject | undefined;
  readonly step?: string | undefined;
  readonly tab?: Tab | undefined;
  readonly folds?: ReadonlyMap<string, boolean> | undefined;
}

/** A run of the list on the screen: of the run before nothing stays but what belongs to the program. */
export function openedState(state: State, runs: readonly Run[], kept: KeptPlace): Update {
  const screens = ["runs", "trace"] as const;
  if (runs === state.runs) return { state: { ...state, screens }, effects: [] };
  const opened: State = { ...fromKept(state, { runs, run: runs[0] ?? state.run }, kept), screens };
  if (state.live?.phase !== "on") return { state: opened, effects: [] };
  const told = toast(opened, `the run that was watched goes on: vcr attach ${state.live.id.slice(0, 8)}`);
  return { state: told.state, effects: [{ type: "live-leave" }, ...told.effects] };
}

/** The other run of the comparison is in view; the comparison stays as it is, and so does what was filtered unless it comes with the run. */
export function onOpenedOther(
  state: State,
  { runs, run, kept, open, filter: own }: Action & { readonly type: "opened-other" },
): { readonly state: State; readonly effects: readonly Effect[] } {
  const screens: State["screens"] = open ? [...state.screens, "trace"] : state.screens;
  const { diff, live, traced } = state;
  const filter = own === undefined ? state.filter : { ...NO_FILTER, text: own };
  const shown = fromKept(state, { runs, run }, kept);
  const text = filter.off ? "" : filter.text;
  return {
    state: {
      ...shown,
      runsOffered: true,
      screens,
      diff,
      live,
      traced,
      filter: { ...filter, rows: text === "" ? null : [] },
    },
    effects: text === "" ? [] : [{ type: "filter", text }],
  };
}

/** Another run of the open file. */
export function shownRun(state: State, run: Run, kept: KeptPlace): State {
  const { runs, screens, live } = state;
  const shown = fromKept(state, { runs, run }, kept);
  return { ...shown, screens, live, runsOffered: true };
}

/** A run as it was left the last time; of the run in view nothing stays but what belongs to the program. */
function fromKept(state: State, { runs, run }: Pick<State, "runs" | "run">, kept: KeptPlace): State {
  const fresh = { ...initialState([run, ...runs.filter((each) => each !== run)], state.size, state.options), runs };
  const { clock, runsList, window, toast, toasts, log, histories, highlight, fuzzy, prices } = state;
  const drafts = withDraftOf(state.drafts, { runs, run }, kept.draft);
  const detail = { ...fresh.detail, tab: kept.tab ?? 0, ...(kept.folds && { folds: kept.folds }) };
  const opened = settle({
    ...fresh,
    ...{ clock, runsList, window, toast, toasts, log, histories, highlight, fuzzy, prices, drafts },
    annotations: kept.annotations,
    detail,
  });
  if (kept.step === undefined) return opened;
  const i = opened.run.indexOf(kept.step);
  return i < 0 ? { ...opened, awaited: kept.step } : { ...jump(opened, i), jumps: opened.jumps, detail };
}
