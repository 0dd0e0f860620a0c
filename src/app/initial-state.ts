import type { Size } from "../cells/line.ts";
import { Catalog } from "../run/catalog/catalog.ts";
import type { Run } from "../run/run.ts";
import { STORED_PRICES } from "../stats/prices.ts";
import { NO_ANNOTATIONS } from "./annotations.ts";
import { openedList } from "./runs-list.ts";
import { NO_FILTER, NO_PENDING, type Options, type State } from "./state.ts";

/** The program as it opens on a run. */
export function initialState(runs: readonly Run[], size: Size, options: Options): State {
  const run = runs[0];
  if (!run) throw new RangeError("a file that is open has a run");
  return {
    size,
    screens: ["trace"],
    runsList: openedList(new Catalog({ places: [] })),
    clock: 0,
    runs,
    run,
    runsOffered: false,
    runVersion: run.version,
    loading: run.progress,
    awaited: null,
    list: { step: run.length > 0 ? run.row(0).step : "", offset: 0, follow: "no", unfolded: new Set() },
    filter: NO_FILTER,
    sort: null,
    search: null,
    detail: { tab: 0, cursor: undefined, top: 0, folds: new Map(), wrap: true },
    focus: "list",
    window: { layout: "auto", zoom: 0 },
    overlays: [],
    prompt: null,
    annotations: NO_ANNOTATIONS,
    diff: null,
    live: null,
    drafts: [],
    traced: null,
    siblings: [],
    hitCounts: null,
    overview: null,
    pending: NO_PENDING,
    toast: null,
    toasts: 0,
    log: [],
    warned: 0,
    jumps: { back: [], forward: [] },
    options,
    highlight: null,
    fuzzy: null,
    prices: STORED_PRICES,
    histories: { filter: [], search: [], command: [], note: [], breakpoint: [], runs: [], answer: [], draft: [] },
  };
}
