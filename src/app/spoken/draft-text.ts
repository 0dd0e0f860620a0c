import { sanitise } from "../../text/sanitise.ts";
import { draftDoc } from "../draft/draft-doc.ts";
import { draftOf } from "../draft/draft-state.ts";
import { draftLines } from "../draft/lines.ts";
import { draftStops, selectedLine } from "../draft/move.ts";
import type { State } from "../state.ts";
import { docText } from "./step-text.ts";

const WIDTH = 100;

/** A fork that is being prepared: what it comes to, then what can be set, numbered. */
export function draftText(state: State): readonly string[] {
  const draft = draftOf(state);
  if (!draft) return [];
  const words = draftLines(draft).filter(({ id, text }) => id === null && text !== "");
  return [
    "draft of a fork, nothing has started:",
    ...words.map(({ label, text }) => `${label === "" ? "" : `${label}: `}${sanitise(text)}`),
    "a number takes a line, V takes an edit back, q goes back:",
    ...draftStops(draft).map(({ label, text }, n) => `${n + 1}: ${label}: ${sanitise(text)}`),
  ];
}

/** The selected line; of an edit what it changes too. */
export function draftLineText(state: State): readonly string[] {
  const draft = draftOf(state);
  const line = draft && selectedLine(draft);
  if (!draft || !line) return [];
  const said = `${line.label}: ${sanitise(line.text)}`;
  if (!line.id.startsWith("edit ")) return [said];
  const context = { width: WIDTH, wrap: true, folds: state.detail.folds, unicode: false, highlight: null };
  return [said, ...docText(draftDoc(draft, context))];
}
