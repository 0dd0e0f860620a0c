import { docLines } from "../components/doc-lines.ts";
import { columnsFor } from "../components/event-columns.ts";
import { eventHeader, eventRow } from "../components/event-row.ts";
import { type Look, styled } from "../components/look.ts";
import { scrollBar } from "../components/scroll-bar.ts";
import { tabBar } from "../components/tab-bar.ts";
import { wrappedLines } from "../components/wrapped-lines.ts";
import { docFor } from "../src/app/detail/doc-for.ts";
import { cursorLine, topLine } from "../src/app/detail/move.ts";
import { layoutOf } from "../src/app/layout/layout.ts";
import { liveOf, onOutput } from "../src/app/live/live-state.ts";
import { timeWidth } from "../src/app/selectors/event-cells.ts";
import { headerOf } from "../src/app/selectors/header.ts";
import { listWindow } from "../src/app/selectors/list.ts";
import { matchRanges } from "../src/app/selectors/matches.ts";
import { minimapOf } from "../src/app/selectors/minimap.ts";
import { statusOf } from "../src/app/selectors/status.ts";
import { tabsOf } from "../src/app/selectors/tabs.ts";
import type { State } from "../src/app/state.ts";
import type { Line, Rect } from "../src/cells/line.ts";
import { heldLines } from "./bars.ts";
import { dividerLines } from "./divider.ts";
import { type Frame, framed } from "./frame.ts";
import { lookOf } from "./look.ts";
import { outputPane } from "./output-pane.ts";
import { smallScreen } from "./small.ts";
import type { Dispatch, LayersOf, View } from "./view.ts";

/** The home screen: events at left, what the selected one says at right. */
export function traceScreen(state: State, dispatch: Dispatch, layers: LayersOf | null): View {
  const look = lookOf(state);
  const layout = layoutOf(state);
  if (layout.small) return smallScreen(state, look);
  const frame: Frame = {
    look,
    title: `vcr ${headerOf(state).path.join(" ")}`,
    header: headerOf(state),
    status: statusOf(state),
    bars: layout,
    panes: [
      ["list", layout.list, (rect) => listLines(state, look, rect)],
      ["minimap", layout.minimap, (rect) => minimapLines(state, look, rect)],
      ["divider", layout.divider, (rect) => dividerLines(look, state.focus, rect)],
      ["tabs", layout.tabs, (rect) => [tabLine(state, look, rect.width)]],
      ["detail", layout.detail, (rect) => detailLines(state, look, rect)],
      ["output", layout.output, (rect) => outputPane(state, look, rect)],
      ["held", layout.held, (rect) => heldLines(state, look, rect.width)],
    ],
  };
  return framed(state, frame, dispatch, layers);
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
  return [eventHeader(look, columns, rect.width), ...lines];
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
