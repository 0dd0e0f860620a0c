import { fitLine } from "../components/fit-line.ts";
import { headerLine } from "../components/header-line.ts";
import { labelledLines } from "../components/labelled-lines.ts";
import { type Look, styled } from "../components/look.ts";
import { promptLines } from "../components/prompt-lines.ts";
import { runColumns, runHeader, runRow } from "../components/run-row.ts";
import { scrollBar } from "../components/scroll-bar.ts";
import type { Action } from "../src/app/action.ts";
import { runsLayoutOf } from "../src/app/layout-runs.ts";
import { promptView } from "../src/app/selectors/prompt-view.ts";
import { emptyRuns, previewOf, runsHeader, runsStatus, runsWindow } from "../src/app/selectors/runs-list.ts";
import type { State } from "../src/app/state.ts";
import type { Line, Rect } from "../src/cells/line.ts";
import { hintLine, statusLine } from "./bars.ts";
import { lookOf } from "./look.ts";
import { promptCursor, promptRect } from "./prompt-place.ts";
import { smallScreen } from "./small.ts";
import type { LayersOf, Pane, Region, View } from "./view.ts";

/** The list of runs over a preview of the selected one. */
export function runsScreen(state: State, dispatch: (action: Action) => void, layers: LayersOf | null): View {
  const look = lookOf(state);
  const layout = runsLayoutOf(state.size);
  if (layout.small) return smallScreen(state, look);
  const panes: Pane[] = [];
  const add = (id: Region, rect: Rect | undefined, lines: (rect: Rect) => readonly Line[]): void => {
    if (rect) panes.push({ id, rect, lines: filled(lines(rect), rect) });
  };
  add("list", layout.list, (rect) => listLines(state, look, rect));
  add("minimap", layout.scroll, (rect) => scrollLines(state, look, rect));
  add("divider", layout.divider, (rect) => [[styled(look, look.glyphs.horizontal.repeat(rect.width), "border")]]);
  add("detail", layout.preview, (rect) => previewLines(state, look, rect));
  add("status", layout.status, (rect) => [statusLine(look, runsStatus(state), rect.width)]);
  add("hints", layout.hints, (rect) => [hintLine(state, look, rect.width)]);
  if (!layers) {
    add("header", layout.header, (rect) => [headerLine(look, runsHeader(state), rect.width)]);
    const prompt = promptView(state);
    if (prompt) add("prompt", promptRect(state.size), ({ width }) => promptLines({ look, ...prompt, width }));
  }
  return {
    panes,
    layers: layers?.(state, dispatch) ?? [],
    cursor: promptCursor(state),
    title: "vcr runs",
    mouse: state.options.mouse,
  };
}

function listLines(state: State, look: Look, rect: Rect): readonly Line[] {
  const { rows, costs } = runsWindow(state);
  if (rows.length === 0)
    return emptyRuns(state).map(({ text, token }) => fitLine([styled(look, ` ${text}`, token)], rect.width));
  const columns = runColumns(rect.width, { costs, names: rect.width >= 110 });
  const lines = rows.map(({ cells, selected }) => runRow({ look, columns, run: cells, selected }, rect.width));
  return [runHeader(look, columns, rect.width), ...lines];
}

function scrollLines(state: State, look: Look, rect: Rect): readonly Line[] {
  const { count, top, rows } = runsWindow(state);
  return [[styled(look, " ", "text")], ...scrollBar({ look, count, top, visible: rows.length }, rect.height - 1)];
}

function previewLines(state: State, look: Look, rect: Rect): readonly Line[] {
  const lines = labelledLines(look, previewOf(state), rect.width);
  return lines.slice(Math.min(state.runsList.previewTop, Math.max(0, lines.length - rect.height)));
}

function filled(lines: readonly Line[], rect: Rect): readonly Line[] {
  return Array.from({ length: rect.height }, (_, n) => lines[n] ?? fitLine([], rect.width));
}
