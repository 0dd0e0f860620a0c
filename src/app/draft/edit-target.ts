import { messagePointer, placesOf, recordedValue, toolRowOf } from "../../fork/plan/recorded-value.ts";
import type { Json } from "../../json/json.ts";
import { getPointer } from "../../json/pointer.ts";
import type { Message, Part } from "../../providers/message.ts";
import { partsText } from "../../run/rows/what.ts";
import type { Row, Run } from "../../run/run.ts";
import { currentRow } from "../detail/current-row.ts";
import type { DocRow } from "../detail/doc.ts";
import { selectedIndex } from "../narrowing/visible.ts";
import type { State } from "../state.ts";
import type { EditPlace } from "./draft-state.ts";

/** What `e` edits, from where the cursor is. */
export type EditTarget =
  | { readonly type: "place"; readonly place: EditPlace }
  /** A call has two sides, and nothing says which is meant. */
  | { readonly type: "ask" }
  | { readonly type: "none"; readonly why: string };

export function editTarget(state: State): EditTarget {
  const { run, focus, detail } = state;
  const i = selectedIndex(state);
  if (i < 0) return none("no event is selected");
  const row = run.row(i);
  const at = focus === "detail" ? placeOfLine(run, i, currentRow(state)) : undefined;
  if (at) return { type: "place", place: at };
  if (row.kind === "tool") return place(row, "result");
  if (row.kind !== "llm")
    return none(`step ${row.step} is no call to a model and no tool: nothing of it can be edited`);
  if (detail.tab === 1 || detail.tab === 3) return place(row, "request");
  return detail.tab === 2 ? place(row, "response") : { type: "ask" };
}

function place({ step }: Row, side: EditPlace["side"]): EditTarget {
  return { type: "place", place: { step, side, pointer: "" } };
}

function none(why: string): EditTarget {
  return { type: "none", why };
}

/** The place that a line of the detail shows; undefined for one that shows none of its own. */
function placeOfLine(run: Run, i: number, line: DocRow | undefined): EditPlace | undefined {
  if (!line) return undefined;
  const { step, kind } = run.row(i);
  const pointer = line.pointer ?? "";
  if (line.key.startsWith("request#") && kind !== "tool") return { step, side: "request", pointer };
  if (line.key.startsWith("response#")) return { step, side: "response", pointer };
  if (/^result[#.]/.test(line.key)) return { step, side: "result", pointer };
  const [, tool, part] = /^(\S+) (args|result)\b/.exec(line.key) ?? [];
  if (tool !== undefined)
    return part === "result" ? { step: tool, side: "result", pointer } : argumentsPlace(run, tool, pointer);
  return spokenPlace(run, i, line);
}

/** Arguments of a tool stand in the answer that asked for it. */
function argumentsPlace(run: Run, tool: string, inner: string): EditPlace | undefined {
  const row = run.row(run.indexOf(tool));
  const args = run.tool(run.indexOf(tool)).args;
  return row.derived && args !== undefined
    ? within(run, { step: String(row.seq), side: "response", pointer: "" }, args, inner)
    : undefined;
}

/** A line of a message: its text, a call, a result; else the message as a whole. */
function spokenPlace(run: Run, i: number, line: DocRow): EditPlace | undefined {
  const call = callRowOf(run, i);
  if (call < 0) return undefined;
  const { step } = run.row(call);
  const [, owner, number] = /^(.+?)\/(\d+)(?=$|[#./])/.exec(line.key) ?? /^(.+)\/(label)$/.exec(line.key) ?? [];
  if (owner === undefined) return undefined;
  if (owner === "answer") {
    const { message } = run.exchange(call).answer ?? {};
    return message && partPlace(run, { step, side: "response", pointer: "" }, message.parts[Number(number)], line);
  }
  const refs = run.messages(call);
  const [, index] = /^(\d+) /.exec(owner) ?? [];
  const n = index !== undefined ? Number(index) : refs.findLastIndex(({ key }) => owner.endsWith(` ${key}`));
  const ref = refs[n];
  const pointer = messagePointer(run, call, n);
  if (ref === undefined || pointer === undefined) return systemPlace(run, call, owner, line);
  return messagePlace(run, { call, pointer }, ref.read(), { line, number: Number(number) });
}

function messagePlace(
  run: Run,
  { call, pointer }: { readonly call: number; readonly pointer: string },
  { parts }: Message,
  { line, number }: { readonly line: DocRow; readonly number: number },
): EditPlace {
  const whole: EditPlace = { step: run.row(call).step, side: "request", pointer };
  const part = parts[number];
  if (part?.type !== "result") return partPlace(run, whole, part, line);
  const tool = toolRowOf(run, call, part.id);
  return tool < 0
    ? partPlace(run, whole, part, line)
    : { step: run.row(tool).step, side: "result", pointer: line.pointer ?? "" };
}

/** A system prompt beside the messages. */
function systemPlace(run: Run, call: number, owner: string, line: DocRow): EditPlace | undefined {
  const [, n] = /^system (\d+)$/.exec(owner) ?? [];
  const text = n === undefined ? undefined : line.value?.();
  if (text === undefined) return undefined;
  const place = within(run, { step: run.row(call).step, side: "request", pointer: "" }, text, "");
  return place?.pointer === "" ? undefined : place;
}

function partPlace(run: Run, whole: EditPlace, part: Part | undefined, line: DocRow): EditPlace {
  const wanted = part && spokenValue(part);
  return (wanted === undefined ? undefined : within(run, whole, wanted, line.pointer ?? "")) ?? whole;
}

function spokenValue(part: Part): Json | undefined {
  switch (part.type) {
    case "call":
      return part.args;
    case "result":
      return partsText(part.parts);
    case "text":
    case "thinking":
    case "refusal":
      return part.text;
    case "other":
      return part.json;
    case "media":
      return part.base64 ?? part.url;
  }
}

/** Where inside of a place the wanted value stands, if at one place only. */
function within(run: Run, outer: EditPlace, wanted: Json, inner: string): EditPlace | undefined {
  const recorded = recordedValue(run, outer.step, outer.side);
  const value = recorded.found ? getPointer(recorded.value, outer.pointer) : undefined;
  const [only, ...more] = value === undefined ? [] : placesOf(value, wanted);
  return only === undefined || more.length > 0 ? undefined : { ...outer, pointer: `${outer.pointer}${only}${inner}` };
}

/** The call whose conversation the detail of row i shows. */
function callRowOf(run: Run, i: number): number {
  const { kind, parent } = run.row(i);
  if (kind === "llm") return i;
  return kind === "tool" && parent !== undefined ? run.indexOfRow(parent) : -1;
}
