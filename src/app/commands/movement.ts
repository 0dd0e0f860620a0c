import { isState } from "../../time/state-delta.ts";
import { type Command, type CommandArguments, type CommandResult, PANES } from "../command.ts";
import { moveDetail, pageOfDetail, scrollDetail, toDetailEdge } from "../detail/move.ts";
import { type Comparing, entryOfStep, isComparing, jumpToEntry } from "../diff/move.ts";
import { isLeft } from "../diff/shown-entries.ts";
import { layoutOf, listHeight } from "../layout/layout.ts";
import { onDiff } from "../narrowing/narrowing.ts";
import { isFilteredOut, visibleOf } from "../narrowing/visible.ts";
import { byHand, jump, selectShown, settle, settledOffset, shownCursor } from "../select.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";

const count = (args: CommandArguments): number => Math.max(1, args.count ?? 1);

/** Moving the selection by hand ends following; `F` begins it again. */
export function moveList(state: State, by: number): State {
  return byHand(selectShown(state, shownCursor(state) + by));
}

function page(state: State, pages: number): State {
  if (state.focus === "detail") return moveDetail(state, Math.round(pageOfDetail(state) * pages));
  return moveList(state, Math.round((listHeight(layoutOf(state)) - 1) * pages) || Math.sign(pages));
}

function step(state: State, by: number): State {
  return state.focus === "detail" ? moveDetail(state, by) : moveList(state, by);
}

function edge(state: State, which: "top" | "bottom"): CommandResult {
  if (state.focus === "detail") return toDetailEdge(state, which);
  if (which === "top") return byHand(jump(state, visibleOf(state).count > 0 ? visibleOf(state).at(0) : -1));
  const { count: shown, at } = visibleOf(state);
  const moved = jump(state, shown > 0 ? at(shown - 1) : -1);
  if (state.loading.complete) return moved;
  // The end is not known yet: what the file ends with is shown, and the selection arrives there with the reading.
  return { ...moved, list: { ...moved.list, follow: "until-read" } };
}

/** `42G` and `:42`: the step of that number; one that the filter hides is said to be hidden. */
export function goToStep(state: State, name: string): CommandResult {
  if (onDiff(state) && isComparing(state)) return goToEntryOf(state, name);
  const i = state.run.indexOf(name);
  if (i < 0)
    return toast(
      state,
      state.loading.complete
        ? `there is no step ${name}: the run has ${state.run.steps}`
        : `step ${name} has not been read yet`,
      "warning",
    );
  if (isFilteredOut(state, name))
    return toast(state, `step ${name} is hidden by the filter (~ switches it off)`, "warning");
  const moved = jump(state, i);
  return isState(state.run.row(i)) ? showingStateAfter(moved) : moved;
}

/** A state that is gone to is shown as it was after its step: the digest and After do, other tabs give way. */
function showingStateAfter(state: State): State {
  const { tab } = state.detail;
  return tab === 0 || tab === 2 ? state : { ...state, detail: { ...state.detail, tab: 2, cursor: undefined, top: 0 } };
}

/** The row of that step of A; of B where A has none of that name. */
function goToEntryOf(state: Comparing, name: string): CommandResult {
  if (!state.diff.result) return toast(state, "the runs are still being compared", "warning");
  const entry = entryOfStep(state, name);
  if (entry < 0) return toast(state, `neither run has a step ${name}`, "warning");
  if (!isLeft(state.diff, entry))
    return toast(state, `step ${name} is hidden by the filter (~ switches it off)`, "warning");
  return jumpToEntry(state, entry);
}

/** Scrolls the list under the selection, which stays inside. */
function scrollList(state: State, by: number): State {
  const height = listHeight(layoutOf(state));
  const top = shownCursor(state) - settledOffset(state);
  const target = Math.min(Math.max(0, top + by), Math.max(0, visibleOf(state).count - height));
  const cursor = Math.min(Math.max(shownCursor(state), target + 2), target + height - 3);
  const moved = selectShown(state, cursor);
  return settle({ ...moved, list: { ...moved.list, offset: shownCursor(moved) - target } });
}

