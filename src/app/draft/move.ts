import { sanitise } from "../../text/sanitise.ts";
import { wrap } from "../../text/wrap.ts";
import { draftLayoutOf } from "../layout-draft.ts";
import type { State } from "../state.ts";
import type { DraftLine } from "./draft-line.ts";
import { type DraftState, draftOf, withDraft } from "./draft-state.ts";
import { draftLines } from "./lines.ts";

/** Cells of the labels, the mark of the selected line included. */
export const DRAFT_LABEL = 15;

/** A row of the screen: a line, or a further piece of a wrapped one. */
export interface DraftRow {
  readonly line: DraftLine;
  readonly first: boolean;
  readonly text: string;
  readonly selected: boolean;
}

/** All rows of the draft at a width, lines wrapped; texts are sanitised. */
export function draftRows(draft: DraftState, width: number): readonly DraftRow[] {
  const room = Math.max(10, width - DRAFT_LABEL - 1);
  const selected = selectedLine(draft)?.id;
  return draftLines(draft).flatMap((line) =>
    pieces(line, room).map((text, n): DraftRow => {
      return { line, first: n === 0, text, selected: line.id !== null && line.id === selected };
    }),
  );
}

function pieces({ text }: DraftLine, room: number): readonly string[] {
  return text === "" ? [""] : wrap(sanitise(text), room);
}

/** The rows in view: from the top while the selected line can be seen so, else scrolled as far as it takes. */
export function draftWindow(state: State): readonly DraftRow[] {
  const draft = draftOf(state);
  const { list } = draftLayoutOf(state.size);
  if (!draft || !list) return [];
  const rows = draftRows(draft, list.width);
  const end = rows.findLastIndex(({ selected }) => selected);
  const top = Math.max(0, Math.min(end + 2, rows.length) - list.height);
  return rows.slice(top, top + list.height);
}

/** Lines that can be selected. */
export function draftStops(draft: DraftState): readonly (DraftLine & { readonly id: string })[] {
  return draftLines(draft).filter((line): line is DraftLine & { readonly id: string } => line.id !== null);
}

export function selectedLine(draft: DraftState): (DraftLine & { readonly id: string }) | undefined {
  const stops = draftStops(draft);
  return stops.find(({ id }) => id === draft.selected) ?? stops[0];
}

export function moveDraft(state: State, by: number): State {
  const draft = draftOf(state);
  if (!draft) return state;
  const stops = draftStops(draft);
  const at = stops.findIndex(({ id }) => id === selectedLine(draft)?.id);
  const next = stops[Math.min(Math.max(0, at + by), stops.length - 1)];
  return next ? withDraft(state, { ...draft, selected: next.id, touched: true, top: 0 }) : state;
}
