import { breakpointText } from "../time/breakpoint.ts";
import type { Action } from "./action.ts";
import { arrive, letGo } from "./arrive.ts";
import { openRuns } from "./commands/runs.ts";
import {
  comparingOn,
  onCompared,
  onComparing,
  onDiffFiltered,
  onDiffFilterProblem,
  onDiffFound,
  onDiffSearchProblem,
} from "./diff/answers.ts";
import { onForkFailed, onForkStarted, onOutlook, planAgain, withDraftsOf } from "./draft/answers.ts";
import { onEdited } from "./draft/edit-value.ts";
import { keepingDraft } from "./draft/kept-draft.ts";
import type { Effect, Update } from "./effect.ts";
import { onKey } from "./keys/on-key.ts";
import { point } from "./keys/pointer.ts";
import { tableOf } from "./keys/remap.ts";
import { onLiveEdited } from "./live/editing.ts";
import { onLiveHello, onLiveLost, onLiveNotices, onLiveTick, withoutEnded } from "./live/notices.ts";
import { pinning } from "./live/pinning.ts";
import { arriveAtFirst } from "./narrowing/hits.ts";
import { onDiff } from "./narrowing/narrowing.ts";
import { isFilteredOut, visibleOf } from "./narrowing/visible.ts";
import { onOpenedOther, openedState, shownRun } from "./opened.ts";
import { typeIntoPrompt } from "./prompt/prompt.ts";
import { runCommand } from "./run-command.ts";
import { settleRuns, withAlike } from "./runs-list.ts";
import { jump, settle } from "./select.ts";
import { NO_PENDING, type State } from "./state.ts";
import { addLog, toast } from "./toast.ts";

/** The whole program: what happened, and what is then true and to be done. Pure. */
export function update(state: State, action: Action): Update {
  return pinning(state, keepingDraft(state, answered(state, action)));
}

function answered(state: State, action: Action): Update {
  switch (action.type) {
    case "key":
      return onKey(letGo(state), action.key);
    case "paste":
      return state.prompt ? typeIntoPrompt(state, action.text) : only(state);
    case "mouse":
      return point(letGo(state), action.mouse);
    case "command":
      return byId(state, action);
    case "resize":
      return only(settleRuns(settle({ ...state, size: action.size })));
    case "rows":
      return comparingOn(arrived(onRows(withoutEnded(state))));
    case "opened":
      return openedState(state, action.runs, action.kept);
    case "catalog":
      return onCatalog(state);
    case "runs-live":
      return only({ ...state, runsList: { ...state.runsList, live: new Set(action.paths) } });
    case "runs-alike":
      return only(action.query === state.runsList.query ? withAlike(state, action.labels) : state);
    case "reopened":
      return onReopened(state, action);
    case "filtered":
      return action.diff ? only(onDiffFiltered(state, action)) : arrived(onFiltered(state, action));
    case "filter-problem":
      if (action.diff) return only(onDiffFilterProblem(state, action));
      return only(action.text === currentFilterText(state) ? withFilterProblem(state, action.problem) : state);
    case "found":
      return action.diff ? onDiffFound(state, action) : onFound(state, action);
    case "search-problem":
      if (action.diff) return only(onDiffSearchProblem(state, action));
      return only(
        state.search?.text === action.text
          ? { ...state, search: { ...state.search, problem: action.problem, complete: true } }
          : state,
      );
    case "comparing":
      return only(onComparing(state, action));
    case "run-shown":
      return only(shownRun(state, action.run, action.kept));
    case "opened-other":
      return onOpenedOther(state, action);
    case "compared":
      return comparingOn(onCompared(state, action));
    case "outlook":
      return only(onOutlook(state, action));
    case "edited":
      return onEdited(state, action);
    case "fork-started":
      return onForkStarted(state, action);
    case "fork-failed":
      return onForkFailed(state, action);
    case "traced":
      return only(state.traced ? { ...state, traced: { ...state.traced, result: action.result } } : state);
    case "siblings":
      return only({ ...state, siblings: action.files });
    case "stopped":
      return onStopped(state, action);
    case "hit-counts":
      return only({ ...state, hitCounts: action.counts });
    case "overview":
      return only({ ...state, overview: { of: action.overview, rows: action.rows } });
    case "live-hello":
      return onLiveHello(state, action);
    case "live-notices":
      return onLiveNotices(state, action);
    case "live-lost":
      return onLiveLost(state);
    case "live-tick":
      return onLiveTick(state);
    case "live-edited":
      return onLiveEdited(state, action.edit, action.text);
    case "palette-query":
      return only(
        onTopOverlay(state, (top) => (top.type === "palette" ? { ...top, query: action.query, selected: 0 } : top)),
      );
    case "ability":
      return onAbility(state, action);
    case "background":
      return only({ ...state, options: { ...state.options, light: action.light } });
    case "count-over":
      return only(state.pending.count === action.count ? { ...state, pending: NO_PENDING } : state);
    case "which-key":
      return only(state.pending.keys.length > 0 ? { ...state, pending: { ...state.pending, shown: true } } : state);
    case "toast":
      return toast(state, action.text, action.tone);
    case "toast-over":
      return only(state.toast?.id === action.id ? { ...state, toast: null } : state);
    case "log":
      return only(addLog(state, action.tone, action.text));
  }
}

