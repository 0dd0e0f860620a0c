import { pairDoc } from "../diff/pair-doc.ts";
import { onDraft } from "../draft/draft-state.ts";
import { layoutOf } from "../layout/layout.ts";
import { diffLayoutOf } from "../layout/layout-diff.ts";
import { draftLayoutOf } from "../layout/layout-draft.ts";
import { heldAt, liveOf } from "../live/live-state.ts";
import { onDiff } from "../narrowing/narrowing.ts";
import { selectedIndex } from "../narrowing/visible.ts";
import type { State } from "../state.ts";
import type { DocContext } from "./context.ts";
import { type Doc, docOf } from "./doc.ts";
import { documentOf } from "./document-of.ts";
import { heldParts } from "./held-part.ts";
import { sentParts } from "./sent-part.ts";
import { tailDoc } from "./tail-doc.ts";

interface Remembered {
  readonly subject: readonly unknown[];
  readonly doc: Doc;
}

/** The last document made: `update` and the screen ask for the same one in a frame. A pure function's memory, nothing more. */
let last: Remembered | undefined;

/** The document of the selected event and tab, or of the selected pair, at the width its pane has now. */
export function docFor(state: State): Doc {
  const context = contextFor(state);
  if (onDiff(state) && state.diff) return pairDoc(state.diff, context);
  const i = selectedIndex(state);
  const held = i < 0 ? undefined : heldAt(state, state.run.row(i).step);
  const subject = [
    state.run,
    state.runVersion,
    i,
    state.detail.tab,
    state.detail.asked,
    state.list.follow === "until-read",
    context.width,
    context.wrap,
    context.folds,
    context.highlight,
    context.prices,
    context.unicode,
    context.stream,
    held,
  ];
  if (last && subject.every((value, n) => value === last!.subject[n])) return last.doc;
  const tail = state.list.follow === "until-read" ? tailDoc(state.run, context) : undefined;
  const own = tail ?? selectedDoc(state, i, context);
  const doc = held ? docOf([...heldParts(held, context), own]) : own;
  last = { subject, doc };
  return doc;
}

function selectedDoc({ run: shown, detail }: State, i: number, context: DocContext): Doc {
  if (i < 0) return docOf([]);
  const { tab, asked = false } = detail;
  const run = asked ? shown.asked : shown;
  const row = run.row(i);
  const doc = documentOf({ run, i, row, context }, tab);
  const remarks = tab === 6 ? [] : sentParts({ run: shown, i, row, context }, asked);
  return remarks.length === 0 ? doc : docOf([...remarks, doc]);
}

export function contextFor(state: State): DocContext {
  const { detail } = onDiff(state)
    ? diffLayoutOf(state.size)
    : onDraft(state)
      ? draftLayoutOf(state.size)
      : layoutOf(state);
  const held = heldAt(state, state.list.step);
  const stream = liveOf(state)?.streams.get(Number(state.list.step));
  return {
    // The cursor mark takes the first cell.
    width: Math.max(10, (detail?.width ?? state.size.columns) - 1),
    wrap: state.detail.wrap,
    folds: state.detail.folds,
    unicode: state.options.unicode,
    highlight: state.highlight,
    prices: state.prices,
    ...(stream !== undefined && { stream }),
    ...(held !== undefined && { held }),
  };
}
