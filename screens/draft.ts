import { docLines } from "../components/doc-lines.ts";
import { draftRow } from "../components/draft-row.ts";
import type { Look } from "../components/look.ts";
import { contextFor } from "../src/app/detail/doc-for.ts";
import { draftDoc } from "../src/app/draft/draft-doc.ts";
import { draftOf } from "../src/app/draft/draft-state.ts";
import { DRAFT_LABEL, draftWindow } from "../src/app/draft/move.ts";
import { draftLayoutOf } from "../src/app/layout/layout-draft.ts";
import { draftStatus } from "../src/app/selectors/draft.ts";
import { headerOf } from "../src/app/selectors/header.ts";
import type { State } from "../src/app/state.ts";
import type { Line, Rect } from "../src/cells/line.ts";
import { dividerLines } from "./divider.ts";
import { type Frame, framed } from "./frame.ts";
import { lookOf } from "./look.ts";
import { smallScreen } from "./small.ts";
import type { Dispatch, LayersOf, View } from "./view.ts";

/** A fork that is being prepared: what it comes to, what can be set, and its edits against the recording. */
export function draftScreen(state: State, dispatch: Dispatch, layers: LayersOf | null): View {
  const look = lookOf(state);
  const layout = draftLayoutOf(state.size);
  if (layout.small) return smallScreen(state, look);
  const frame: Frame = {
    look,
    title: `vcr fork ${headerOf(state).path.join(" ")}`,
    header: headerOf(state),
    status: draftStatus(state),
    bars: layout,
    panes: [
      ["list", layout.list, (rect) => lineRows(state, look, rect)],
      ["divider", layout.divider, (rect) => dividerLines(look, "list", rect)],
      ["detail", layout.detail, (rect) => editLines(state, look, rect)],
    ],
  };
  return framed(state, frame, dispatch, layers);
}

function lineRows(state: State, look: Look, rect: Rect): readonly Line[] {
  return draftWindow(state).map(({ line, first, text, selected }) => {
    const label = first ? line.label : "";
    const row = { look, label, text, token: line.token, changed: line.changed === true, selected, first };
    return draftRow({ ...row, labelWidth: DRAFT_LABEL }, rect.width);
  });
}

function editLines(state: State, look: Look, rect: Rect): readonly Line[] {
  const draft = draftOf(state);
  if (!draft) return [];
  const rows = draftDoc(draft, contextFor(state));
  const from = Math.min(draft.top, Math.max(0, rows.count - rect.height));
  return docLines({ look, rows, from, height: rect.height }, rect.width);
}
