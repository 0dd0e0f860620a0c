import { conversationPointer } from "../identity/request-parts.ts";
import { type RuleOptions, type Rules, rulesOf } from "../identity/rules.ts";
import { newMessages } from "../query/fields/new-messages.ts";
import type { Run } from "../run/run.ts";
import { comparable } from "./align/comparable.ts";
import { diffPayloads, type PayloadDiff, type PayloadOp } from "./payload/payload-diff.ts";
import { identitiesOf } from "./step-identity.ts";
import { type StepPayload, stepPayload } from "./step-payload.ts";
import { finished, type Steps } from "./work.ts";

/** How the two steps of a row differ. */
export interface StepDiff {
  /** In what was asked: only what these steps themselves add. */
  readonly asked: PayloadDiff;
  readonly came: PayloadDiff;
  /** Differences of the request that earlier steps explain. */
  readonly inherited: readonly PayloadOp[];
}

export interface StepPair {
  readonly a: { readonly run: Run; readonly i: number };
  readonly b: { readonly run: Run; readonly i: number };
}

const NOTHING: PayloadDiff = { ops: [], notices: [] };

/** Compares two steps' payloads, noise left out: ids as ordinals, what the vendor seals, what `options` ignore. */
export function* diffSteps({ a, b }: StepPair, options: RuleOptions): Steps<StepDiff> {
  const rules = rulesOf({ ...options, purpose: "diff" });
  const form = a.run.row(a.i).op === b.run.row(b.i).op && keepsRequest(a) === keepsRequest(b) ? "own" : "neutral";
  // Reading a large body takes a slice of its own.
  const left = stepPayload(a.run, a.i, form);
  yield 0;
  const right = stepPayload(b.run, b.i, form);
  yield 0;
  const asked = yield* part(left, right, "asked", rules);
  const came = yield* part(left, right, "came", rules);
  if (a.run.row(a.i).kind !== "llm" || asked.ops.length === 0) return { asked, came, inherited: [] };
  const isOwn = yield* ownership({ a, b }, form, options);
  const own = asked.ops.filter(isOwn);
  return { asked: { ops: own, notices: asked.notices }, came, inherited: asked.ops.filter((op) => !isOwn(op)) };
}

export function stepDiff(pair: StepPair, options: RuleOptions): StepDiff {
  return finished(diffSteps(pair, options));
}

function* part(a: StepPayload, b: StepPayload, which: keyof StepPayload, rules: Rules): Steps<PayloadDiff> {
  const [before, after] = [a[which], b[which]];
  if (before === undefined)
    return after === undefined ? NOTHING : { ops: [{ op: "added", from: "", to: "", after }], notices: [] };
  if (after === undefined) return { ops: [{ op: "removed", from: "", to: "", before }], notices: [] };
  const left = comparable(before, rules);
  yield 0;
  const right = comparable(after, rules);
  yield 0;
  return yield* diffPayloads(left, right);
}

function keepsRequest({ run, i }: StepPair["a"]): boolean {
  return run.body(i).request?.json !== undefined;
}

/** Whether a difference lies in what these two steps add: a new message, or settings that are new. */
function* ownership(
  { a, b }: StepPair,
  form: "own" | "neutral",
  options: RuleOptions,
): Steps<(op: PayloadOp) => boolean> {
  const conversation = form === "own" ? conversationPointer(a.run.row(a.i).op) : "/messages";
  const [newA, newB] = [ownMessages(a), ownMessages(b)];
  const [left, right] = [yield* identitiesOf(a.run, options), yield* identitiesOf(b.run, options)];
  const settings = left.steps[a.i]?.setting !== "" || right.steps[b.i]?.setting !== "";
  return (op) => {
    const inA = op.op === "added" ? undefined : indexIn(op.from, conversation);
    const inB = op.op === "removed" ? undefined : indexIn(op.to, conversation);
    if (inA === undefined && inB === undefined) return settings || op.to === conversation || op.to === "";
    return (inA !== undefined && newA.has(inA)) || (inB !== undefined && newB.has(inB));
  };
}

/** New messages but for what the model itself said before: that was its own step. */
function ownMessages({ run, i }: StepPair["a"]): ReadonlySet<number> {
  const messages = run.messages(i);
  const repeats = run.previousCall(i) >= 0;
  return new Set(newMessages(run, i).filter((k) => !repeats || messages[k]!.read().role !== "assistant"));
}

/** Number of the message that `pointer` lies in; undefined outside of the conversation. */
export function indexIn(pointer: string, conversation: string): number | undefined {
  if (!pointer.startsWith(`${conversation}/`)) return undefined;
  const index = Number(pointer.slice(conversation.length + 1).split("/", 1)[0]);
  return Number.isInteger(index) ? index : undefined;
}
