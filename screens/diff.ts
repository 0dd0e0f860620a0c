import { diffRow } from "../components/diff-row.ts";
import { docLines } from "../components/doc-lines.ts";
import { fitLine } from "../components/fit-line.ts";
import { type Look, styled } from "../components/look.ts";
import { docFor } from "../src/app/detail/doc-for.ts";
import { cursorLine, topLine } from "../src/app/detail/move.ts";
import { type Comparing, isComparing } from "../src/app/diff/move.ts";
import { pairAsDetail } from "../src/app/diff/pair.ts";
import { diffLayoutOf } from "../src/app/layout/layout-diff.ts";
import { bannerOf, diffStatus, diffWindow } from "../src/app/selectors/diff-list.ts";
import { headerOf } from "../src/app/selectors/header.ts";
import { matchRanges } from "../src/app/selectors/matches.ts";
import type { State } from "../src/app/state.ts";
import type { Line, Rect } from "../src/cells/line.ts";
import { dividerLines } from "./divider.ts";
import { type Frame, framed } from "./frame.ts";
import { lookOf } from "./look.ts";
import { smallScreen } from "./small.ts";
import type { Dispatch, LayersOf, View } from "./view.ts";

/** Two runs aligned, what parted them, and the selected pair in detail. */
export function diffScreen(state: State, dispatch: Dispatch, layers: LayersOf | null): View {
  const look = lookOf(state);
  const layout = diffLayoutOf(state.size);
  if (layout.small || !isComparing(state)) return smallScreen(state, look);
  const frame: Frame = {
    look,
    title: `vcr diff ${headerOf(state).path.join(" ")}`,
    header: headerOf(state),
    status: diffStatus(state),
    bars: layout,
    panes: [
      ["tabs", layout.banner, (rect) => bannerLines(state, look, rect)],
      ["list", layout.list, (rect) => listLines(state, look, rect)],
      ["divider", layout.divider, (rect) => dividerLines(look, state.diff.focus, rect)],
      ["detail", layout.detail, (rect) => pairLines(state, look, rect)],
    ],
  };
  return framed(state, frame, dispatch, layers);
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
