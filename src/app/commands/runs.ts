import { type Command, type CommandResult, PANES } from "../command.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";

/** The list of a file's runs, the one in view selected. */
export function openRuns(state: State): State {
  const selected = Math.max(0, state.runs.indexOf(state.run));
  return { ...state, runsOffered: true, overlays: [...state.overlays, { type: "choices", kind: "runs", selected }] };
}

/** Shows another run of the file, as it was left the last time: what is kept of it is looked up first. */
export function showRun(state: State, number: number): CommandResult {
  const run = state.runs[number];
  if (!run) return toast(state, `there is no run ${number + 1}: the file has ${state.runs.length}`, "warning");
  if (run === state.run) return state;
  return { state, effects: [{ type: "show-run", number }] };
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
];
