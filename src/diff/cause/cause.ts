import type { RuleOptions } from "../../identity/rules.ts";
import { field, isArray, text } from "../../json/json.ts";
import type { Row, Run } from "../../run/run.ts";
import type { PayloadOp } from "../payload/payload-diff.ts";
import type { DiffEntry, RunDiff } from "../run-diff.ts";
import { diffSteps, type StepPair } from "../step-diff.ts";
import { identitiesOf } from "../step-identity.ts";
import type { Steps } from "../work.ts";
import { callCause } from "./cause-of-call.ts";

/** Earlier steps among which one that is repeated is looked for. */
const RECENT = 6;

/** Why the runs part at their first divergence, in one sentence without its full stop. */
export function* causeOf(diff: RunDiff, options: RuleOptions): Steps<string> {
  const entry = diff.entries[diff.firstDivergence];
  if (!entry) return "";
  switch (entry.op) {
    case "added":
      return yield* oneSided(diff, { run: diff.b, i: entry.b, here: "B", there: "A" }, options);
    case "removed":
      return yield* oneSided(diff, { run: diff.a, i: entry.a, here: "A", there: "B" }, options);
    case "moved":
      return movedCause(diff, entry);
    default: {
      const pair = { a: { run: diff.a, i: entry.a }, b: { run: diff.b, i: entry.b } };
      return `${yield* changedCause(pair, options)}${editWords(pair)}`;
    }
  }
}

/** `step 18 tool search` */
export function nameOf(row: Row): string {
  return `step ${row.step} ${row.kind}${row.name === undefined ? "" : ` ${row.name}`}`;
}

interface OneSide {
  readonly run: Run;
  readonly i: number;
  readonly here: "A" | "B";
  readonly there: "A" | "B";
}

function* oneSided(diff: RunDiff, { run, i, here, there }: OneSide, options: RuleOptions): Steps<string> {
  const other = there === "A" ? diff.a : diff.b;
  const name = nameOf(run.row(i));
  if (other.length === 0) return `${there} has no steps; ${here} begins with ${name}`;
  const rest = diff.entries.slice(diff.firstDivergence);
  if (rest.every((entry) => (there === "A" ? entry.a : entry.b) < 0))
    return `${there} ends after step ${other.row(other.length - 1).step}; ${here} goes on with ${name}`;
  const again = yield* repeated(run, i, options);
  if (again !== undefined) return `${name} of ${here} repeats step ${again}, which ${there} does only once`;
  return here === "B" ? `${name} was inserted in B` : `${name} of A is missing in B`;
}

function* repeated(run: Run, i: number, options: RuleOptions): Steps<string | undefined> {
  const { steps } = yield* identitiesOf(run, options);
  const own = steps[i]!;
  for (let at = i - 1; at >= Math.max(0, i - RECENT); at--) {
    const each = steps[at]!;
    if (own.asked !== "" && each.shape === own.shape && each.asked === own.asked) return run.row(at).step;
  }
  return undefined;
}

function movedCause({ a, b, entries, firstDivergence }: RunDiff, entry: DiffEntry): string {
  const earlier = entries.slice(firstDivergence + 1).some((each) => each.a >= 0 && each.a < entry.a);
  return `${nameOf(a.row(entry.a))} of A comes ${earlier ? "earlier" : "later"} in B, as step ${b.row(entry.b).step}`;
}

function* changedCause(pair: StepPair, options: RuleOptions): Steps<string> {
  const [left, right] = [pair.a.run.row(pair.a.i), pair.b.run.row(pair.b.i)];
  const { asked, came } = yield* diffSteps(pair, options);
  const failure = failureOf(pair, left, right);
  if (asked.ops.length === 0 && (left.status === "pending") !== (right.status === "pending"))
    return `${nameOf(left)} was never answered in ${left.status === "pending" ? "A" : "B"}`;
  const place = (ops: readonly PayloadOp[]): string => placeOf(ops);
  switch (left.kind) {
    case "llm":
      return callCause(pair, { asked, came }, failure);
    case "tool": {
      const tool = `tool ${left.name ?? ""}`.trimEnd();
      if (asked.ops.length > 0)
        return `${tool} at step ${left.step} was called with other arguments${place(asked.ops)}`;
      if (failure !== undefined) return `${tool} at step ${left.step} ${failure}, with the same arguments`;
      return `the result of ${tool} at step ${left.step} changed${place(came.ops)}, with the same arguments`;
    }
    case "memory": {
      const memory = `memory ${left.name ?? ""}`.trimEnd();
      if (asked.ops.length > 0) return `${memory} at step ${left.step} was asked for something else${place(asked.ops)}`;
      if (failure !== undefined) return `${memory} at step ${left.step} ${failure}`;
      return `${memory} at step ${left.step} returned other context${place(came.ops)}`;
    }
    case "message":
      return left.name === "user" || left.name === "system"
        ? `the prompt changed at step ${left.step}${place(came.ops)}`
        : `the ${left.name ?? ""} message of step ${left.step} changed${place(came.ops)}`;
    default: {
      const name = nameOf(left);
      if (asked.ops.length > 0) return `${name} began with something else${place(asked.ops)}`;
      return failure === undefined ? `${name} came to something else${place(came.ops)}` : `${name} ${failure}`;
    }
  }
}

/** `: edited in B` where somebody changed this step of one of the runs. */
function editWords({ a, b }: StepPair): string {
  const sides = [isEdited(a) ? "A" : "", isEdited(b) ? "B" : ""].filter((side) => side !== "");
  return sides.length === 1 ? `: edited in ${sides[0]}` : "";
}

/** A fork's header names the step of the run it was made from: the same step, since it lies before the first live one or is it. */
function isEdited({ run, i }: StepPair["a"]): boolean {
  const { step, edits = [] } = run.row(i);
  const named = isArray(run.header.edits) ? run.header.edits : [];
  return edits.length > 0 || named.some((edit) => text(field(edit, "step")) === step);
}

/** `failed in B ("timeout") and succeeded in A`; undefined where both failed or both did not. */
function failureOf(pair: StepPair, left: Row, right: Row): string | undefined {
  if ((left.status === "error") === (right.status === "error")) return undefined;
  const [side, other] = left.status === "error" ? (["A", "B"] as const) : (["B", "A"] as const);
  const { run, i } = side === "A" ? pair.a : pair.b;
  const words = run.what(i).slice(0, 80).trim();
  return `failed in ${side}${words === "" ? "" : ` (${JSON.stringify(words)})`} and succeeded in ${other}`;
}

/** ` at /args/q`: where the first difference lies. */
export function placeOf(ops: readonly PayloadOp[]): string {
  const [op] = ops;
  if (!op) return "";
  const pointer = op.op === "removed" ? op.from : op.to;
  return pointer === "" ? "" : ` at ${pointer}`;
}
