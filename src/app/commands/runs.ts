import type { Command, CommandResult } from "../command.ts";
import { PANES } from "../command.ts";
import { settle } from "../select.ts";
import { NO_FILTER, type State } from "../state.ts";
import { toast } from "../toast.ts";

const PICKER = ["runs"] as const;

/** The list of a file's runs, the one in view selected. */
export function openRuns(state: State): State {
  const selected = Math.max(0, state.runs.indexOf(state.run));
  return { ...state, runsOffered: true, overlays: [...state.overlays, { type: "runs", selected }] };
}

/** Shows another run of the file, from its beginning. */
function showRun(state: State, number: number): CommandResult {
  const run = state.runs[number];
  if (!run) return toast(state, `there is no run ${number + 1}: the file has ${state.runs.length}`, "warning");
  if (run === state.run) return state;
  const fresh: State = {
    ...state,
    run,
    runVersion: run.version,
    list: { step: "", offset: 0, follow: "no" },
    filter: NO_FILTER,
    search: null,
    warned: 0,
    jumps: { back: [], forward: [] },
  };
  return { state: settle(fresh), effects: [{ type: "show-run", number }] };
}

function move(state: State, by: number): State {
  const top = state.overlays.at(-1);
  if (top?.type !== "runs") return state;
  const selected = Math.min(Math.max(0, top.selected + by), state.runs.length - 1);
  return { ...state, overlays: [...state.overlays.slice(0, -1), { ...top, selected }] };
}

function accept(state: State): CommandResult {
  const top = state.overlays.at(-1);
  return top?.type === "runs" ? showRun({ ...state, overlays: state.overlays.slice(0, -1) }, top.selected) : state;
}

const onlyOne = (state: State): string | undefined => (state.runs.length < 2 ? "this file holds one run" : undefined);

export const RUNS: readonly Command[] = [
  {
    id: "runs",
    keys: [],
    contexts: PANES,
    title: "Runs of this file",
    group: "Window",
    line: ["runs"],
    disabled: onlyOne,
    run: openRuns,
  },
  {
    id: "runs.show",
    keys: [],
    contexts: PANES,
    title: "Show a run of this file by its number, from 1",
    group: "Window",
    line: ["run"],
    argument: "N",
    disabled: onlyOne,
    run: (s, a) => showRun(s, Number(a.argument ?? a.count ?? 1) - 1),
  },
  {
    id: "runs.down",
    keys: ["j", "down", "ctrl-n", "tab"],
    contexts: PICKER,
    title: "Next run",
    hint: "next",
    hintRank: 2,
    group: "While typing",
    run: (s, a) => move(s, a.count ?? 1),
  },
  {
    id: "runs.up",
    keys: ["k", "up", "shift-tab"],
    contexts: PICKER,
    title: "Previous run",
    group: "While typing",
    run: (s, a) => move(s, -(a.count ?? 1)),
  },
  {
    id: "runs.page-down",
    keys: ["pagedown", "space", "ctrl-f", "ctrl-d"],
    contexts: PICKER,
    title: "Ten runs on",
    group: "While typing",
    run: (s) => move(s, 10),
  },
  {
    id: "runs.page-up",
    keys: ["pageup", "ctrl-b", "ctrl-u"],
    contexts: PICKER,
    title: "Ten runs back",
    group: "While typing",
    run: (s) => move(s, -10),
  },
  {
    id: "runs.first",
    keys: ["g", "home"],
    contexts: PICKER,
    title: "First run",
    group: "While typing",
    run: (s) => move(s, -1e9),
  },
  {
    id: "runs.last",
    keys: ["G", "end"],
    contexts: PICKER,
    title: "Last run",
    group: "While typing",
    run: (s) => move(s, 1e9),
  },
  {
    id: "runs.accept",
    keys: ["enter", "l", "right"],
    contexts: PICKER,
    title: "Show the run",
    hint: "show",
    hintRank: 1,
    group: "While typing",
    run: accept,
  },
];
