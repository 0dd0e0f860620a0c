import type { DiffEntry, RunDiff } from "../../diff/run-diff.ts";
import { diffSteps, type StepDiff, type StepPair } from "../../diff/step-diff.ts";
import { stepPayload } from "../../diff/step-payload.ts";
import { Work } from "../../diff/work.ts";
import { isArray, isObject, type Json } from "../../json/json.ts";

/** Characters and values of a payload beyond which its pair is compared between frames; others are at once. */
const LARGE = 1_000_000;

interface Pair {
  readonly result: RunDiff;
  readonly entry: DiffEntry;
  readonly work: Work<StepDiff>;
}

let current: Pair | undefined;

/** How the steps of a row differ; null while that is being worked out. */
export function pairDifference(result: RunDiff, entry: DiffEntry): StepDiff | null {
  if (current?.result !== result || current.entry !== entry) {
    const pair = { a: { run: result.a, i: entry.a }, b: { run: result.b, i: entry.b } };
    current = { result, entry, work: new Work(diffSteps(pair, result.options)) };
    if (!isLarge(pair.a) && !isLarge(pair.b)) current.work.advance(Number.POSITIVE_INFINITY);
  }
  return current.work.result ?? null;
}

/** The pair that is in view is not compared to its end. */
export function pairPending(): boolean {
  return current !== undefined && current.work.result === undefined;
}

/** Its runs may be closed: nothing is read of them any more. */
export function dropPair(): void {
  current = undefined;
}

/** Works on it until `deadline`; true when there is nothing left. */
export function advancePair(deadline: number): boolean {
  return current?.work.advance(deadline) ?? true;
}

function isLarge({ run, i }: StepPair["a"]): boolean {
  const { asked, came } = stepPayload(run, i);
  const left: (Json | undefined)[] = [asked, came];
  for (let weight = 0; left.length > 0; weight++) {
    if (weight > LARGE) return true;
    const value = left.pop();
    if (typeof value === "string") weight += value.length;
    else if (isArray(value)) for (const item of value) left.push(item);
    else if (isObject(value)) for (const member of Object.values(value)) left.push(member);
  }
  return false;
}
