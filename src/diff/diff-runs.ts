import type { Run } from "../run/run.ts";
import { type Aligned, align, type Side } from "./align/alignment.ts";
import { markParallel } from "./align/parallel.ts";
import { causeOf } from "./cause/cause.ts";
import { markInherited } from "./cause/inherited.ts";
import { comparedSteps, retriesIn } from "./compared-steps.ts";
import type { DiffCounts, DiffEntry, DiffOptions, RunDiff } from "./run-diff.ts";
import { identitiesOf, type RunIdentities, type StepIdentity } from "./step-identity.ts";
import { StepWords, stepSimilarity } from "./step-words.ts";
import { summaryOf } from "./summary.ts";
import { mapped, type Steps, within } from "./work.ts";

/** Fewer of the steps of the shorter run than this with a counterpart, and the runs have nothing to do with each other. */
const RELATED = 0.1;
/** A changed step counts as a counterpart only if it is as alike as this. */
const COUNTERPART = 0.5;

/** Compares two runs that have been read to their ends; of one that grows meanwhile the result is outdated. Use `Work` to do it in slices, `finished` to do it at once. */
export function* diffRuns(a: Run, b: Run, options: DiffOptions = {}): Steps<RunDiff> {
  const versions = [a.version, b.version] as const;
  const left = yield* within(identitiesOf(a, options), 0, 0.4);
  const right = yield* within(identitiesOf(b, options), 0.4, 0.8);
  // Where one run does not keep its settings they cannot be compared; where none does there are none.
  const settings = left.knowsSettings === right.knowsSettings;
  const [inA, inB] = [comparedSteps(a, left.steps.length), comparedSteps(b, right.steps.length)];
  const sideA = yield* sideOf(left, inA, { settings, side: "a" });
  const sideB = yield* sideOf(right, inB, { settings, side: "b" });
  const alike = likeness([a, b], left.steps, right.steps);
  const aligned = yield* within(
    align(sideA, sideB, (i, j) => alike(inA[i]!, inB[j]!)),
    0.8,
    1,
  );
  const rows = yield* mapped(aligned, ({ op, a: i, b: j }) => ({ op, a: inA[i] ?? -1, b: inB[j] ?? -1 }));
  const plain = yield* entriesOf(rows, [left, right], alike);
  const entries = yield* markParallel(plain, a, b);
  const marked = yield* markInherited(entries, [a, b], left);
  const counts = yield* countsOf(marked, left, right);
  return yield* assembled(
    [a, b],
    { entries: marked, counts, versions, shorter: Math.min(inA.length, inB.length) },
    options,
  );
}

function* sideOf(
  { steps }: RunIdentities,
  places: readonly number[],
  { settings, side }: { readonly settings: boolean; readonly side: string },
): Steps<Side> {
  const key = (step: StepIdentity): string => (settings ? step.key : `${step.shape} ${step.asked} ${step.came}`);
  const full = yield* mapped(places, (i) => key(steps[i]!));
  const asked = yield* mapped(places, (i) => {
    const step = steps[i]!;
    return step.asked === "" ? `${side} ${i}` : `${step.shape} ${step.asked} ${settings ? step.setting : ""}`;
  });
  return { full, asked };
}

/** Equal halves count in full; the words tell how alike the others are. */
function likeness([a, b]: readonly [Run, Run], left: readonly StepIdentity[], right: readonly StepIdentity[]) {
  const [wordsA, wordsB] = [new StepWords(a), new StepWords(b)];
  return (i: number, j: number): number => {
    const [x, y] = [left[i]!, right[j]!];
    if (x.shape !== y.shape) return 0;
    const sameAsked = x.asked === y.asked && x.asked !== "";
    const sameCame = x.came === y.came;
    const rest = stepSimilarity(wordsA.of(i), wordsB.of(j));
    return sameAsked || sameCame ? 0.5 + rest / 2 : rest;
  };
}

/** How alike changed steps are is looked up in their bodies: after each of them is a look at the clock. */
function* entriesOf(
  rows: readonly Aligned[],
  identities: readonly [RunIdentities, RunIdentities],
  alike: (i: number, j: number) => number,
): Steps<DiffEntry[]> {
  const entries: DiffEntry[] = [];
  for (const row of rows) {
    entries.push(entryOf(row, identities, alike));
    if (row.op === "changed" || entries.length % 2048 === 0) yield 1;
  }
  return entries;
}

function entryOf(
  { op, a, b }: Aligned,
  [left, right]: readonly [RunIdentities, RunIdentities],
  alike: (i: number, j: number) => number,
): DiffEntry {
  const step = (a >= 0 ? left.steps[a] : right.steps[b])?.step ?? "";
  const similarity = op === "equal" || op === "moved" ? 1 : op === "changed" ? alike(a, b) : 0;
  return { op, a, b, step, similarity };
}

function* assembled(
  [a, b]: readonly [Run, Run],
  {
    entries,
    counts,
    versions,
    shorter,
  }: Pick<RunDiff, "entries" | "counts" | "versions"> & { readonly shorter: number },
  options: DiffOptions,
): Steps<RunDiff> {
  const share = shareOf(entries, shorter);
  const unrelated = share < RELATED ? { share } : undefined;
  const first = entries.findIndex(differs);
  const firstDivergence = unrelated ? -1 : first;
  const diff: RunDiff = {
    a,
    b,
    options,
    versions,
    entries,
    counts,
    retries: { a: retriesIn(a), b: retriesIn(b) },
    diverged: first >= 0,
    firstDivergence,
    unrelated,
    cause: "",
    summary: () => summaryOf(diff),
  };
  return firstDivergence < 0 ? diff : withCause(diff, yield* causeOf(diff, options));
}

function withCause(diff: RunDiff, cause: string): RunDiff {
  const whole: RunDiff = { ...diff, cause, summary: () => summaryOf(whole) };
  return whole;
}

export function differs(entry: DiffEntry): boolean {
  return entry.op !== "equal" && !entry.parallel;
}

function shareOf(entries: readonly DiffEntry[], shorter: number): number {
  if (shorter === 0) return 1;
  return entries.filter((entry) => entry.a >= 0 && entry.b >= 0 && entry.similarity >= COUNTERPART).length / shorter;
}

function* countsOf(entries: readonly DiffEntry[], left: RunIdentities, right: RunIdentities): Steps<DiffCounts> {
  const counts = { equal: 0, changed: 0, removed: 0, added: 0, moved: 0 };
  for (const [n, { op, a, b }] of entries.entries()) {
    if (n % 8192 === 8191) yield 1;
    if (!(a >= 0 ? left.steps[a] : right.steps[b])?.derived) counts[op]++;
  }
  return counts;
}
