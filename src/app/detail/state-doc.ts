import { type Doc, docOf } from "./doc.ts";
import { jsonPart } from "./json-part.ts";
import type { DocSubject } from "./subject.ts";

/** The state of a node or checkpoint before or after it. */
export function stateDoc(side: "before" | "after"): (subject: DocSubject) => Doc {
  return ({ run, i, context }) => {
    const body = run.body(i);
    const value = body[side] ?? (side === "before" ? body.request?.json : body.response?.json);
    return value === undefined ? docOf([]) : docOf([jsonPart(value, { context, key: `${side}#`, indent: 0 })]);
  };
}
