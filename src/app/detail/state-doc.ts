import { stateAfter, stateBefore, stateDelta } from "../../time/state-delta.ts";
import { type Doc, type DocPart, docOf, partOf } from "./doc.ts";
import { jsonPart } from "./json-part.ts";
import { opRows } from "./op-rows.ts";
import { type DocSubject, heading, note } from "./subject.ts";

/** Changes that the digest shows. */
const MOST_CHANGES = 12;

/** The state of a node or checkpoint before or after it. */
export function stateDoc(side: "before" | "after"): (subject: DocSubject) => Doc {
  return ({ run, i, context }) => {
    const value = side === "before" ? stateBefore(run, i) : stateAfter(run, i);
    return value === undefined ? docOf([]) : docOf([jsonPart(value, { context, key: `${side}#`, indent: 0 })]);
  };
}

/** Tab Δ of a state: what the step changed in it. */
export function stateDeltaDoc({ run, i, row, context }: DocSubject): Doc {
  const delta = stateDelta(run, i);
  if (!delta)
    return docOf([
      note(
        "first",
        stateAfter(run, i) === undefined ? "no state was kept after it" : "the first state: all of it is new",
      ),
    ]);
  const count = delta.ops.length;
  const against = delta.since === undefined ? `before step ${row.step}` : `after step ${delta.since}`;
  const what = count === 0 ? "the same" : `${count} ${count === 1 ? "change" : "changes"}`;
  return docOf([
    note("against", `against the state ${against}: ${what}`),
    ...delta.notices.map((text) => note(`notice ${text}`, text, "status.truncated")),
    ...delta.ops.map((op, n) => partOf(opRows(op, `state ${n}`, context.width))),
  ]);
}

/** What the step changed, and the state it left; undefined where the event keeps no state. */
export function stateDigest({ run, i, context }: DocSubject): readonly DocPart[] {
  const [before, after] = [stateBefore(run, i), stateAfter(run, i)];
  if (after === undefined)
    return before === undefined
      ? []
      : [heading("state before"), jsonPart(before, { context, key: "before#", indent: 0 })];
  const delta = stateDelta(run, i);
  const shown = delta?.ops.slice(0, MOST_CHANGES) ?? [];
  const more = (delta?.ops.length ?? 0) - shown.length;
  return [
    ...(shown.length > 0
      ? [heading(delta?.since === undefined ? "changed" : `changed since step ${delta.since}`)]
      : []),
    ...shown.map((op, n) => partOf(opRows(op, `state ${n}`, context.width))),
    ...(more > 0 ? [note("more", `${more} more changes: 5 shows all`)] : []),
    heading("state after"),
    jsonPart(after, { context, key: "after#", indent: 0 }),
  ];
}
