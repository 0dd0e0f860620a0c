import { diffRow } from "../components/diff-row.ts";
import { docLines } from "../components/doc-lines.ts";
import { fitLine } from "../components/fit-line.ts";
import { headerLine } from "../components/header-line.ts";
import { type Look, styled } from "../components/look.ts";
import { promptLines } from "../components/prompt-lines.ts";
import type { Action } from "../src/app/action.ts";
import { docFor } from "../src/app/detail/doc-for.ts";
import { cursorLine, topLine } from "../src/app/detail/move.ts";
import { type Comparing, isComparing } from "../src/app/diff/move.ts";
import { pairAsDetail } from "../src/app/diff/pair.ts";
import { diffLayoutOf } from "../src/app/layout-diff.ts";
import { bannerOf, diffStatus, diffWindow } from "../src/app/selectors/diff-list.ts";
import { headerOf } from "../src/app/selectors/header.ts";
import { matchRanges } from "../src/app/selectors/matches.ts";
import { promptView } from "../src/app/selectors/prompt-view.ts";
import type { State } from "../src/app/state.ts";
import type { Line, Rect } from "../src/cells/line.ts";
import { hintLine, statusLine } from "./bars.ts";
import { lookOf } from "./look.ts";
import { promptCursor, promptRect } from "./prompt-place.ts";
import { smallScreen } from "./small.ts";
import type { LayersOf, Pane, Region, View } from "./view.ts";

/** Two runs aligned, what parted them, and the selected pair in detail. */
export function diffScreen(state: State, dispatch: (action: Action) => void, layers: LayersOf | null): View {
  const look = lookOf(state);
  const layout = diffLayoutOf(state.size);
  if (layout.small || !isComparing(state)) return smallScreen(state, look);
  const panes: Pane[] = [];
  const add = (id: Region, rect: Rect | undefined, lines: (rect: Rect) => readonly Line[]): void => {
    if (rect) panes.push({ id, rect, lines: filled(lines(rect), rect) });
  };
  add("tabs", layout.banner, (rect) => bannerLines(state, look, rect));
  add("list", layout.list, (rect) => listLines(state, look, rect));
  add("divider", layout.divider, (rect) => dividerLines(state, look, rect));
  add("detail", layout.detail, (rect) => pairLines(state, look, rect));
  add("status", layout.status, (rect) => [statusLine(look, diffStatus(state), rect.width)]);
  add("hints", layout.hints, (rect) => [hintLine(state, look, rect.width)]);
  if (!layers) {
    add("header", layout.header, (rect) => [headerLine(look, headerOf(state), rect.width)]);
    const prompt = promptView(state);
    if (prompt) add("prompt", promptRect(state.size), ({ width }) => promptLines({ look, ...prompt, width }));
  }
  return {
    panes,
    layers: layers?.(state, dispatch) ?? [],
    cursor: promptCursor(state),
    title: `vcr diff ${headerOf(state).path.join(" ")}`,
    mouse: state.options.mouse,
  };
}

function bannerLines(state: Comparing, look: Look, rect: Rect): readonly Line[] {
  return bannerOf(state).map(({ text, token }) =>
    fitLine([styled(look, ` ${text}`, token)], rect.width, { ellipsis: look.glyphs.ellipsis }),
  );
}

function listLines(state: Comparing, look: Look, rect: Rect): readonly Line[] {
  const { lines, names } = diffWindow(state);
  if (lines.length === 0) return [fitLine([styled(look, `  ${emptyText(state)}`, "text.dim")], rect.width)];
  const active = state.diff.focus === "list";
  return lines.map((line) => diffRow({ look, line, names, active }, rect.width));
}

function emptyText({ diff }: Comparing): string {
  const { result, filter } = diff;
  if (!result) return "";
  if (result.entries.length === 0) return "neither run has events";
  return filter.complete ? (filter.hints[0] ?? "no row matches: f edits the filter, ~ switches it off") : "filtering";
}

function dividerLines({ diff }: Comparing, look: Look, rect: Rect): readonly Line[] {
  const token = diff.focus === "detail" ? "border.active" : "border";
  const glyph = rect.width === 1 ? look.glyphs.vertical : look.glyphs.horizontal;
  return Array.from({ length: rect.height }, () => [styled(look, glyph.repeat(rect.width), token)]);
}

function pairLines(state: Comparing, look: Look, rect: Rect): readonly Line[] {
  const pair = pairAsDetail(state);
  const doc = docFor(pair);
  const active = state.diff.focus === "detail";
  const matches = matchRanges(state);
  return docLines(
    {
      look,
      rows: doc,
      from: topLine(pair, doc),
      height: rect.height,
      active,
      ...(active && { cursor: cursorLine(pair, doc) }),
      ...(matches && { matches }),
    },
    rect.width,
  );
}

function filled(lines: readonly Line[], rect: Rect): readonly Line[] {
  return Array.from({ length: rect.height }, (_, n) => lines[n] ?? fitLine([], rect.width));
}
