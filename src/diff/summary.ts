import type { DiffCounts, RunDiff } from "./run-diff.ts";

/** `37 equal · 2 changed · 1 removed · 4 added`: what is 0 is left out. */
export function countsLine(counts: DiffCounts): string {
  const words = (["equal", "changed", "removed", "added", "moved"] as const).flatMap((op) =>
    counts[op] > 0 ? [`${counts[op]} ${op}`] : [],
  );
  return words.length > 0 ? words.join(" · ") : "no steps";
}

/** ` · 3 retries in A`: they are in no other count; "" where there are none. */
export function retriesText({ retries: { a, b } }: RunDiff): string {
  const words = (count: number, run: string): string =>
    count === 0 ? "" : ` · ${count} ${count === 1 ? "retry" : "retries"} in ${run}`;
  return words(a, "A") + words(b, "B");
}

/** `first divergence: step 17 (A) / 17 (B)`, a side that has no such step left out; undefined when there is none. */
export function divergenceLine({ entries, firstDivergence, a, b }: RunDiff): string | undefined {
  const entry = entries[firstDivergence];
  if (!entry) return undefined;
  const sides = [
    ...(entry.a >= 0 ? [`${a.row(entry.a).step} (A)`] : []),
    ...(entry.b >= 0 ? [`${b.row(entry.b).step} (B)`] : []),
  ];
  return `first divergence: step ${sides.join(" / ")}`;
}

/** What the comparison comes to, without the counts. */
export function verdictLines(diff: RunDiff): readonly string[] {
  if (diff.unrelated)
    return [
      `unrelated: ${percent(diff.unrelated.share)} of the steps of the shorter run have a counterpart in the other; these are different runs, not one that parted`,
    ];
  const first = divergenceLine(diff);
  return first === undefined ? ["no divergence"] : [first, `cause: ${diff.cause}.`];
}

export function summaryOf(diff: RunDiff): string {
  return [countsLine(diff.counts), ...verdictLines(diff)].join("\n");
}

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}
