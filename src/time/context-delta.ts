import { type PayloadDiff, type PayloadOp, payloadDiff } from "../diff/payload/payload-diff.ts";
import type { Json } from "../json/json.ts";
import { parsePointer } from "../json/pointer.ts";
import type { Exchange, Run } from "../run/run.ts";

/** What a call's request has that the call before it in the same lane had not, and the other way round. */
export interface ContextDelta {
  /** Place of the call before. */
  readonly previous: number;
  /** Messages at the beginning that are the same. */
  readonly shared: number;
  /** Numbers of messages of this call. */
  readonly added: readonly number[];
  /** Numbers of messages of the call before. */
  readonly removed: readonly number[];
  /** Messages that are there in both with other content, or that stand elsewhere. */
  readonly changed: readonly ChangedMessage[];
  /** Model, parameters, tools and system prompt; pointers `/model`, `/temperature`, `/tools/0/description`. */
  readonly settings: PayloadDiff;
  /** Limits that were met, in words. */
  readonly notices: readonly string[];
}

export interface ChangedMessage {
  readonly before: number;
  readonly after: number;
  /** Pointers begin at the message: `/parts/0/text`. Empty when it only moved. */
  readonly ops: readonly PayloadOp[];
}

/** Undefined for what is no call of a model, and for the first call of its lane. */
export function contextDelta(run: Run, i: number): ContextDelta | undefined {
  if (run.row(i).kind !== "llm") return undefined;
  const previous = run.previousCall(i);
  if (previous < 0) return undefined;
  const shared = run.sharedMessages(i);
  const [then, now] = [tail(run, previous, shared), tail(run, i, shared)];
  const messages = payloadDiff(then, now);
  const settings = settingsDiff(run, previous, i);
  return {
    previous,
    shared,
    ...sorted(messages.ops, shared),
    settings,
    notices: [...messages.notices, ...settings.notices],
  };
}

function tail(run: Run, i: number, shared: number): readonly Json[] {
  return run
    .messages(i)
    .slice(shared)
    .map((ref) => ref.read() as unknown as Json);
}

function sorted(ops: readonly PayloadOp[], shared: number): Pick<ContextDelta, "added" | "removed" | "changed"> {
  const added: number[] = [];
  const removed: number[] = [];
  const changed = new Map<number, { before: number; after: number; ops: PayloadOp[] }>();
  for (const op of ops) {
    const [before, after] = [numberOf(op.from, shared), numberOf(op.to, shared)];
    if (op.op === "added" && op.from === "") added.push(after);
    else if (op.op === "removed" && op.to === "") removed.push(before);
    else {
      const known = changed.get(after) ?? { before, after, ops: [] };
      changed.set(after, known);
      if (op.op !== "moved" || parsePointer(op.to)?.length !== 1) known.ops.push(inside(op));
    }
  }
  return { added, removed, changed: [...changed.values()] };
}

function numberOf(pointer: string, shared: number): number {
  return shared + Number(parsePointer(pointer)?.[0] ?? 0);
}

/** The same difference with pointers that begin at the message. */
function inside(op: PayloadOp): PayloadOp {
  const cut = (pointer: string) => pointer.replace(/^\/\d+/, "");
  return { ...op, from: cut(op.from), to: cut(op.to) };
}

function settingsDiff(run: Run, previous: number, i: number): PayloadDiff {
  const [then, now] = [run.exchange(previous).facts, run.exchange(i).facts];
  if (!then || !now) return { ops: [], notices: [] };
  const spoken = run.messages(i).some((ref) => ref.read().role === "system");
  return payloadDiff(settingsOf(then, spoken), settingsOf(now, spoken));
}

/** A system prompt that is a message of the conversation is compared there. */
function settingsOf(facts: NonNullable<Exchange["facts"]>, spoken: boolean): Json {
  return {
    ...(facts.model !== undefined && { model: facts.model }),
    ...facts.params,
    tools: facts.tools as unknown as Json,
    ...(!spoken && { system: facts.system as unknown as Json }),
  };
}
