import type { Run } from "../run/run.ts";
import type { Annotations } from "./annotations.ts";
import { jump, settle } from "./select.ts";
import { initialState, type State, type Tab } from "./state.ts";

/** What is kept of a run from one time it is open to the next. */
export interface KeptPlace {
  readonly annotations: Annotations;
  readonly step?: string | undefined;
  readonly tab?: Tab | undefined;
  readonly folds?: ReadonlyMap<string, boolean> | undefined;
}

/** A run of the list on the screen: of the run before nothing stays but what belongs to the program. */
export function openedState(state: State, runs: readonly Run[], kept: KeptPlace): State {
  if (runs === state.runs) return { ...state, screens: ["runs", "trace"] };
  const fresh = initialState(runs, state.size, state.options);
  const { clock, runsList, window, toast, toasts, log, histories, highlight, fuzzy, prices } = state;
  const detail = { ...fresh.detail, tab: kept.tab ?? 0, ...(kept.folds && { folds: kept.folds }) };
  const opened = settle({
    ...fresh,
    ...{ clock, runsList, window, toast, toasts, log, histories, highlight, fuzzy, prices },
    annotations: kept.annotations,
    detail,
    screens: ["runs", "trace"],
  });
  const i = kept.step === undefined ? -1 : opened.run.indexOf(kept.step);
  return i < 0 ? opened : { ...jump(opened, i), jumps: opened.jumps, detail };
}
