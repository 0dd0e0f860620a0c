import type { PayloadDiff, PayloadOp } from "../../diff/payload/payload-diff.ts";
import { reason } from "../../diff/payload/render-diff.ts";
import type { DiffEntry, RunDiff } from "../../diff/run-diff.ts";
import { stepPayload } from "../../diff/step-payload.ts";
import type { Json } from "../../json/json.ts";
import { sanitise } from "../../text/sanitise.ts";
import type { DocContext } from "../detail/context.ts";
import { type Doc, type DocPart, type DocRow, docOf, partOf } from "../detail/doc.ts";
import { documentOf } from "../detail/document-of.ts";
import { heading, note } from "../detail/subject.ts";
import type { Tab } from "../state.ts";
import type { DiffMode, DiffState } from "./diff-state.ts";
import { pairDifference, pairPending } from "./pair-work.ts";
import { inlineRows, sideRows } from "./text-rows.ts";

const WORDS = {
  equal: "the same in both runs",
  added: "only in B",
  removed: "only in A",
  moved: "at another place in B",
  changed: "",
};

let last: { readonly key: readonly unknown[]; readonly doc: Doc } | undefined;

/** What the selected row of the comparison says: the difference of a pair, or the step itself. */
export function pairDoc(diff: DiffState, context: DocContext): Doc {
  const entry = diff.result?.entries[diff.selected];
  if (!diff.result || !entry) return docOf([]);
  const { tab } = diff.detail;
  const key = [diff.result, diff.selected, diff.mode, tab, ...Object.values(context)];
  if (last && key.every((value, n) => value === last!.key[n])) return last.doc;
  const doc =
    entry.op === "changed"
      ? changed(diff.result, entry, { mode: diff.mode, context })
      : single(diff.result, entry, { tab, context });
  // What is still being worked out looks different at the next frame.
  last = pairPending() ? undefined : { key, doc };
  return doc;
}

function single(
  result: RunDiff,
  entry: DiffEntry,
  { tab, context }: { readonly tab: Tab; readonly context: DocContext },
): Doc {
  const run = entry.a >= 0 ? result.a : result.b;
  const i = entry.a >= 0 ? entry.a : entry.b;
  const more = entry.inherited
    ? "; its request carries what changed before"
    : entry.parallel
      ? "; ran at the same time as others"
      : "";
  return docOf([
    note("what", `${WORDS[entry.op]}${more}`, `diff.${entry.op}`),
    documentOf({ run, i, row: run.row(i), context }, tab),
  ]);
}

interface PairOptions {
  readonly mode: DiffMode;
  readonly context: DocContext;
}

function changed(result: RunDiff, entry: DiffEntry, options: PairOptions): Doc {
  const pair = { a: { run: result.a, i: entry.a }, b: { run: result.b, i: entry.b } };
  const step = pairDifference(result, entry);
  if (step === null) return docOf([note("reason", "these two are large and still being compared", "text.dim")]);
  const kind = result.a.row(entry.a).kind;
  const names =
    kind === "llm"
      ? ["in the request", "in the answer"]
      : kind === "tool"
        ? ["in the arguments", "in the result"]
        : ["before", "after"];
  const title = note("reason", reason(result, entry, step), "diff.changed");
  if (options.mode === "raw") return docOf([title, ...rawParts(pair, names, options)]);
  return docOf([
    title,
    ...payloadParts(step.asked, names[0]!, options),
    ...payloadParts(step.came, names[1]!, options),
    ...(step.inherited.length > 0
      ? [note("inherited", `${step.inherited.length} more in the request come from earlier steps`)]
      : []),
  ]);
}

function payloadParts(diff: PayloadDiff, name: string, options: PairOptions): readonly DocPart[] {
  if (diff.ops.length === 0 && diff.notices.length === 0) return [];
  return [
    heading(name),
    ...diff.ops.flatMap((op, n) => opParts(op, `${name} ${n}`, options)),
    ...diff.notices.map((notice, n) => note(`${name} notice ${n}`, notice, "warning")),
  ];
}

function opParts(op: PayloadOp, key: string, options: PairOptions): readonly DocPart[] {
  const pointer = op.op === "removed" ? op.from : op.to;
  const place = partOf([
    {
      key: `${key} at`,
      indent: 0,
      spans: [{ text: sanitise(pointer === "" ? "/" : pointer), token: "json.key" }],
      pointer,
      stop: true,
      value: () => opValue(op),
      side: op.op === "removed" ? "a" : "b",
    },
  ]);
  if (op.op === "moved") return [place, note(`${key} moved`, `moved, was ${op.from}`, "diff.moved")];
  const before = op.op === "added" ? "" : textOf(op.before);
  const after = op.op === "removed" ? "" : textOf(op.after);
  const rows = rowsFor(before, after, key, options);
  return [place, partOf(options.mode === "side" ? rows : rows.map((row) => withValue(row, op)))];
}

/** Lines of the old text stand for the old value, all others for the new one. */
function withValue(row: DocRow, op: Exclude<PayloadOp, { readonly op: "moved" }>): DocRow {
  const old = op.op !== "added" && (op.op === "removed" || row.spans[0]?.token === "diff.removed");
  if (old) return { ...row, value: () => op.before, pointer: op.from, side: "a" };
  return { ...row, value: () => opValue(op), pointer: op.to, side: "b" };
}

function rowsFor(before: string, after: string, key: string, { mode, context }: PairOptions) {
  return mode === "side"
    ? sideRows(before, after, key, context.width)
    : inlineRows(before, after, key, cellsOf(context));
}

/** Whole payloads line by line, as they are: nothing normalised, nothing left out. */
function rawParts(
  pair: {
    readonly a: { readonly run: RunDiff["a"]; readonly i: number };
    readonly b: { readonly run: RunDiff["a"]; readonly i: number };
  },
  names: readonly string[],
  options: PairOptions,
): readonly DocPart[] {
  const [left, right] = [stepPayload(pair.a.run, pair.a.i), stepPayload(pair.b.run, pair.b.i)];
  return (["asked", "came"] as const).flatMap((part, n) => {
    const [before, after] = [textOf(left[part]), textOf(right[part])];
    return before === after
      ? []
      : [heading(names[n]!), partOf(inlineRows(before, after, `raw ${part}`, cellsOf(options.context)))];
  });
}

/** Lines that are not wrapped are cut at the edge of the pane. */
function cellsOf({ wrap, width }: DocContext): number {
  return wrap ? width : 1e6;
}

function textOf(value: Json | undefined): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

function opValue(op: PayloadOp): Json {
  if (op.op === "moved") return op.value;
  return op.op === "removed" ? op.before : op.after;
}
