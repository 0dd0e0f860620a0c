import { type Command, type CommandResult, PANES } from "../command.ts";
import { isComparing, settleEntry } from "../diff/move.ts";
import { nextHit } from "../narrowing/hits.ts";
import { filterEffect, filterInView, onDiff, withFilter } from "../narrowing/narrowing.ts";
import { parseSort, SORT_FIELDS } from "../narrowing/sort.ts";
import { openPrompt } from "../prompt/prompt.ts";
import { settle } from "../select.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";

function editFilter(state: State): State {
  const filter = filterInView(state);
  return openPrompt(withFilter(state, { ...filter, off: false }), "filter", filter.text);
}

function setFilter(state: State, text: string): CommandResult {
  const filter = { ...filterInView(state), text, off: false };
  return { state: withFilter(state, filter), effects: [filterEffect(state, text)] };
}

function toggleFilter(state: State): CommandResult {
  const filter = filterInView(state);
  const off = !filter.off;
  const next = withFilter(state, { ...filter, off });
  return toast(
    onDiff(next) && isComparing(next) ? settleEntry(next) : settle(next),
    off ? "filter off, all events shown" : `filter on: ${filter.text}`,
  );
}

function setSort(state: State, text: string): CommandResult {
  const sort = parseSort(text);
  if (sort && "problem" in sort) return toast(state, sort.problem, "warning");
  return settle({ ...state, sort });
}

const noFilter = (state: State): string | undefined =>
  filterInView(state).text === "" ? "there is no filter (f makes one)" : undefined;
const noSearch = (state: State): string | undefined =>
  state.search === null ? "nothing has been searched for (/ does)" : undefined;

/** Screens whose rows can be filtered and searched. */
const NARROWED = [...PANES, "diff"] as const;

export const FILTER_SEARCH: readonly Command[] = [
  {
    id: "filter.edit",
    keys: ["f", "&"],
    contexts: NARROWED,
    title: "Filter the events",
    hint: "filter",
    hintRank: 10,
    group: "Filter and search",
    run: editFilter,
  },
  {
    id: "filter.set",
    keys: [],
    contexts: NARROWED,
    title: "Filter by an expression",
    group: "Filter and search",
    line: ["filter"],
    argument: "EXPR",
    run: (s, a) => setFilter(s, a.argument?.trim() ?? ""),
  },
  {
    id: "filter.toggle",
    keys: ["~"],
    contexts: NARROWED,
    title: "Filter on or off, kept",
    group: "Filter and search",
    disabled: noFilter,
    run: toggleFilter,
  },
  {
    id: "filter.clear",
    keys: [],
    contexts: NARROWED,
    title: "Drop the filter",
    group: "Filter and search",
    line: ["nofilter"],
    disabled: noFilter,
    run: (s) => setFilter(s, ""),
  },
  {
    id: "sort",
    keys: [],
    contexts: PANES,
    title: `Sort by ${SORT_FIELDS.join(", ")}, with desc or asc behind; none is time`,
    group: "Filter and search",
    line: ["sort"],
    argument: "FIELD",
    run: (s, a) => setSort(s, a.argument ?? ""),
  },
  {
    id: "search",
    keys: ["/"],
    contexts: NARROWED,
    title: "Search in all content",
    hint: "search",
    hintRank: 20,
    group: "Filter and search",
    run: (s) => openPrompt(s, "search"),
  },
  {
    id: "search.next",
    keys: ["n"],
    contexts: PANES,
    title: "Next hit",
    group: "Filter and search",
    disabled: noSearch,
    run: (s) => nextHit(s, 1),
  },
  {
    id: "search.previous",
    keys: ["N"],
    contexts: PANES,
    title: "Previous hit",
    group: "Filter and search",
    disabled: noSearch,
    run: (s) => nextHit(s, -1),
  },
];