function arrived({ state, effects }: Update): Update {
  return { state: arrive(state), effects };
}

function byId(state: State, action: Action & { readonly type: "command" }): Update {
  const { commands } = tableOf(state);
  const command = commands.find((candidate) => candidate.id === action.id);
  if (!command) return toast(state, `no command ${action.id}`, "error");
  return runCommand(state, command, {
    commands,
    ...(action.count !== undefined && { count: action.count }),
    ...(action.argument !== undefined && { argument: action.argument }),
  });
}

/** A filter that asks for costs is applied again when they are known. */
function onAbility(state: State, { highlight, fuzzy, prices }: Action & { readonly type: "ability" }): Update {
  const able: State = {
    ...state,
    highlight: highlight ?? state.highlight,
    fuzzy: fuzzy ?? state.fuzzy,
    prices: prices ?? state.prices,
  };
  const text = currentFilterText(able);
  const filter: readonly Effect[] = prices && /\bcost\b/i.test(text) ? [{ type: "filter", text }] : [];
  const overview: readonly Effect[] = prices && overviewShown(able) ? [{ type: "overview" }] : [];
  return { state: able, effects: [...filter, ...overview, ...(prices ? planAgain(able) : [])] };
}

/** A breakpoint counts hidden events too: to show one, the filter is switched off, and kept. */
function onStopped(state: State, { i, breakpoint }: Action & { readonly type: "stopped" }): Update {
  const shown = !isFilteredOut(state, state.run.row(i).step);
  if (!breakpoint) return onNoBreakpoint(state, i);
  const moved = jump(shown ? state : { ...state, filter: { ...state.filter, off: true } }, i);
  const hidden = shown ? "" : "; the filter hides it and is off now (~ switches it on)";
  return toast(moved, `breakpoint: ${breakpointText(breakpoint)}${hidden}`);
}

/** Either end of what is shown: a filter stays, there is nothing to see behind it. */
function onNoBreakpoint(state: State, i: number): Update {
  const visible = visibleOf(state);
  const word = i === 0 ? "first" : "last";
  const end = i === 0 ? 0 : visible.count - 1;
  const moved = state.sort || visible.count === 0 ? jump(state, i) : jump(state, visible.at(end));
  return toast(moved, `no breakpoint further on: this is the ${word} event${visible.filtered ? " shown" : ""}`);
}

function onRows(state: State): Update {
  const known = settle({ ...state, runVersion: state.run.version, loading: state.run.progress });
  const arrived = known.list.follow === "until-read" && known.loading.complete;
  const next: State = arrived ? { ...known, list: { ...known.list, follow: "no" } } : known;
  // A file of several runs opens on their list.
  const offer =
    next.runs.length > 1 &&
    !next.runsOffered &&
    next.overlays.length === 0 &&
    next.prompt === null &&
    next.screens.at(-1) === "trace";
  const said = sayWarnings(offer ? openRuns(next) : next);
  const overview: readonly Effect[] = overviewIsOld(said.state) ? [{ type: "overview" }] : [];
  const read = next.loading.complete && !state.loading.complete ? planAgain(next) : [];
  return { state: said.state, effects: [...said.effects, ...overview, ...read] };
}

