import type { Command, CommandResult } from "../command.ts";
import { PANES } from "../command.ts";
import { jump } from "../select.ts";
import { overviewSteps } from "../selectors/overview.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";
import { visibleOf } from "../visible.ts";

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
  if (visibleOf(closed).find(step) >= 0) return jump(closed, i);
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
  {
    id: "overview.down",
    keys: ["j", "down", "ctrl-n", "tab"],
    contexts: INSIDE,
    title: "Down",
    group: "While typing",
    run: (s, a) => move(s, a.count ?? 1),
  },
  {
    id: "overview.up",
    keys: ["k", "up", "shift-tab"],
    contexts: INSIDE,
    title: "Up",
    group: "While typing",
    run: (s, a) => move(s, -(a.count ?? 1)),
  },
  {
    id: "overview.page-down",
    keys: ["pagedown", "space", "ctrl-f", "ctrl-d"],
    contexts: INSIDE,
    title: "Ten down",
    group: "While typing",
    run: (s) => move(s, 10),
  },
  {
    id: "overview.page-up",
    keys: ["pageup", "ctrl-b", "ctrl-u"],
    contexts: INSIDE,
    title: "Ten up",
    group: "While typing",
    run: (s) => move(s, -10),
  },
  {
    id: "overview.first",
    keys: ["g", "home"],
    contexts: INSIDE,
    title: "First",
    group: "While typing",
    run: (s) => move(s, -1e9),
  },
  {
    id: "overview.last",
    keys: ["G", "end"],
    contexts: INSIDE,
    title: "Last",
    group: "While typing",
    run: (s) => move(s, 1e9),
  },
  {
    id: "overview.accept",
    keys: ["enter", "l", "right"],
    contexts: INSIDE,
    title: "Go to the step of the line",
    hint: "go there",
    hintRank: 1,
    group: "While typing",
    run: accept,
  },
  {
    id: "overview.close",
    keys: ["!"],
    contexts: INSIDE,
    title: "Close",
    hint: "close",
    hintRank: 2,
    group: "While typing",
    run: (s) => ({ ...s, overlays: s.overlays.slice(0, -1) }),
  },
];
