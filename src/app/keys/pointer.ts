import type { Rect } from "../../cells/line.ts";
import { width } from "../../text/width.ts";
import { showTab } from "../commands/detail.ts";
import { focusOutput, scrollOutput } from "../commands/live-run.ts";
import { moveList } from "../commands/movement.ts";
import { contextOf } from "../context.ts";
import { docFor } from "../detail/doc-for.ts";
import { toggleFold } from "../detail/fold.ts";
import { cursorLine, scrollDetail, toLine, topLine } from "../detail/move.ts";
import { type Comparing, diffTop, isComparing, moveLines, selectEntry } from "../diff/move.ts";
import { inPair } from "../diff/pair.ts";
import { entryOfLine, shownEntries } from "../diff/shown-entries.ts";
import { draftOf, onDraft, withDraft } from "../draft/draft-state.ts";
import { draftWindow, moveDraft } from "../draft/move.ts";
import type { Update } from "../effect.ts";
import { layoutOf } from "../layout/layout.ts";
import { diffLayoutOf } from "../layout/layout-diff.ts";
import { draftLayoutOf } from "../layout/layout-draft.ts";
import { runsLayoutOf } from "../layout/layout-runs.ts";
import { onDiff } from "../narrowing/narrowing.ts";
import { visibleOf } from "../narrowing/visible.ts";
import { runCommand } from "../run-command.ts";
import { runCursor, selectRun, shownRuns } from "../runs-list.ts";
import { selectShown, settledOffset, shownCursor } from "../select.ts";
import { runsWindow } from "../selectors/runs-list.ts";
import { tabsOf } from "../selectors/tabs.ts";
import type { State } from "../state.ts";
import type { Mouse } from "./key.ts";
import { tableOf } from "./remap.ts";

/** Lines that one notch of the wheel scrolls. */
const NOTCH = 3;

/** Wheel and clicks. A click selects; nothing is started by one, and nothing is dragged. */
export function point(state: State, mouse: Mouse): Update {
  if (mouse.action === "wheel-down") return wheel(state, mouse, NOTCH);
  if (mouse.action === "wheel-up") return wheel(state, mouse, -NOTCH);
  const covered = state.overlays.length > 0 || state.prompt !== null;
  if (mouse.action !== "press" || mouse.button !== 0 || covered) return { state, effects: [] };
  if (onDiff(state)) return { state: isComparing(state) ? clickDiff(state, mouse) : state, effects: [] };
  if (onDraft(state)) return { state: clickDraft(state, mouse), effects: [] };
  return { state: state.screens.at(-1) === "runs" ? clickRuns(state, mouse) : clickTrace(state, mouse), effects: [] };
}

/** Scrolls what is under it; what lies above everything takes it wherever it is. */
function wheel(state: State, mouse: Mouse, by: number): Update {
  if (state.overlays.length > 0 || state.prompt !== null) return turnOverlay(state, by);
  if (state.screens.at(-1) === "runs") return { state: selectRun(state, runCursor(state) + by), effects: [] };
  if (onDiff(state)) return { state: isComparing(state) ? wheelDiff(state, mouse, by) : state, effects: [] };
  if (onDraft(state)) return { state: moveDraft(state, Math.sign(by)), effects: [] };
  const { detail, output } = layoutOf(state);
  if (inside(output, mouse.x, mouse.y)) return { state: scrollOutput(state, by), effects: [] };
  const over = detail !== undefined && mouse.x >= detail.x && mouse.y >= detail.y;
  return { state: over ? scrollDetail(state, by) : moveList(state, by), effects: [] };
}

function turnOverlay(state: State, by: number): Update {
  const match = tableOf(state).keymap.match([by > 0 ? "down" : "up"], contextOf(state));
  if (state.prompt !== null || match.type !== "command") return { state, effects: [] };
  return runCommand(state, match.command, { commands: tableOf(state).commands, count: Math.abs(by) });
}

function clickRuns(state: State, { x, y }: Mouse): State {
  const { list } = runsLayoutOf(state.size);
  // The first line is the heading.
  const row = inside(list, x, y) ? y - list.y - 1 : -1;
  const n = runsWindow(state).top + row;
  return row < 0 || n >= shownRuns(state).length ? state : selectRun(state, n);
}

function wheelDiff(state: Comparing, { x, y }: Mouse, by: number): State {
  if (inside(diffLayoutOf(state.size).detail, x, y)) return inPair(state, (pair) => scrollDetail(pair, by));
  return moveLines(state, by);
}

function clickDraft(state: State, { x, y }: Mouse): State {
  const draft = draftOf(state);
  const { list } = draftLayoutOf(state.size);
  const id = inside(list, x, y) ? draftWindow(state)[y - list.y]?.line.id : undefined;
  return draft && id ? withDraft(state, { ...draft, selected: id, touched: true, top: 0 }) : state;
}

function clickDiff(state: Comparing, { x, y }: Mouse): State {
  const { list, detail } = diffLayoutOf(state.size);
  if (inside(list, x, y)) {
    const line = shownEntries(state.diff)[diffTop(state) + y - list.y];
    const focused: Comparing = { ...state, diff: { ...state.diff, focus: "list" } };
    return line ? selectEntry(focused, entryOfLine(line)) : focused;
  }
  if (!inside(detail, x, y)) return state;
  return inPair({ ...state, diff: { ...state.diff, focus: "detail" } }, (pair) => clickDetail(pair, y - detail.y));
}

function clickTrace(before: State, { x, y }: Mouse): State {
  const state = focusOutput(before, false);
  const { list, tabs, detail, output } = layoutOf(state);
  if (inside(output, x, y)) return focusOutput(state, true);
  if (inside(list, x, y)) return clickList({ ...state, focus: "list" }, y - list.y - 1);
  if (inside(tabs, x, y)) return showTab(state, tabAt(state, x - tabs.x, tabs.width) ?? state.detail.tab);
  return inside(detail, x, y) ? clickDetail(state, y - detail.y) : state;
}

function clickList(state: State, row: number): State {
  const n = shownCursor(state) - settledOffset(state) + row;
  if (row < 0 || n >= visibleOf(state).count) return state;
  return selectShown({ ...state, list: { ...state.list, follow: "no" } }, n);
}

/** The first click on a line goes there, the next one folds. */
function clickDetail(state: State, row: number): State {
  const doc = docFor(state);
  const line = topLine(state, doc) + row;
  if (line >= doc.count) return { ...state, focus: "detail" };
  const there = state.focus === "detail" && cursorLine(state, doc) === line;
  return there ? toggleFold(state) : toLine({ ...state, focus: "detail" }, doc, line);
}

/** The tab at a column of the tab bar: titles stand while they fit, then only that of the one that is shown. */
export function tabAt(state: State, column: number, room: number): State["detail"]["tab"] | undefined {
  const { list, selected } = tabsOf(state);
  const whole = list.map(({ key, title }) => width(` ${key} ${title}`));
  const fits = whole.reduce((sum, each) => sum + each, 0) <= room;
  let end = 0;
  for (const [n, { key, tab }] of list.entries()) {
    end += fits || n === selected ? (whole[n] ?? 0) : width(` ${key}`);
    if (column < end) return tab;
  }
  return undefined;
}

function inside(rect: Rect | undefined, x: number, y: number): rect is Rect {
  return rect !== undefined && x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}
