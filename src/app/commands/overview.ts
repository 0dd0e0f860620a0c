import type { Command, CommandResult } from "../command.ts";
import { PANES } from "../command.ts";
import { isFilteredOut } from "../narrowing/visible.ts";
import { jump } from "../select.ts";
import { overviewSteps } from "../selectors/overview.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";
import { listMovement } from "./list-movement.ts";

const INSIDE = ["overview"] as const;

function open(state: State): CommandResult {
  return {
    state: { ...state, overview: null, overlays: [...state.overlays, { type: "overview", selected: 0 }] },
    effects: [{ type: "overview" }],
  };
}

function move(state: State, by: number): State {
  const top = state.overlays.at(-1);
  if (top?.type !== "overview") return state;
  const last = Math.max(0, overviewSteps(state).length - 1);
  const selected = Math.min(Math.max(0, Math.min(top.selected, last) + by), last);
  return { ...state, overlays: [...state.overlays.slice(0, -1), { ...top, selected }] };
}

/** To the step of the line. A filter that hides it is switched off, and kept. */
function accept(state: State): CommandResult {
  const top = state.overlays.at(-1);
  const step = top?.type === "overview" ? overviewSteps(state)[top.selected] : undefined;
  if (step === undefined) return state;
  const i = state.run.indexOf(step);
  if (i < 0) return toast(state, `step ${step} has not been read yet`, "warning");
  const closed: State = { ...state, overlays: state.overlays.slice(0, -1) };
  if (!isFilteredOut(closed, step)) return jump(closed, i);
  const moved = jump({ ...closed, filter: { ...closed.filter, off: true } }, i);
  return toast(moved, "the filter hides it and is off now (~ switches it on)");
}

export const OVERVIEW: readonly Command[] = [
  {
    id: "overview",
    keys: ["!"],
    contexts: PANES,
    title: "Overview: totals, cost, slowest, dearest, errors",
    group: "Window",
    line: ["overview"],
    run: open,
  },
  ...listMovement("overview", { contexts: INSIDE, alsoPageDown: ["space"], move }),
  {
    id: "overview.accept",
    keys: ["enter", "l", "right"],
    contexts: INSIDE,
    title: "Go to the step of the line",
    hint: "go there",
    hintRank: 1,
    group: "In a list",
    run: accept,
  },
  {
    id: "overview.close",
    keys: ["!"],
    contexts: INSIDE,
    title: "Close",
    hint: "close",
    hintRank: 2,
    group: "In a list",
    run: (s) => ({ ...s, overlays: s.overlays.slice(0, -1) }),
  },
];
