import { type Command, type CommandResult, PANES } from "../command.ts";
import { currentRow } from "../detail/current-row.ts";
import { detailInView } from "../diff/pair.ts";
import { selectedIndex } from "../narrowing/visible.ts";
import { jump } from "../select.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";

/** Asks where the value under the cursor came from, or where it is used next: in the run whose value it is. */
function trace(state: State, direction: "from" | "to"): CommandResult {
  const detail = detailInView(state);
  const value = currentRow(detail)?.value?.();
  const { run } = detail;
  const i = selectedIndex(detail);
  if (value === undefined || i < 0)
    return toast(state, "no value on this line: Tab goes into the detail, to one that has", "warning");
  const traced = { direction, run, of: detail.list.step, result: null };
  const asked: State = {
    ...state,
    traced,
    overlays: [...state.overlays, { type: "choices", kind: "provenance", selected: 0 }],
  };
  return { state: asked, effects: [{ type: "trace-value", direction, run, i, value }] };
}

/** Through the places that were found, in the order of the run. */
function occurrence(state: State, direction: 1 | -1): CommandResult {
  const here = selectedIndex(state);
  const places = [...new Set((state.traced?.result?.found ?? []).map(({ i }) => i))].toSorted((a, b) => a - b);
  const next = direction > 0 ? places.find((i) => i > here) : places.findLast((i) => i < here);
  return next === undefined
    ? toast(state, `no ${direction > 0 ? "later" : "earlier"} occurrence`, "warning")
    : jump(state, next);
}

const nothingTraced = (state: State): string | undefined =>
  state.traced?.result && state.traced.run === state.run ? undefined : "no value has been traced (W does, or U)";

/** Where there are values: in the detail of a run, in a pair of a comparison. */
const WITH_PAIR = [...PANES, "diff"] as const;

export const PROVENANCE: readonly Command[] = [
  {
    id: "value.from",
    keys: ["W"],
    contexts: WITH_PAIR,
    title: "Where did the value under the cursor come from",
    group: "Time travel",
    run: (s) => trace(s, "from"),
  },
  {
    id: "value.to",
    keys: ["U"],
    contexts: WITH_PAIR,
    title: "Where is the value under the cursor used next",
    group: "Time travel",
    run: (s) => trace(s, "to"),
  },
  {
    id: "value.next",
    keys: ["*"],
    contexts: PANES,
    title: "Next occurrence of the traced value",
    group: "Time travel",
    disabled: nothingTraced,
    run: (s) => occurrence(s, 1),
  },
  {
    id: "value.previous",
    keys: ["#"],
    contexts: PANES,
    title: "Previous occurrence of the traced value",
    group: "Time travel",
    disabled: nothingTraced,
    run: (s) => occurrence(s, -1),
  },
];
