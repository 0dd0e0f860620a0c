import { type Command, type CommandResult, LIVE_PANES, PANES } from "../command.ts";
import { liveOf, onOutput } from "../live/live-state.ts";
import { LAYOUTS, TIMES } from "../options.ts";
import { settle } from "../select.ts";
import type { PaneName, State } from "../state.ts";
import { toast } from "../toast.ts";
import { focusOutput } from "./live-run.ts";

function zoom(state: State, by: 1 | -1): State {
  const next = ((state.window.zoom + by + 3) % 3) as 0 | 1 | 2;
  return settle({ ...state, window: { ...state.window, zoom: next } });
}

function cycleLayout(state: State): CommandResult {
  const layout = after(LAYOUTS, state.window.layout);
  return toast(settle({ ...state, window: { ...state.window, layout } }), `layout: ${layout}`);
}

function cycleTime(state: State): CommandResult {
  const time = after(TIMES, state.options.time);
  return toast({ ...state, options: { ...state.options, time } }, `time column: ${time}`);
}

function after<T>(list: readonly T[], item: T): T {
  return list[(list.indexOf(item) + 1) % list.length]!;
}

/** List, detail, and the agent's output while it is shown. */
function turnPane(state: State, by: 1 | -1): State {
  const live = liveOf(state);
  const panes: readonly (PaneName | "output")[] = live?.pane.open ? ["list", "detail", "output"] : ["list", "detail"];
  const at = panes.indexOf(onOutput(state) ? "output" : state.focus);
  const pane = panes[(at + by + panes.length) % panes.length] ?? "list";
  const focused = focusOutput(state, pane === "output");
  return settle(pane === "output" ? focused : { ...focused, focus: pane });
}

export const WINDOW: readonly Command[] = [
  {
    id: "window.next-pane",
    keys: ["tab"],
    contexts: LIVE_PANES,
    title: "Next pane",
    hint: "pane",
    hintRank: 30,
    group: "Window",
    run: (s) => turnPane(s, 1),
  },
  {
    id: "window.previous-pane",
    keys: ["shift-tab"],
    contexts: LIVE_PANES,
    title: "Previous pane",
    group: "Window",
    run: (s) => turnPane(s, -1),
  },
  {
    id: "window.zoom",
    keys: ["+"],
    contexts: LIVE_PANES,
    title: "Zoom the pane: most of the screen, all of it, back",
    hint: "zoom",
    hintRank: 60,
    group: "Window",
    run: (s) => zoom(s, 1),
  },
  {
    id: "window.unzoom",
    keys: ["_"],
    contexts: LIVE_PANES,
    title: "Zoom back",
    group: "Window",
    run: (s) => zoom(s, -1),
  },
  {
    id: "window.layout",
    keys: ["-"],
    contexts: PANES,
    title: "Layout: automatic, side by side, stacked, one pane",
    group: "Window",
    run: cycleLayout,
  },
  {
    id: "window.time",
    keys: ["t"],
    contexts: PANES,
    title: "Time column: duration, clock, offset, since the row above, off",
    group: "Window",
    run: cycleTime,
  },
];
