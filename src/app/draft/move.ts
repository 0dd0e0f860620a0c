import { sanitise } from "../../text/sanitise.ts";
import { wrap } from "../../text/wrap.ts";
import { draftLayoutOf } from "../layout/layout-draft.ts";
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
  const placed = placedRows(state);
  return placed ? [...placed.pinned, ...placed.rows.slice(placed.top, placed.top + placed.height)] : [];
}

/** Rows that are out of view; blank ones that part the lines do not count. */
export function draftHidden(state: State): { readonly above: number; readonly below: number } {
  const placed = placedRows(state);
  if (!placed) return { above: 0, below: 0 };
  const { rows, top, height, pinned } = placed;
  const count = (some: readonly DraftRow[]): number => some.filter(({ text }) => text !== "").length;
  return { above: count(rows.slice(0, top)) - pinned.length, below: count(rows.slice(top + height)) };
}

interface PlacedRows {
  readonly rows: readonly DraftRow[];
  /** Those above the others that stay in view. */
  readonly pinned: readonly DraftRow[];
  readonly top: number;
  /** Rows that there is room for below the pinned ones. */
  readonly height: number;
  /** Rows out of view above the others where nothing has been scrolled by hand. */
  readonly lowest: number;
}

function placedRows(state: State): PlacedRows | undefined {
  const draft = draftOf(state);
  const { list } = draftLayoutOf(state.size);
  if (!draft || !list) return undefined;
  const rows = draftRows(draft, list.width);
  const end = rows.findLastIndex(({ selected }) => selected);
  // What stands below the last line that can be selected is seen with it.
  const atLast = draftStops(draft).at(-1)?.id === selectedLine(draft)?.id;
  const needed = atLast ? rows.length : Math.min(end + 2, rows.length);
  // What a start comes to takes no more than half of the room.
  const boundary = rows.flatMap(({ line }, n) => (line.pinned ? [n] : [])).slice(0, Math.floor(list.height / 2));
  const lowest = Math.max(0, needed - list.height);
  const hidden = Math.max(0, lowest - draft.lift);
  const top = hidden === 0 ? 0 : boundary.length + hidden;
  const pinned = boundary.flatMap((n) => (n < top ? (rows[n] ?? []) : []));
  return { rows, pinned, top, height: list.height - pinned.length, lowest };
}

/** Lines that can be selected. */
export function draftStops(draft: DraftState): readonly (DraftLine & { readonly id: string })[] {
  return draftLines(draft).filter((line): line is DraftLine & { readonly id: string } => line.id !== null);
}

/** Where the line that had the keys is gone, Cancel has them: never Start. */
export function selectedLine(draft: DraftState): (DraftLine & { readonly id: string }) | undefined {
  const stops = draftStops(draft);
  return stops.find(({ id }) => id === draft.selected) ?? stops.find(({ id }) => id === "cancel");
}

/** The line that has taken the place of the selected one, where that one is gone. */
export function stayNear(state: State, before: DraftState): State {
  const draft = draftOf(state);
  if (!draft) return state;
  const stops = draftStops(draft);
  if (stops.some(({ id }) => id === draft.selected)) return state;
  const at = draftStops(before).findIndex(({ id }) => id === before.selected);
  const near = stops[Math.min(at, stops.length - 1)];
  return near && at > 0 ? withDraft(state, { ...draft, selected: near.id }) : state;
}

export function moveDraft(state: State, by: number): State {
  const draft = draftOf(state);
  if (!draft) return state;
  const stops = draftStops(draft);
  const at = stops.findIndex(({ id }) => id === selectedLine(draft)?.id);
  const lifted = lift(state, draft, { by, first: at === 0 });
  if (lifted !== undefined) return withDraft(state, { ...draft, lift: lifted });
  const next = stops[Math.min(Math.max(0, at + by), stops.length - 1)];
  return next ? withDraft(state, { ...draft, selected: next.id, touched: true, lift: 0, top: 0 }) : state;
}

/** Above the first line that can be selected the way leads on through the facts, and back; undefined: to another line. */
function lift(state: State, draft: DraftState, { by, first }: { by: number; first: boolean }): number | undefined {
  const lowest = placedRows(state)?.lowest ?? 0;
  const now = Math.min(draft.lift, lowest);
  if (by < 0 && first && lowest > 0) return Math.min(lowest, now - by);
  return by > 0 && by <= now ? now - by : undefined;
}