function overviewShown({ overlays }: State): boolean {
  return overlays.at(-1)?.type === "overview";
}

/** While a file is read the sums are made again each time it has doubled, then when it is read, then as it grows. */
function overviewIsOld(state: State): boolean {
  const { overview, run, loading } = state;
  if (!overview || !overviewShown(state)) return false;
  return loading.complete ? run.length !== overview.rows : run.length > 2 * overview.rows;
}

/** What is wrong with the file, as soon as it is known: one in a toast, all in the messages. */
function sayWarnings(state: State): Update {
  const fresh = state.run.warnings.slice(state.warned);
  const last = fresh.pop();
  if (last === undefined) return only(state);
  const logged = fresh.reduce((said, text) => addLog(said, "warning", text), state);
  return toast({ ...logged, warned: state.run.warnings.length }, last, "warning");
}

/** What has been read since may belong to what was searched for. */
function onCatalog(state: State): Update {
  const { catalog, query, version } = state.runsList;
  const next = settleRuns({ ...state, runsList: { ...state.runsList, version: catalog.version } });
  const again = query !== "" && catalog.complete && version !== catalog.version;
  return { state: next, effects: again ? [{ type: "find-runs", query }] : [] };
}

function onReopened(state: State, action: Action & { readonly type: "reopened" }): Update {
  const reopened = settle({
    ...state,
    runs: action.runs,
    run: action.run,
    runVersion: action.run.version,
    loading: action.run.progress,
    warned: 0,
    filter: { ...state.filter, rows: state.filter.text === "" ? null : [] },
  });
  const told = toast(reopened, action.why, "warning");
  const again: Effect[] = state.filter.text === "" ? [] : [{ type: "filter", text: state.filter.text }];
  // What was compared with the file as it was is compared no more.
  const screens = told.state.screens.filter((screen) => screen !== "diff");
  const drafts = withDraftsOf(state, state.run, action.run);
  const fresh = { ...told.state, search: null, diff: null, drafts, screens };
  return { state: fresh, effects: [...told.effects, ...again, ...planAgain(fresh)] };
}

/** The filter being typed, or the one in force. */
function currentFilterText(state: State): string {
  return state.prompt?.kind === "filter" && !onDiff(state) ? state.prompt.text.trim() : state.filter.text;
}

function onFiltered(state: State, action: Action & { readonly type: "filtered" }): Update {
  if (action.text !== currentFilterText(state)) return only(state);
  const filter = {
    ...state.filter,
    text: action.text,
    rows: action.text === "" ? null : action.rows,
    complete: action.complete,
    problem: null,
    hints: action.hints,
  };
  if (state.prompt?.kind !== "filter" || onDiff(state)) return only(settle({ ...state, filter }));
  // What half an expression leaves must not move the selection: it is always looked for from where typing began.
  const list = { ...state.list, step: state.prompt.before.step };
  return only(settle({ ...state, filter, list, prompt: { ...state.prompt, problem: null } }));
}

function onFound(state: State, action: Action & { readonly type: "found" }): Update {
  if (state.search?.text !== action.text) return only(state);
  const { hits, scanned, complete } = action;
  const found = arriveAtFirst({ ...state, search: { ...state.search, hits, scanned, complete, problem: null } });
  if (!complete || hits.length > 0 || found.search?.wanted === 0) return only(found);
  return toast(found, `"${action.text}" is nowhere in this run`, "warning");
}

/** An expression that cannot be read leaves the last good filter in force and shows a caret. */
function withFilterProblem(state: State, problem: State["filter"]["problem"]): State {
  return state.prompt?.kind === "filter" && !onDiff(state)
    ? { ...state, prompt: { ...state.prompt, problem } }
    : { ...state, filter: { ...state.filter, problem } };
}

function onTopOverlay(state: State, change: (top: State["overlays"][number]) => State["overlays"][number]): State {
  const top = state.overlays.at(-1);
  return top ? { ...state, overlays: [...state.overlays.slice(0, -1), change(top)] } : state;
}

function only(state: State): Update {
  return { state, effects: [] };
}
