import { dirname } from "node:path";
import type { Origin } from "../../run/catalog/place.ts";
import { sanitise } from "../../text/sanitise.ts";
import { runCursor, runsHeight, runsInView, selectedRun, shownRuns } from "../runs-list.ts";
import type { State } from "../state.ts";
import type { Header } from "./header.ts";
import { type RunCells, runCells } from "./run-cells.ts";
import { type PreviewRow, runPreview } from "./run-preview.ts";
import type { Segment } from "./status.ts";

export interface RunsWindow {
  readonly rows: readonly { readonly cells: RunCells; readonly selected: boolean }[];
  /** Runs in all, and place of the first row. */
  readonly count: number;
  readonly top: number;
  readonly costs: boolean;
}

/** The runs in view. */
export function runsWindow(state: State): RunsWindow {
  const shown = shownRuns(state);
  const cursor = runCursor(state);
  const inView = runsInView(state);
  const top = inView[0] ? shown.indexOf(inView[0]) : 0;
  const rows = inView.map((entry, n) => ({
    cells: runCells(entry, { now: state.clock, live: state.runsList.live }),
    selected: top + n === cursor,
  }));
  return { rows, count: shown.length, top, costs: inView.some(({ facts }) => facts?.sums?.cost !== undefined) };
}

export function previewOf(state: State): readonly PreviewRow[] {
  const run = selectedRun(state);
  return run ? runPreview(run) : [];
}

const ORIGINS: Readonly<Record<Origin, string>> = {
  here: "here",
  "claude-code": "Claude Code",
  codex: "Codex",
  named: "named",
};

export function runsHeader({ runsList }: State): Header {
  const { catalog } = runsList;
  const counts = new Map<string, number>();
  for (const { file } of catalog.entries) counts.set(file.origin, (counts.get(file.origin) ?? 0) + 1);
  const by = (["here", "claude-code", "codex"] as const).flatMap((origin) => {
    const count = counts.get(origin);
    return count === undefined ? [] : [{ text: `${count} ${ORIGINS[origin]}`, token: "text.dim" }];
  });
  const reading = catalog.complete ? [] : [{ text: catalog.listed ? "reading" : "looking", token: "warning" }];
  const { length } = catalog.entries;
  const total = { text: `${length} run${length === 1 ? "" : "s"}`, token: "text.dim" };
  return { path: ["runs", ...named(runsList.catalog.sources)], facts: [total, ...reading, ...by] };
}

function named({ places, paths = [] }: State["runsList"]["catalog"]["sources"]): readonly string[] {
  const folders = places.filter(({ origin }) => origin === "named").map(({ folder }) => sanitise(folder));
  return [...folders, ...(paths.length > 0 ? [`${paths.length} files`] : [])];
}

export function runsStatus(state: State): readonly Segment[] {
  const { query, catalog } = state.runsList;
  const shown = shownRuns(state);
  const run = selectedRun(state);
  const typed = state.pending.count + state.pending.keys.join(" ");
  const segments: Segment[] = [
    { text: run ? `run ${runCursor(state) + 1} of ${shown.length}` : "", token: "bar", priority: 9 },
    { text: query === "" ? "" : `find: ${sanitise(query)}`, token: "match", priority: 8 },
    { text: run ? sanitise(dirname(run.file.path)) : "", token: "text.dim", priority: 3 },
    {
      text: catalog.passedOver > 0 ? `${catalog.passedOver} files hold no run` : "",
      token: "text.dim",
      priority: 2,
    },
    { text: typed, token: "hint.key", priority: 8 },
  ];
  return segments.filter(({ text }) => text !== "");
}

/** What an empty list says. */
export function emptyRuns(state: State): readonly { readonly text: string; readonly token: string }[] {
  const { catalog, query } = state.runsList;
  if (!catalog.complete && catalog.entries.length === 0) return [{ text: "looking for runs", token: "text.dim" }];
  if (query !== "" && catalog.entries.length > 0)
    return [{ text: "no run is like that: Esc shows all", token: "text.dim" }];
  const looked = catalog.sources.places.map(({ folder }) => ({ text: `  ${sanitise(folder)}`, token: "text.dim" }));
  return [
    { text: "No runs here yet. These were looked through:", token: "text.strong" },
    ...looked.slice(0, Math.max(1, runsHeight(state) - 7)),
    { text: "", token: "text" },
    { text: "vcr record -- CMD   runs an agent and records its calls", token: "text" },
    { text: "vcr FILE            opens a recorded run; vcr formats lists what can be read", token: "text" },
    { text: "vcr tui DIR         lists the runs in a folder", token: "text" },
    { text: "Enter               opens a sample, as vcr demo does", token: "text" },
  ];
}
