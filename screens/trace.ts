import { docLines } from "../components/doc-lines.ts";
import { columnsFor } from "../components/event-columns.ts";
import { eventHeader, eventRow } from "../components/event-row.ts";
import { fitLine } from "../components/fit-line.ts";
import { headerLine } from "../components/header-line.ts";
import { type Look, styled } from "../components/look.ts";
import { promptLines } from "../components/prompt-lines.ts";
import { scrollBar } from "../components/scroll-bar.ts";
import { tabBar } from "../components/tab-bar.ts";
import { wrappedLines } from "../components/wrapped-lines.ts";
import type { Action } from "../src/app/action.ts";
import { docFor } from "../src/app/detail/doc-for.ts";
import { cursorLine, topLine } from "../src/app/detail/move.ts";
import { layoutOf } from "../src/app/layout.ts";
import { liveOf, onOutput } from "../src/app/live/live-state.ts";
import { timeWidth } from "../src/app/selectors/event-cells.ts";
import { headerOf } from "../src/app/selectors/header.ts";
import { listWindow } from "../src/app/selectors/list.ts";
import { matchRanges } from "../src/app/selectors/matches.ts";
import { minimapOf } from "../src/app/selectors/minimap.ts";
import { promptView } from "../src/app/selectors/prompt-view.ts";
import { statusOf } from "../src/app/selectors/status.ts";
import { tabsOf } from "../src/app/selectors/tabs.ts";
import type { State } from "../src/app/state.ts";
import type { Line, Rect } from "../src/cells/line.ts";
import { heldLines, hintLine, statusLine } from "./bars.ts";
import { lookOf } from "./look.ts";
import { outputPane } from "./output-pane.ts";
import { promptCursor, promptRect } from "./prompt-place.ts";
import { smallScreen } from "./small.ts";
import type { LayersOf, Pane, Region, View } from "./view.ts";

/** The home screen: events at left, what the selected one says at right. */
export function traceScreen(state: State, dispatch: (action: Action) => void, layers: LayersOf | null): View {
  const look = lookOf(state);
  const layout = layoutOf(state);
  if (layout.small) return smallScreen(state, look);
  const panes: Pane[] = [];
  const add = (id: Region, rect: Rect | undefined, lines: (rect: Rect) => readonly Line[]) => {
    if (rect) panes.push({ id, rect, lines: lines(rect) });
  };
  add("list", layout.list, (rect) => listLines(state, look, rect));
  add("minimap", layout.minimap, (rect) => minimapLines(state, look, rect));
  add("divider", layout.divider, (rect) => dividerLines(state, look, rect));
  add("tabs", layout.tabs, (rect) => [tabLine(state, look, rect.width)]);
  add("detail", layout.detail, (rect) => detailLines(state, look, rect));
  add("output", layout.output, (rect) => outputPane(state, look, rect));
  add("held", layout.held, (rect) => heldLines(state, look, rect.width));
  add("status", layout.status, (rect) => [statusLine(look, statusOf(state), rect.width)]);
  add("hints", layout.hints, (rect) => [hintLine(state, look, rect.width)]);
  if (!layers) withoutInk(state, look, add);
  return {
    panes,
    layers: layers?.(state, dispatch) ?? [],
    cursor: promptCursor(state),
    title: `vcr ${headerOf(state).path.join(" ")}`,
    mouse: state.options.mouse,
  };
}

/** Until Ink is loaded header and prompt are painted as the panes are; nobody sees the difference. */
function withoutInk(
  state: State,
  look: Look,
  add: (id: Region, rect: Rect | undefined, lines: (rect: Rect) => readonly Line[]) => void,
): void {
  add("header", layoutOf(state).header, (rect) => [headerLine(look, headerOf(state), rect.width)]);
  const prompt = promptView(state);
  if (prompt) add("prompt", promptRect(state.size), (rect) => promptLines({ look, ...prompt, width: rect.width }));
}

function listLines(state: State, look: Look, rect: Rect): readonly Line[] {
  const { rows, digits, agents, costs, tokens, origins } = listWindow(state);
  const columns = columnsFor(rect.width, {
    digits,
    agents,
    costs,
    tokens,
    origins,
    time: timeWidth(state.options.time, state.run),
  });
  const active = state.focus === "list" && !onOutput(state);
  const lines = rows.map(({ cells, ...row }) => eventRow({ look, columns, event: cells, active, ...row }, rect.width));
  if (rows.length === 0) lines.push(...emptyList(state, look, rect.width));
  return filled([eventHeader(look, columns, rect.width), ...lines], rect);
}

function emptyList(state: State, look: Look, width: number): readonly Line[] {
  const text =
    state.run.length > 0
      ? state.filter.complete
        ? "no event matches: f edits the filter, ~ switches it off"
        : "filtering"
      : state.loading.complete
        ? liveOf(state)?.phase === "on"
          ? "no call yet"
          : "this run has no events"
        : "reading";
  return [text, ...state.filter.hints].flatMap((each) => wrappedLines(look, each, width));
}

function minimapLines(state: State, look: Look, rect: Rect): readonly Line[] {
  const { count, top, window, ticks } = minimapOf(state);
  const lines = scrollBar(
    {
      look,
      count,
      top,
      visible: window,
      ticks: [
        { kind: "error", rows: ticks.errors },
        { kind: "match", rows: ticks.hits },
        { kind: "mark", rows: ticks.marks },
        { kind: "breakpoint", rows: ticks.breakpoints },
      ],
    },
    rect.height - 1,
  );
  return [[styled(look, " ", "text")], ...lines];
}

function dividerLines(state: State, look: Look, rect: Rect): readonly Line[] {
  const token = state.focus === "detail" ? "border.active" : "border";
  const { vertical, horizontal } = look.glyphs;
  const glyph = rect.width === 1 ? vertical : horizontal;
  return Array.from({ length: rect.height }, () => [styled(look, glyph.repeat(rect.width), token)]);
}

function tabLine(state: State, look: Look, width: number): Line {
  const tabs = tabsOf(state);
  return tabBar({ look, tabs: tabs.list, selected: tabs.selected }, width);
}

function detailLines(state: State, look: Look, rect: Rect): readonly Line[] {
  const doc = docFor(state);
  const active = state.focus === "detail" && !onOutput(state);
  const matches = matchRanges(state);
  return docLines(
    {
      look,
      rows: doc,
      from: topLine(state, doc),
      height: rect.height,
      active,
      ...(active && { cursor: cursorLine(state, doc) }),
      ...(matches && { matches }),
    },
    rect.width,
  );
}

function filled(lines: readonly Line[], rect: Rect): readonly Line[] {
  return Array.from({ length: rect.height }, (_, n) => lines[n] ?? fitLine([], rect.width));
}
