import { layoutOf } from "../layout/layout.ts";
import { diffLayoutOf } from "../layout/layout-diff.ts";
import { liveOf } from "../live/live-state.ts";
import { onDiff } from "../narrowing/narrowing.ts";
import type { State } from "../state.ts";
import type { Doc } from "./doc.ts";
import { docFor } from "./doc-for.ts";

const MARGIN = 2;

function detailHeight(state: State): number {
  const { detail } = onDiff(state) ? diffLayoutOf(state.size) : layoutOf(state);
  return Math.max(1, detail?.height ?? 1);
}

export function pageOfDetail(state: State): number {
  return Math.max(1, detailHeight(state) - 1);
}

/** The line the cursor is on. */
export function cursorLine(state: State, doc: Doc): number {
  const { cursor } = state.detail;
  const n = cursor === undefined ? 0 : doc.find(cursor);
  return Math.max(0, n);
}

/** Nobody has moved in the text of an answer that is arriving: its end is shown. */
function followsStream(state: State): boolean {
  const { cursor, top, tab } = state.detail;
  if (cursor !== undefined || top !== 0 || (tab !== 0 && tab !== 2) || onDiff(state)) return false;
  return liveOf(state)?.streams.has(Number(state.list.step)) ?? false;
}

/** First line that is drawn. */
export function topLine(state: State, doc: Doc): number {
  const last = Math.max(0, doc.count - detailHeight(state));
  return followsStream(state) ? last : Math.min(Math.max(0, state.detail.top), last);
}

export function moveDetail(state: State, by: number): State {
  const doc = docFor(state);
  return doc.count === 0 ? state : toLine(state, doc, cursorLine(state, doc) + by);
}

export function toLine(state: State, doc: Doc, line: number): State {
  const n = Math.min(Math.max(0, line), doc.count - 1);
  if (n < 0) return state;
  return { ...state, detail: { ...state.detail, cursor: doc.row(n).key, top: topAround(state, doc, n) } };
}

/** Scrolls without moving the cursor further than the pane makes it. */
export function scrollDetail(state: State, by: number): State {
  const doc = docFor(state);
  const height = detailHeight(state);
  const top = Math.min(Math.max(0, topLine(state, doc) + by), Math.max(0, doc.count - height));
  const line = Math.min(Math.max(cursorLine(state, doc), top), Math.min(doc.count - 1, top + height - 1));
  const cursor = line >= 0 && doc.count > 0 ? doc.row(line).key : undefined;
  return { ...state, detail: { ...state.detail, top, cursor } };
}

export function toDetailEdge(state: State, which: "top" | "bottom"): State {
  const doc = docFor(state);
  return toLine(state, doc, which === "top" ? 0 : doc.count - 1);
}

/** To the next or previous heading, message or top-level key. */
export function toStop(state: State, direction: 1 | -1): State {
  const doc = docFor(state);
  const stop = doc.stop(cursorLine(state, doc), direction);
  return stop < 0 ? toLine(state, doc, direction > 0 ? doc.count - 1 : 0) : toLine(state, doc, stop);
}

function topAround(state: State, doc: Doc, line: number): number {
  const height = detailHeight(state);
  const margin = Math.min(MARGIN, Math.floor((height - 1) / 2));
  const top = topLine(state, doc);
  const wanted = Math.min(Math.max(top, line - height + 1 + margin), line - margin);
  return Math.min(Math.max(0, wanted), Math.max(0, doc.count - height));
}
