import { fitLine } from "../components/fit-line.ts";
import { labelledLines } from "../components/labelled-lines.ts";
import { type Look, styled } from "../components/look.ts";
import { runColumns, runHeader, runRow } from "../components/run-row.ts";
import { scrollBar } from "../components/scroll-bar.ts";
import { runsLayoutOf } from "../src/app/layout/layout-runs.ts";
import { emptyRuns, previewOf, runsHeader, runsStatus, runsWindow } from "../src/app/selectors/runs-list.ts";
import type { State } from "../src/app/state.ts";
import type { Line, Rect } from "../src/cells/line.ts";
import { dividerLines } from "./divider.ts";
import { type Frame, framed } from "./frame.ts";
import { lookOf } from "./look.ts";
import { smallScreen } from "./small.ts";
import type { Dispatch, LayersOf, View } from "./view.ts";

/** The list of runs over a preview of the selected one. */
export function runsScreen(state: State, dispatch: Dispatch, layers: LayersOf | null): View {
  const look = lookOf(state);
  const layout = runsLayoutOf(state.size);
  if (layout.small) return smallScreen(state, look);
  const frame: Frame = {
    look,
    title: "vcr runs",
    header: runsHeader(state),
    status: runsStatus(state),
    bars: layout,
    panes: [
      ["list", layout.list, (rect) => listLines(state, look, rect)],
      ["minimap", layout.scroll, (rect) => scrollLines(state, look, rect)],
      ["divider", layout.divider, (rect) => dividerLines(look, "list", rect)],
      ["detail", layout.preview, (rect) => previewLines(state, look, rect)],
    ],
  };
  return framed(state, frame, dispatch, layers);
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
