import { isOutdated, type RunDiff } from "../../diff/run-diff.ts";
import type { Action } from "../action.ts";
import type { Effect } from "../effect.ts";
import { NO_FILTER, type State } from "../state.ts";
import { toast } from "../toast.ts";
import { openedDiff } from "./diff-state.ts";
import { followed } from "./follow.ts";
import { arriveAtFirstDiffHit } from "./hits.ts";
import { type Comparing, isComparing, selectEntry, settleEntry } from "./move.ts";

/** What the long work on a comparison answers, and what is then true. */

interface Answered {
  readonly state: State;
  readonly effects: readonly Effect[];
}

type Of<T extends Action["type"]> = Action & { readonly type: T };

export function onComparing(state: State, { a, b }: Of<"comparing">): State {
  const screens = [...state.screens.filter((screen) => screen !== "diff"), "diff" as const];
  return { ...state, screens, diff: { ...openedDiff(a, b), began: state.run === b ? "b" : "a" } };
}

/** A comparison opens where the runs part, one that follows its runs keeps its place; what was filtered and searched for is looked for anew. */
export function onCompared(state: State, { progress, result }: Of<"compared">): Answered {
  if (!isComparing(state)) return { state, effects: [] };
  if (!result) return { state: { ...state, diff: { ...state.diff, progress } }, effects: [] };
  const { filter, search, result: before } = state.diff;
  return {
    state: before
      ? settleEntry({ ...state, diff: followed(state.diff, before, result) })
      : selectEntry(withResult(state, result), Math.max(0, result.firstDivergence)),
    effects: [
      ...(filter.text === "" ? [] : [{ type: "filter-diff", text: filter.text } as const]),
      ...(search ? [{ type: "search-diff", text: search.text } as const] : []),
    ],
  };
}

/** One of the runs may have grown since they were compared: then they are compared again, in view or not. */
export function comparingOn({ state, effects }: Answered): Answered {
  const { diff } = state;
  // Two steps of one run are compared, not all of it.
  if (!diff?.result || diff.a === diff.b || !isOutdated(diff.result)) return { state, effects };
  return { state, effects: [...effects, { type: "compare-on" }] };
}

function withResult(state: Comparing, result: RunDiff): Comparing {
  const { filter, search } = state.diff;
  const asked = filter.text === "" ? NO_FILTER : { ...filter, rows: null, complete: false };
  const sought = search && { ...search, hits: [], scanned: 0, complete: false };
  const detail = { ...state.diff.detail, cursor: undefined, top: 0 };
  const jumps = { back: [], forward: [] };
  return {
    ...state,
    diff: { ...state.diff, progress: 1, result, filter: asked, search: sought, selected: 0, offset: 0, detail, jumps },
  };
}

export function onDiffFiltered(state: State, action: Of<"filtered">): State {
  if (!isComparing(state)) return state;
  const typing = state.prompt?.kind === "filter";
  if (action.text !== (typing ? state.prompt?.text.trim() : state.diff.filter.text)) return state;
  const { text, complete, hints } = action;
  const rows = text === "" ? null : action.rows;
  const filter = { ...state.diff.filter, text, rows, complete, hints, problem: null };
  const filtered: Comparing = { ...state, diff: { ...state.diff, filter } };
  if (!typing || !state.prompt) return settleEntry(filtered);
  // What half an expression leaves must not move the selection: it is always looked for from where typing began.
  const from = selectEntry(filtered, state.prompt.before.entry ?? state.diff.selected);
  return settleEntry({ ...from, prompt: { ...state.prompt, problem: null } });
}

export function onDiffFilterProblem(state: State, { problem, text }: Of<"filter-problem">): State {
  const { prompt, diff } = state;
  if (prompt?.kind === "filter")
    return prompt.text.trim() === text ? { ...state, prompt: { ...prompt, problem } } : state;
  return diff?.filter.text === text ? { ...state, diff: { ...diff, filter: { ...diff.filter, problem } } } : state;
}

export function onDiffFound(state: State, action: Of<"found">): Answered {
  if (!isComparing(state) || state.diff.search?.text !== action.text) return { state, effects: [] };
  const { hits, scanned, complete } = action;
  const search = { ...state.diff.search, hits, scanned, complete, problem: null };
  const found = arriveAtFirstDiffHit({ ...state, diff: { ...state.diff, search } });
  if (!complete || hits.length > 0) return { state: found, effects: [] };
  return search.wanted === 0
    ? { state: found, effects: [] }
    : toast(found, `"${action.text}" is nowhere in these runs`, "warning");
}

export function onDiffSearchProblem(state: State, { text, problem }: Of<"search-problem">): State {
  const { diff } = state;
  return diff?.search?.text === text
    ? { ...state, diff: { ...diff, search: { ...diff.search, problem, complete: true } } }
    : state;
}
