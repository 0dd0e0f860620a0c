import { docLines } from "../components/doc-lines.ts";
import { draftRow } from "../components/draft-row.ts";
import { fitLine } from "../components/fit-line.ts";
import { headerLine } from "../components/header-line.ts";
import { type Look, styled } from "../components/look.ts";
import { promptLines } from "../components/prompt-lines.ts";
import type { Action } from "../src/app/action.ts";
import { contextFor } from "../src/app/detail/doc-for.ts";
import { draftDoc } from "../src/app/draft/draft-doc.ts";
import { draftOf } from "../src/app/draft/draft-state.ts";
import { DRAFT_LABEL, draftWindow } from "../src/app/draft/move.ts";
import { draftLayoutOf } from "../src/app/layout-draft.ts";
import { draftStatus } from "../src/app/selectors/draft.ts";
import { headerOf } from "../src/app/selectors/header.ts";
import { promptView } from "../src/app/selectors/prompt-view.ts";
import type { State } from "../src/app/state.ts";
import type { Line, Rect } from "../src/cells/line.ts";
import { hintLine, statusLine } from "./bars.ts";
import { lookOf } from "./look.ts";
import { promptCursor, promptRect } from "./prompt-place.ts";
import { smallScreen } from "./small.ts";
import type { LayersOf, Pane, Region, View } from "./view.ts";

/** A fork that is being prepared: what it comes to, what can be set, and its edits against the recording. */
export function draftScreen(state: State, dispatch: (action: Action) => void, layers: LayersOf | null): View {
  const look = lookOf(state);
  const layout = draftLayoutOf(state.size);
  if (layout.small) return smallScreen(state, look);
  const panes: Pane[] = [];
  const add = (id: Region, rect: Rect | undefined, lines: (rect: Rect) => readonly Line[]): void => {
    if (rect) panes.push({ id, rect, lines: filled(lines(rect), rect) });
  };
  add("list", layout.list, (rect) => lineRows(state, look, rect));
  add("divider", layout.divider, (rect) => dividerLines(look, rect));
  add("detail", layout.detail, (rect) => editLines(state, look, rect));
  add("status", layout.status, (rect) => [statusLine(look, draftStatus(state), rect.width)]);
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
    title: `vcr fork ${headerOf(state).path.join(" ")}`,
    mouse: state.options.mouse,
  };
}

function lineRows(state: State, look: Look, rect: Rect): readonly Line[] {
  return draftWindow(state).map(({ line, first, text, selected }) => {
    const label = first ? line.label : "";
    const row = { look, label, text, token: line.token, changed: line.changed === true, selected, first };
    return draftRow({ ...row, labelWidth: DRAFT_LABEL }, rect.width);
  });
}

function dividerLines(look: Look, rect: Rect): readonly Line[] {
  const glyph = rect.width === 1 ? look.glyphs.vertical : look.glyphs.horizontal;
  return Array.from({ length: rect.height }, () => [styled(look, glyph.repeat(rect.width), "border")]);
}

function editLines(state: State, look: Look, rect: Rect): readonly Line[] {
  const draft = draftOf(state);
  if (!draft) return [];
  const rows = draftDoc(draft, contextFor(state));
  const from = Math.min(draft.top, Math.max(0, rows.count - rect.height));
  return docLines({ look, rows, from, height: rect.height }, rect.width);
}

function filled(lines: readonly Line[], rect: Rect): readonly Line[] {
  return Array.from({ length: rect.height }, (_, n) => lines[n] ?? fitLine([], rect.width));
}
