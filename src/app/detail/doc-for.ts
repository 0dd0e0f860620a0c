import { layoutOf } from "../layout.ts";
import type { State, Tab } from "../state.ts";
import { selectedIndex } from "../visible.ts";
import type { DocContext } from "./context.ts";
import { deltaDoc } from "./delta-doc.ts";
import { digestDoc } from "./digest-doc.ts";
import { type Doc, docOf, partOf } from "./doc.ts";
import { requestDoc, responseDoc } from "./exchange-doc.ts";
import { messagesDoc } from "./messages-doc.ts";
import { rawDoc } from "./raw-doc.ts";
import { stateDoc } from "./state-doc.ts";
import type { DocSubject } from "./subject.ts";
import { tailDoc } from "./tail-doc.ts";
import { toolDoc } from "./tool-doc.ts";

interface Remembered {
  readonly subject: readonly unknown[];
  readonly doc: Doc;
}

/** The last document made: `update` and the screen ask for the same one in a frame. A pure function's memory, nothing more. */
let last: Remembered | undefined;

/** The document of the selected event and tab, at the width the detail pane has now. */
export function docFor(state: State): Doc {
  const context = contextFor(state);
  const i = selectedIndex(state);
  const subject = [
    state.run,
    state.runVersion,
    i,
    state.detail.tab,
    state.list.follow === "until-read",
    context.width,
    context.wrap,
    context.folds,
    context.highlight,
    context.prices,
    context.unicode,
  ];
  if (last && subject.every((value, n) => value === last!.subject[n])) return last.doc;
  const tail = state.list.follow === "until-read" ? tailDoc(state.run, context) : undefined;
  const doc = tail ?? selectedDoc(state, i, context);
  last = { subject, doc };
  return doc;
}

function selectedDoc({ run, detail }: State, i: number, context: DocContext): Doc {
  return i < 0 ? docOf([]) : documentOf({ run, i, row: run.row(i), context }, detail.tab);
}

export function contextFor(state: State): DocContext {
  return {
    // The cursor mark takes the first cell.
    width: Math.max(10, (layoutOf(state).detail?.width ?? state.size.columns) - 1),
    wrap: state.detail.wrap,
    folds: state.detail.folds,
    unicode: state.options.unicode,
    highlight: state.highlight,
    prices: state.prices,
  };
}

export function documentOf(subject: DocSubject, tab: Tab): Doc {
  const doc = builderOf(subject, tab)(subject);
  return doc.count > 0
    ? doc
    : docOf([partOf([{ key: "empty", indent: 0, spans: [{ text: emptyText(subject, tab), token: "text.dim" }] }])]);
}

function builderOf(subject: DocSubject, tab: Tab): (subject: DocSubject) => Doc {
  const stateful = subject.row.kind === "node" || subject.row.kind === "checkpoint";
  switch (tab) {
    case 0:
      return digestDoc;
    case 1:
      return stateful ? stateDoc("before") : requestDoc;
    case 2:
      return stateful ? stateDoc("after") : responseDoc;
    case 3:
      return messagesDoc;
    case 4:
      return toolDoc;
    case 5:
      return deltaDoc;
    case 6:
      return rawDoc;
  }
}

function emptyText(subject: DocSubject, tab: Tab): string {
  const what = [
    "nothing to show",
    "no request",
    "no response",
    "no messages",
    "no tool calls",
    "no previous call to compare with",
    "no raw lines",
  ][tab]!;
  return subject.row.status === "pending" ? `${what} yet` : `${what} in this event`;
}
