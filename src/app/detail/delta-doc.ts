import { type ChangedMessage, type ContextDelta, contextDelta } from "../../time/context-delta.ts";
import { isState } from "../../time/state-delta.ts";
import { type Doc, type DocPart, docOf, partOf } from "./doc.ts";
import { messagePart } from "./message-part.ts";
import { opRows } from "./op-rows.ts";
import { stateDeltaDoc } from "./state-doc.ts";
import { type DocSubject, heading, line, note } from "./subject.ts";

/** Tab 5: what a step made of the state, or what this call's request has that the previous call of the same lane had not, and what it left out. */
export function deltaDoc(subject: DocSubject): Doc {
  const { run, i, row } = subject;
  if (isState(row)) return stateDeltaDoc(subject);
  if (row.kind !== "llm") return docOf([]);
  const delta = contextDelta(run, i);
  if (!delta) return docOf([note("first", "the first call of its lane: all of it is new")]);
  const { previous, shared, added, removed, changed, settings, notices } = delta;
  const counts = `${added.length} added, ${removed.length} removed, ${changed.length} changed`;
  return docOf([
    note("against", `against step ${run.row(previous).step}: ${shared} messages the same, ${counts}`),
    ...notices.map((text) => note(`notice ${text}`, text, "status.truncated")),
    ...messages(subject, "removed", { at: previous, numbers: removed, sign: "-" }),
    ...(changed.length > 0 ? [heading("changed"), ...changed.map((each) => changedPart(subject, each))] : []),
    ...messages(subject, "added", { at: i, numbers: added, sign: "+" }),
    ...settingParts(subject, settings),
  ]);
}

function messages(
  { run, context }: DocSubject,
  title: string,
  { at, numbers, sign }: { readonly at: number; readonly numbers: readonly number[]; readonly sign: string },
): readonly DocPart[] {
  if (numbers.length === 0) return [];
  const refs = run.messages(at);
  const shown = numbers.flatMap((k) => refs[k] ?? []);
  return [
    heading(title),
    ...shown.map((ref, n) => messagePart(ref.read(), { context, key: `${sign} ${n} ${ref.key}` })),
  ];
}

function changedPart({ run, i, context }: DocSubject, { before, after, ops }: ChangedMessage): DocPart {
  const role = run.messages(i)[after]?.read().role ?? "message";
  const where = before === after ? `message ${after}` : `message ${after}, was ${before}`;
  return partOf([
    line(`~ ${after}`, [{ text: `${role}  ${where}`, token: "diff.changed" }], { stop: true }),
    ...ops.flatMap((op, n) => opRows(op, `~ ${after} ${n}`, context.width)),
  ]);
}

/** Model, parameters, tools and system prompt where they differ. */
function settingParts({ context }: DocSubject, { ops }: ContextDelta["settings"]): readonly DocPart[] {
  if (ops.length === 0) return [note("settings", "same model, parameters, tools and system prompt")];
  return [heading("settings"), ...ops.map((op, n) => partOf(opRows(op, `setting ${n}`, context.width)))];
}
