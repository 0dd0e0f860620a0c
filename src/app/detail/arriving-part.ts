import type { DocContext } from "./context.ts";
import { type DocPart, partOf } from "./doc.ts";
import { heading } from "./subject.ts";
import { textRows } from "./text-part.ts";

/** An answer in flight, as far as it has come. */
export function arriving(text: string, context: DocContext): readonly DocPart[] {
  return [heading("answer, arriving"), partOf(textRows(text, "arriving", { context, indent: 0, token: "text" }))];
}
