import type { Row, Run } from "../../run/run.ts";
import { sanitise } from "../../text/sanitise.ts";
import type { DocContext } from "./context.ts";
import type { DocPart, DocRow, DocSpan } from "./doc.ts";
import { partOf } from "./doc.ts";
import { textRows } from "./text-part.ts";

/** The event a document is about. */
export interface DocSubject {
  readonly run: Run;
  readonly i: number;
  readonly row: Row;
  readonly context: DocContext;
}

export function heading(text: string, key = `heading ${text}`): DocPart {
  return partOf([{ key, indent: 0, spans: [{ text: sanitise(text), token: "title" }], heading: true, stop: true }]);
}

export function line(key: string, spans: readonly DocSpan[], more: Partial<DocRow> = {}): DocRow {
  return { key, indent: 0, spans, ...more };
}

export function note(key: string, text: string, token = "text.dim"): DocPart {
  return partOf([line(key, [{ text: sanitise(text), token }])]);
}

/** A word about the file itself, wrapped: paths and hashes in it are to be read whole. */
export function notice(key: string, text: string, context: DocContext): DocPart {
  return partOf(textRows(text, key, { context, indent: 0, token: "warning" }));
}
