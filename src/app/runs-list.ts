import type { Catalog } from "../run/catalog/catalog.ts";
import type { PlacedEntry } from "../run/catalog/lineage.ts";
import { runsLayoutOf } from "./layout/layout-runs.ts";
import { oneLine } from "./one-line.ts";
import type { State } from "./state.ts";

/** The list of runs as a screen: which one is selected, what is searched for. The catalog itself is a live store behind it. */
export interface RunsListState {
  readonly catalog: Catalog;
  /** `catalog.version` at the last look. */
  readonly version: number;
  /** Fuzzy search; "" shows all. */
  readonly query: string;
  /** Labels that a fuzzy search has found for `query`, the best first. */
  readonly alike: readonly string[];
  /** Path of the selected run; "" while there is none. */
  readonly selected: string;
  /** Rows between the top of the pane and the selected row. */
  readonly offset: number;
  /** Lines between the top of the preview's text and the pane's. */
  readonly previewTop: number;
  /** Files of runs that are being written right now. */
  readonly live: ReadonlySet<string>;
}

const MARGIN = 2;

export function openedList(catalog: Catalog): RunsListState {
  return { catalog, version: -1, query: "", alike: [], selected: "", offset: 0, previewTop: 0, live: new Set() };
}

interface Shown {
  readonly list: RunsListState;
  readonly version: number;
  readonly entries: readonly PlacedEntry[];
}

let last: Shown | undefined;

/** The runs in the order they are shown: newest first as a tree of forks; with a query those that hold its words, then those alike. */
export function shownRuns({ runsList }: Pick<State, "runsList">): readonly PlacedEntry[] {
  const { catalog, query, alike } = runsList;
  if (query.trim() === "") return catalog.entries;
  const same = last?.list.query === query && last.list.alike === alike && last.list.catalog === catalog;
  if (last && same && last.version === catalog.version) return last.entries;
  const entries = matching(catalog.entries, query, alike);
  last = { list: runsList, version: catalog.version, entries };
  return entries;
}

/** Many sessions begin alike: each label is looked at once. */
function matching(entries: readonly PlacedEntry[], query: string, alike: readonly string[]): readonly PlacedEntry[] {
  const byLabel = runLabels(entries);
  const exact = [...byLabel.keys()].filter(holdsWords(query));
  const labels = new Set([...exact, ...alike]);
  return [...labels].flatMap((label) => (byLabel.get(label) ?? []).map((entry) => ({ ...entry, depth: 0 })));
}

/** Every word stands somewhere in the label, in either case. */
function holdsWords(query: string): (label: string) => boolean {
  const words = query.toLowerCase().trim().split(/\s+/);
  return (label) => {
    const text = label.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

/** Characters of a prompt that are searched: it costs time with every key. */
const LABEL = 160;

/** What is searched of each run, distinct: its prompt, its title, where it was made. In the order of `entries`. */
export function runLabels(entries: readonly PlacedEntry[]): ReadonlyMap<string, readonly PlacedEntry[]> {
  const byLabel = new Map<string, PlacedEntry[]>();
  for (const entry of entries) {
    const label = labelOf(entry);
    const group = byLabel.get(label);
    if (group) group.push(entry);
    else byLabel.set(label, [entry]);
  }
  return byLabel;
}

function labelOf({ file, facts }: PlacedEntry): string {
  const { title, cwd, id } = facts?.header ?? {};
  const texts = [facts?.prompt?.slice(0, LABEL), title, cwd ?? file.path, id];
  return oneLine(texts.filter((text) => text !== undefined).join(" "));
}

export function selectedRun(state: Pick<State, "runsList">): PlacedEntry | undefined {
  return shownRuns(state).find(({ file }) => file.path === state.runsList.selected);
}

/** Place of the selected run among the shown ones; 0 when it is hidden. */
export function runCursor(state: Pick<State, "runsList">): number {
  return Math.max(
    0,
    shownRuns(state).findIndex(({ file }) => file.path === state.runsList.selected),
  );
}

/** Selects the n-th shown run, held inside the list; it scrolls only as far as it must. */
export function selectRun(state: State, n: number): State {
  const shown = shownRuns(state);
  const at = Math.min(Math.max(0, n), shown.length - 1);
  const entry = shown[at];
  if (!entry) return state;
  const offset = state.runsList.offset + (at - runCursor(state));
  const moved = { ...state.runsList, selected: entry.file.path, offset, previewTop: 0 };
  return settleRuns({ ...state, runsList: moved });
}

/** After a resize, a query or new rows: something is selected, and stays where it was on the screen as far as it can. */
export function settleRuns(state: State): State {
  const { runsList } = state;
  const shown = shownRuns(state);
  const first = shown[0];
  if (first && !shown.some(({ file }) => file.path === runsList.selected))
    return settleRuns({ ...state, runsList: { ...runsList, selected: first.file.path, offset: 0, previewTop: 0 } });
  const offset = settledRunOffset(state);
  return offset === runsList.offset ? state : { ...state, runsList: { ...runsList, offset } };
}

function settledRunOffset(state: State): number {
  const height = runsHeight(state);
  const count = shownRuns(state).length;
  const cursor = runCursor(state);
  const margin = Math.min(MARGIN, Math.floor((height - 1) / 2));
  const kept = Math.min(Math.max(state.runsList.offset, margin), height - 1 - margin);
  return cursor - Math.min(Math.max(0, cursor - kept), Math.max(0, count - height));
}

/** Rows of runs that fit: the pane less its heading line. */
export function runsHeight(state: Pick<State, "size">): number {
  return Math.max(1, (runsLayoutOf(state.size).list?.height ?? 2) - 1);
}

/** The runs in view: they are read first. */
export function runsInView(state: State): readonly PlacedEntry[] {
  const top = Math.max(0, runCursor(state) - settledRunOffset(state));
  return shownRuns(state).slice(top, top + runsHeight(state));
}

/** A fuzzy search for the query has come to its end. */
export function withAlike(state: State, alike: readonly string[]): State {
  return settleRuns({ ...state, runsList: { ...state.runsList, alike } });
}

export function withQuery(state: State, query: string): State {
  if (query === state.runsList.query) return state;
  return settleRuns({
    ...state,
    runsList: { ...state.runsList, query, alike: [], selected: "", offset: 0, previewTop: 0 },
  });
}