function place(state: State, at: "top" | "middle" | "bottom"): State {
  const height = listHeight(layoutOf(state));
  const offset = at === "top" ? 0 : at === "middle" ? Math.floor(height / 2) : height - 1;
  return settle({ ...state, list: { ...state.list, offset } });
}

export const MOVEMENT: readonly Command[] = [
  {
    id: "move.down",
    keys: ["j", "down", "ctrl-n"],
    contexts: PANES,
    title: "Down",
    group: "Move",
    run: (s, a) => step(s, count(a)),
  },
  { id: "move.up", keys: ["k", "up"], contexts: PANES, title: "Up", group: "Move", run: (s, a) => step(s, -count(a)) },
  {
    id: "move.top",
    keys: ["g", "home"],
    contexts: PANES,
    title: "To the top",
    group: "Move",
    run: (s, a) => (a.count === undefined ? edge(s, "top") : goToStep(s, String(a.count))),
  },
  {
    id: "move.bottom",
    keys: ["G", "end"],
    contexts: PANES,
    title: "To the end, or with a count to that step (42G)",
    group: "Move",
    run: (s, a) => (a.count === undefined ? edge(s, "bottom") : goToStep(s, String(a.count))),
  },
  {
    id: "move.step",
    keys: [],
    contexts: [...PANES, "diff"],
    title: "Go to a step by its number (:42, :36a)",
    group: "Move",
    line: ["step", "goto"],
    argument: "STEP",
    run: (s, a) => goToStep(s, a.argument?.trim() || String(a.count ?? 0)),
  },
  {
    id: "move.half-down",
    keys: ["ctrl-d"],
    contexts: PANES,
    title: "Half a page down",
    group: "Move",
    run: (s, a) => page(s, 0.5 * count(a)),
  },
  {
    id: "move.half-up",
    keys: ["ctrl-u"],
    contexts: PANES,
    title: "Half a page up",
    group: "Move",
    run: (s, a) => page(s, -0.5 * count(a)),
  },
  {
    id: "move.page-down",
    keys: ["ctrl-f", "pagedown"],
    contexts: PANES,
    title: "A page down",
    group: "Move",
    run: (s, a) => page(s, count(a)),
  },
  {
    id: "move.page-down-list",
    keys: ["space"],
    contexts: ["list"],
    title: "A page down",
    group: "Move",
    run: (s, a) => page(s, count(a)),
  },
  {
    id: "move.page-up",
    keys: ["ctrl-b", "pageup"],
    contexts: PANES,
    title: "A page up",
    group: "Move",
    run: (s, a) => page(s, -count(a)),
  },
  {
    id: "move.scroll-down",
    keys: ["ctrl-e"],
    contexts: PANES,
    title: "Scroll one line down",
    group: "Move",
    run: (s, a) => (s.focus === "detail" ? scrollDetail(s, count(a)) : scrollList(s, count(a))),
  },
  {
    id: "move.scroll-up",
    keys: ["ctrl-y"],
    contexts: PANES,
    title: "Scroll one line up",
    group: "Move",
    run: (s, a) => (s.focus === "detail" ? scrollDetail(s, -count(a)) : scrollList(s, -count(a))),
  },
  {
    id: "move.place-middle",
    keys: ["z z"],
    contexts: ["list"],
    title: "Selected row to the middle",
    group: "Move",
    run: (s) => place(s, "middle"),
  },
  {
    id: "move.place-top",
    keys: ["z t"],
    contexts: ["list"],
    title: "Selected row to the top",
    group: "Move",
    run: (s) => place(s, "top"),
  },
  {
    id: "move.place-bottom",
    keys: ["z b"],
    contexts: ["list"],
    title: "Selected row to the bottom",
    group: "Move",
    run: (s) => place(s, "bottom"),
  },
];
