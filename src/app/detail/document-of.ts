import type { Tab } from "../state.ts";
import { deltaDoc } from "./delta-doc.ts";
import { digestDoc } from "./digest-doc.ts";
import { type Doc, docOf, partOf } from "./doc.ts";
import { requestDoc, responseDoc } from "./exchange-doc.ts";
import { messagesDoc } from "./messages-doc.ts";
import { rawDoc } from "./raw-doc.ts";
import { stateDoc } from "./state-doc.ts";
import type { DocSubject } from "./subject.ts";
import { toolDoc } from "./tool-doc.ts";

/** What a tab says of an event; a line that says so where there is nothing. */
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
