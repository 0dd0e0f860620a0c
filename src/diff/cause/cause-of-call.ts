import { conversationPointer } from "../../identity/request-parts.ts";
import type { Json } from "../../json/json.ts";
import { compact } from "../../run/rows/what.ts";
import type { Run } from "../../run/run.ts";
import type { PayloadDiff, PayloadOp } from "../payload/payload-diff.ts";
import { indexIn, type StepPair } from "../step-diff.ts";

type Answer = ReturnType<Run["exchange"]>["answer"];
type Side = StepPair["a"];

/** Why two calls of models differ. */
export function callCause(
  pair: StepPair,
  { asked, came }: { readonly asked: PayloadDiff; readonly came: PayloadDiff },
  failure: string | undefined,
): string {
  const { run, i } = pair.a;
  if (asked.ops.length > 0) return requestCause(pair, asked.ops);
  if (failure !== undefined) return `the call at step ${run.row(i).step} ${failure}, with the same request`;
  const what = answerCause(run.exchange(i).answer, pair.b.run.exchange(pair.b.i).answer, came.ops);
  return `the model answered the same request differently; ${what}`;
}

function answerCause(a: Answer, b: Answer, ops: readonly PayloadOp[]): string {
  const [left, right] = [a?.calls ?? [], b?.calls ?? []];
  const [namesA, namesB] = [left, right].map((calls) => calls.map((call) => call.name));
  if (left.length === 0 && right.length === 0) return `the text differs${at(ops)}`;
  if (left.length === 0) return `A answers with text, B calls ${names(namesB)}`;
  if (right.length === 0) return `A calls ${names(namesA)}, B answers with text`;
  if ([...(namesA ?? [])].sort().join("\n") !== [...(namesB ?? [])].sort().join("\n"))
    return `A calls ${names(namesA)}, B calls ${names(namesB)}`;
  const other = left.find(
    (call) => !right.some((each) => each.name === call.name && sameArguments(each.args, call.args)),
  );
  return other ? `call ${other.name} has other arguments` : `the text beside the calls differs${at(ops)}`;
}

function names(list: readonly string[] | undefined): string {
  return (list ?? []).join(", ");
}

function sameArguments(a: Json, b: Json): boolean {
  return sorted(a) === sorted(b);
}

function sorted(value: Json): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([x], [y]) => (x < y ? -1 : 1)))
      : member,
  );
}

/** The first difference that a conversation shows: settings come after messages, and a prompt is one of both. */
function requestCause(pair: StepPair, ops: readonly PayloadOp[]): string {
  const conversation = conversationPointer(pair.a.run.row(pair.a.i).op);
  const said = ops.find((op) => indexIn(pointerOf(op), conversation) !== undefined);
  const setting = ops.find((op) => op !== said && indexIn(pointerOf(op), conversation) === undefined);
  if (setting && !(said && isPrompt(pair, said, conversation))) return settingCause(setting);
  return said ? messageCause(pair, said, conversation) : settingCause(ops[0]!);
}

function settingCause(op: PayloadOp): string {
  const pointer = pointerOf(op);
  const top = pointer.split("/")[1] ?? "";
  if (/^(?:system|instructions|system_?[iI]nstruction)$/.test(top))
    return `the request differs because the prompt changed at ${pointer}`;
  if (top === "tools" || top === "functions")
    return `the request differs because the tools offered changed at ${pointer}`;
  if (pointer === "") return "the request differs as a whole";
  return `the request differs because ${top} changed at ${pointer}${values(op)}`;
}

function values(op: PayloadOp): string {
  if (op.op === "changed") return `: ${compact(op.before).slice(0, 60)} → ${compact(op.after).slice(0, 60)}`;
  return op.op === "added"
    ? `: not set → ${compact(op.after).slice(0, 60)}`
    : op.op === "removed"
      ? `: ${compact(op.before).slice(0, 60)} → not set`
      : "";
}

function isPrompt(pair: StepPair, op: PayloadOp, conversation: string): boolean {
  const message = messageAt(sideOf(pair, op), op, conversation);
  return message !== undefined && message.role !== "tool" && !message.parts.some((part) => part.type === "result");
}

function messageCause(pair: StepPair, op: PayloadOp, conversation: string): string {
  const side = sideOf(pair, op);
  const message = messageAt(side, op, conversation);
  const pointer = pointerOf(op);
  const result = message?.parts.find((part) => part.type === "result");
  if (result?.type === "result") {
    const tool = toolOf(side, result.id);
    const named = tool ? `tool ${tool.name} at step ${tool.step}` : `tool ${result.name ?? result.id}`;
    return `the request differs because the result of ${named} changed at ${pointer}`;
  }
  if (op.op === "added") return `the request differs because B adds a message at ${pointer}`;
  if (op.op === "removed") return `the request differs because B leaves out the message at ${pointer}`;
  if (message?.role === "assistant") return `the request differs because its history changed at ${pointer}`;
  return `the request differs because the prompt changed at ${pointer}`;
}

/** The side on which the place of the difference is named. */
function sideOf(pair: StepPair, op: PayloadOp): Side {
  return op.op === "removed" ? pair.a : pair.b;
}

function pointerOf(op: PayloadOp): string {
  return op.op === "removed" ? op.from : op.to;
}

function messageAt({ run, i }: Side, op: PayloadOp, conversation: string) {
  const k = indexIn(pointerOf(op), conversation);
  return k === undefined ? undefined : run.messages(i)[k]?.read();
}

function toolOf({ run, i }: Side, callId: string): { readonly name: string; readonly step: string } | undefined {
  for (let at = i - 1, seen = 0; at >= 0 && seen < 500; at--, seen++) {
    const row = run.row(at);
    if (row.kind === "tool" && run.tool(at).callId === callId) return { name: row.name ?? "", step: row.step };
  }
  return undefined;
}

function at(ops: readonly PayloadOp[]): string {
  const pointer = ops[0] === undefined ? "" : pointerOf(ops[0]);
  return pointer === "" ? "" : ` at ${pointer}`;
}
