import { type Command, type CommandResult, PANES } from "../command.ts";
import { openPrompt } from "../prompt/prompt.ts";
import { runCursor, runsHeight, selectedRun, selectRun, shownRuns, withQuery } from "../runs-list.ts";
import type { State } from "../state.ts";

const LIST = ["runs-list"] as const;

const count = (n: number | undefined): number => Math.max(1, n ?? 1);

function move(state: State, by: number): State {
  return selectRun(state, runCursor(state) + by);
}

function page(state: State, pages: number): State {
  return move(state, Math.round((runsHeight(state) - 1) * pages) || Math.sign(pages));
}

/** Where nothing was found there is a sample to look at. */
function open(state: State): CommandResult {
  const run = selectedRun(state);
  if (run) return { state, effects: [{ type: "open-run", path: run.file.path }] };
  return foundNothing(state) ? { state, effects: [{ type: "open-sample" }] } : state;
}

function foundNothing({ runsList }: State): boolean {
  return runsList.catalog.complete && runsList.catalog.entries.length === 0;
}

function scrollPreview(state: State, by: number): State {
  const previewTop = Math.max(0, state.runsList.previewTop + by);
  return { ...state, runsList: { ...state.runsList, previewTop } };
}

/** The list of runs over the run in view; `q` comes back. */
function showList(state: State): CommandResult {
  return { state: { ...state, screens: [...state.screens, "runs"] }, effects: [{ type: "list-runs" }] };
}

function clearQuery(state: State): State {
  return withQuery(state, "");
}

const noRun = (state: State): string | undefined => (selectedRun(state) ? undefined : "no run is selected");
const nothingToOpen = (state: State): string | undefined =>
  selectedRun(state) || foundNothing(state) ? undefined : "no run is selected";
const noQuery = (state: State): string | undefined => (state.runsList.query === "" ? "all runs are shown" : undefined);

export const RUNS_LIST: readonly Command[] = [
  {
    id: "runs-list",
    keys: [],
    contexts: PANES,
    title: "All runs: of this folder and of other tools",
    group: "Window",
    line: ["ls"],
    disabled: (s) => (s.screens.includes("runs") ? "the list is behind this run: q goes back to it" : undefined),
    run: showList,
  },
  {
    id: "runs-list.open",
    keys: ["enter", "l", "right"],
    contexts: LIST,
    title: "Open the run; where there is none, a sample",
    hint: "open",
    hintRank: 1,
    group: "Runs",
    disabled: nothingToOpen,
    run: open,
  },
  {
    id: "runs-list.find",
    keys: ["/", "f"],
    contexts: LIST,
    title: "Find runs by words of their prompt, title, folder",
    hint: "find",
    hintRank: 10,
    group: "Runs",
    run: (s) => openPrompt(s, "runs", s.runsList.query),
  },
  {
    id: "runs-list.all",
    keys: [],
    contexts: LIST,
    title: "Show all runs again",
    group: "Runs",
    line: ["all"],
    disabled: noQuery,
    run: clearQuery,
  },
  {
    id: "runs-list.down",
    keys: ["j", "down", "ctrl-n"],
    contexts: LIST,
    title: "Next run",
    group: "Runs",
    run: (s, a) => move(s, count(a.count)),
  },
  {
    id: "runs-list.up",
    keys: ["k", "up"],
    contexts: LIST,
    title: "Previous run",
    group: "Runs",
    run: (s, a) => move(s, -count(a.count)),
  },
  {
    id: "runs-list.top",
    keys: ["g", "home"],
    contexts: LIST,
    title: "To the newest run",
    group: "Runs",
    run: (s, a) => selectRun(s, (a.count ?? 1) - 1),
  },
  {
    id: "runs-list.bottom",
    keys: ["G", "end"],
    contexts: LIST,
    title: "To the oldest run",
    group: "Runs",
    run: (s, a) => selectRun(s, (a.count ?? shownRuns(s).length) - 1),
  },
  {
    id: "runs-list.half-down",
    keys: ["ctrl-d"],
    contexts: LIST,
    title: "Half a page down",
    group: "Runs",
    run: (s, a) => page(s, 0.5 * count(a.count)),
  },
  {
    id: "runs-list.half-up",
    keys: ["ctrl-u"],
    contexts: LIST,
    title: "Half a page up",
    group: "Runs",
    run: (s, a) => page(s, -0.5 * count(a.count)),
  },
  {
    id: "runs-list.page-down",
    keys: ["ctrl-f", "pagedown", "space"],
    contexts: LIST,
    title: "A page down",
    group: "Runs",
    run: (s, a) => page(s, count(a.count)),
  },
  {
    id: "runs-list.page-up",
    keys: ["ctrl-b", "pageup"],
    contexts: LIST,
    title: "A page up",
    group: "Runs",
    run: (s, a) => page(s, -count(a.count)),
  },
  {
    id: "runs-list.preview-down",
    keys: ["J"],
    contexts: LIST,
    title: "Scroll the preview down",
    hint: "preview",
    hintRank: 40,
    group: "Runs",
    run: (s, a) => scrollPreview(s, count(a.count)),
  },
  {
    id: "runs-list.preview-up",
    keys: ["K"],
    contexts: LIST,
    title: "Scroll the preview up",
    group: "Runs",
    run: (s, a) => scrollPreview(s, -count(a.count)),
  },
  {
    id: "runs-list.copy-path",
    keys: ["y"],
    contexts: LIST,
    title: "Copy the run's path",
    group: "Runs",
    disabled: noRun,
    run: (s) => ({ state: s, effects: [{ type: "copy", text: selectedRun(s)?.file.path ?? "", label: "path" }] }),
  },
  {
    id: "runs-list.sample",
    keys: [],
    contexts: [...PANES, ...LIST],
    title: "Open a sample run",
    group: "Runs",
    line: ["demo"],
    run: (s) => ({ state: s, effects: [{ type: "open-sample" }] }),
  },
];
