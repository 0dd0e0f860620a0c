import { type PayloadOp, payloadDiff } from "../../diff/payload/payload-diff.ts";
import type { EditSpec } from "../../fork/plan/edit-spec.ts";
import type { Json } from "../../json/json.ts";
import { sanitise } from "../../text/sanitise.ts";
import type { DocContext } from "../detail/context.ts";
import { type Doc, type DocPart, type DocRow, docOf, partOf } from "../detail/doc.ts";
import { opRows } from "../detail/op-rows.ts";
import { heading, line, note } from "../detail/subject.ts";
import { textRows } from "../detail/text-part.ts";
import { inlineRows } from "../diff/text-rows.ts";
import type { DraftState } from "./draft-state.ts";
import { recordedAt } from "./edits.ts";
import { editId } from "./lines.ts";
import { selectedLine } from "./move.ts";

let last: { readonly key: readonly unknown[]; readonly doc: Doc } | undefined;

/** Beside the lines of a draft: what the edits change of what was recorded, or the whole command. */
export function draftDoc(draft: DraftState, context: DocContext): Doc {
  const id = selectedLine(draft)?.id ?? "";
  const { run, edits, argv, cwd } = draft;
  const key = [id, run, edits, argv, cwd, ...Object.values(context)];
  if (last?.key.length !== key.length || key.some((value, n) => value !== last?.key[n]))
    last = { key, doc: docOfLine(draft, id, context) };
  return last.doc;
}

function docOfLine(draft: DraftState, id: string, context: DocContext): Doc {
  if (id === "command") return commandDoc(draft, context);
  const chosen = draft.edits.filter((edit) => editId(edit) === id);
  const shown = chosen.length > 0 ? chosen : draft.edits;
  if (shown.length === 0) return docOf([heading("edits"), partOf(help(context))]);
  return docOf(shown.flatMap((edit) => editParts(draft, edit, context)));
}

function help(context: DocContext) {
  const text =
    "none. e changes what the cursor was on in the run; there it changes any message, answer, argument or result of a tool. " +
    "The change holds in every later request that goes live.";
  return textRows(text, "help", { context, indent: 0, token: "text.dim" });
}

function editParts(draft: DraftState, edit: EditSpec, context: DocContext): readonly DocPart[] {
  const place = `/${edit.side}${edit.pointer}`;
  const was = recordedAt(draft, edit);
  const key = editId(edit);
  const ops = opsOf(was, edit.value).map((op) => ({ ...op, from: `${place}${op.from}`, to: `${place}${op.to}` }));
  return [
    heading(sanitise(`step ${edit.step}, recorded and edited`), `${key} title`),
    ...(ops.length === 0 ? [note(`${key} same`, "written otherwise, the same value")] : []),
    ...ops.map((op, n) => partOf(changeRows(op, `${key} ${n}`, context))),
  ];
}

function opsOf(was: Json | undefined, is: Json | undefined): readonly PayloadOp[] {
  if (was === undefined) return is === undefined ? [] : [{ op: "added", from: "", to: "", after: is }];
  return is === undefined ? [{ op: "removed", from: "", to: "", before: was }] : payloadDiff(was, is).ops;
}

/** As on the screen of a comparison: what stood there, what stands there. */
function changeRows(op: PayloadOp, key: string, context: DocContext): readonly DocRow[] {
  if (op.op !== "changed") return opRows(op, key, context.width);
  const place = line(`${key} at`, [{ text: sanitise(op.to), token: "json.key" }], { stop: true });
  return [place, ...inlineRows(textOf(op.before), textOf(op.after), key, context.width)];
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** Word by word, so that nothing hides behind the edge of the screen. */
function commandDoc({ argv, cwd }: DraftState, context: DocContext): Doc {
  const words = argv.flatMap((word, n) =>
    textRows(`${n}  ${word}`, `word ${n}`, { context, indent: 0, token: "text" }),
  );
  return docOf([
    heading("command, word by word"),
    partOf(words),
    heading("in the folder"),
    partOf(
      textRows(cwd === "" ? "the one that vcr was started in" : cwd, "folder", { context, indent: 0, token: "text" }),
    ),
    note("shell", "started as it stands here, without a shell"),
  ]);
}
