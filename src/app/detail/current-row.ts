import type { State } from "../state.ts";
import type { DocRow } from "./doc.ts";
import { docFor } from "./doc-for.ts";
import { cursorLine } from "./move.ts";

/** Lines looked at for one with a value. */
const NEAR = 200;

/** The line under the detail's cursor; from the list, the first line that has a value. */
export function currentRow(state: State): DocRow | undefined {
  const doc = docFor(state);
  if (doc.count === 0) return undefined;
  if (state.focus === "detail") return doc.row(cursorLine(state, doc));
  for (let n = 0; n < doc.count && n < NEAR; n++) if (doc.row(n).value) return doc.row(n);
  return undefined;
}
