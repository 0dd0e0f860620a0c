import type { StepName } from "../trace/event.ts";
import { attemptsIn } from "./attempts.ts";
import { layoutOf, listHeight } from "./layout/layout.ts";
import { liveOf } from "./live/live-state.ts";
import { selectedIndex, type Visible, visibleOf } from "./narrowing/visible.ts";
import type { State } from "./state.ts";

/** Rows kept between the selected row and the edge of the list while it moves. */
const MARGIN = 2;

/** Selects a step; the list scrolls only as far as it must, the detail starts at its top. */
export function select(state: State, step: StepName): State {
  if (step === state.list.step) return state;
  const visible = visibleOf(state);
  const from = visible.find(state.list.step);
  const to = visible.find(step);
  const moved = from < 0 || to < 0 ? state.list.offset : state.list.offset + (to - from);
  const next = {
    ...state,
    list: { ...state.list, step, offset: moved },
    detail: { ...state.detail, cursor: undefined, top: 0 },
  };
  return { ...next, list: { ...next.list, offset: settledOffset(next) } };
}

/** Selects the n-th shown row, held inside the list. */
export function selectShown(state: State, n: number): State {
  const visible = visibleOf(state);
  if (visible.count === 0) return state;
  const i = visible.at(Math.min(Math.max(0, n), visible.count - 1));
  return select(state, state.run.row(i).step);
}

/** Selects place i of the run, and remembers where the jump came from. */
export function jump(state: State, i: number): State {
  if (i < 0 || i >= state.run.length) return state;
  const { step } = state.run.row(i);
  if (step === state.list.step) return state;
  const back = [...state.jumps.back, state.list.step].slice(-100);
  return byHand(select({ ...withAttempts(state, i), jumps: { back, forward: [] } }, step));
}

/** Whoever goes elsewhere wants to stay there: going to any row but the one that is followed ends following. */
export function byHand(state: State): State {
  if (state.list.follow === "no") return state;
  const visible = visibleOf(state);
  if (state.list.follow === "yes" && visible.find(state.list.step) === followedRow(state, visible)) return state;
  return { ...state, list: { ...state.list, follow: "no" } };
}

/** The list with place i of the run in it, where it is a failed attempt that was folded away. */
export function withAttempts(state: State, i: number): State {
  const { run, list } = state;
  const of = attemptsIn(run).get(run.row(i).row);
  if (of === undefined || visibleOf(state).find(run.row(i).step) >= 0) return state;
  return { ...state, list: { ...list, unfolded: new Set(list.unfolded).add(of.first) } };
}

/** The selected row's place among the shown ones; a hidden selection counts as the last attempt at its call, or the shown row before it. */
export function shownCursor(state: State): number {
  const { run, list } = state;
  const visible = visibleOf(state);
  const n = visible.find(list.step);
  if (n >= 0) return n;
  const i = Math.max(0, selectedIndex(state));
  const last = run.length > 0 ? attemptsIn(run).get(run.row(i).row)?.last : undefined;
  const folded = last === undefined ? -1 : visible.find(run.row(run.indexOfRow(last)).step);
  return folded >= 0 ? folded : Math.max(0, visible.before(i));
}

/** The row offset the list can really have: inside the pane, no gap at either end, a margin around the cursor. */
export function settledOffset(state: State): number {
  const height = listHeight(layoutOf(state));
  const { count } = visibleOf(state);
  const cursor = shownCursor(state);
  const margin = Math.min(MARGIN, Math.floor((height - 1) / 2));
  const kept = Math.min(Math.max(state.list.offset, margin), height - 1 - margin);
  const top = Math.min(Math.max(0, cursor - kept), Math.max(0, count - height));
  return cursor - top;
}

/** A recorded tool has taken the place of the selected derived row: its call is what stands nearest. */
function settleGone(state: State): State {
  const call = state.list.step.replace(/\D.*$/, "");
  const step = state.run.indexOf(call) < 0 ? "" : call;
  return settle({ ...state, list: { ...state.list, step } });
}

/** What is followed: a call that stands still until it goes on, else the end. */
function followedRow(state: State, visible: Visible): number {
  const live = liveOf(state);
  const held = live?.held.find(({ id }) => id === live.chosen);
  const n = held ? visible.find(held.row) : -1;
  return n >= 0 ? n : visible.count - 1;
}

/** Something is asked about the selected row, or it is being read: what comes meanwhile does not push it away. */
export function isBusy(state: State): boolean {
  const { focus, detail, list } = state;
  if (list.follow !== "yes" || list.step === "") return false;
  return isAsking(state) || (focus === "detail" && (detail.cursor !== undefined || detail.top !== 0));
}

export function isAsking({ prompt, overlays }: State): boolean {
  return prompt !== null || overlays.length > 0;
}

/** After a resize, a filter or new rows: the selection stays on its row, at the same place of the screen where that can be. */
export function settle(state: State): State {
  const visible = visibleOf(state);
  if (visible.count === 0) return state;
  const followed = state.list.follow === "no" || isBusy(state) ? undefined : followedRow(state, visible);
  if (state.list.step === "" || (followed !== undefined && visible.find(state.list.step) !== followed))
    return selectShown({ ...state, list: { ...state.list, step: "" } }, followed ?? 0);
  if (state.run.indexOf(state.list.step) < 0) return settleGone(state);
  if (visible.find(state.list.step) < 0) return selectShown(state, shownCursor(state));
  const offset = settledOffset(state);
  return offset === state.list.offset ? state : { ...state, list: { ...state.list, offset } };
}
