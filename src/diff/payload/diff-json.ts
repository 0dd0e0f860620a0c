import type { Run } from "../../run/run.ts";
import { maskedDifference } from "../cause/masked-difference.ts";
import type { DiffEntry, RunDiff } from "../run-diff.ts";

/** The comparison as one JSON object; steps by their names. */
export function diffJson(diff: RunDiff): object {
  const { a, b, entries, firstDivergence } = diff;
  const first = entries[firstDivergence];
  return {
    a: runJson(a),
    b: runJson(b),
    counts: diff.counts,
    retries: diff.retries,
    diverged: diff.diverged,
    unrelated: diff.unrelated ?? null,
    firstDivergence: first ? entryJson(first, diff) : null,
    cause: diff.cause === "" ? null : diff.cause,
    maskedDifference: maskedJson(diff),
    entries: entries.map((entry) => entryJson(entry, diff)),
  };
}

/** Equal steps from which on a placeholder stands for two values. */
function maskedJson(diff: RunDiff): object | null {
  const found = maskedDifference(diff);
  if (found === undefined) return null;
  return { a: diff.a.row(found.a).step, b: diff.b.row(found.b).step, placeholders: found.placeholders };
}

function runJson(run: Run): object {
  return { path: run.path, id: run.header.id ?? null, format: run.format, steps: run.steps };
}

function entryJson({ op, a, b, similarity, inherited, parallel }: DiffEntry, diff: RunDiff): object {
  return {
    op,
    a: a < 0 ? null : diff.a.row(a).step,
    b: b < 0 ? null : diff.b.row(b).step,
    similarity: Math.round(similarity * 1000) / 1000,
    ...(inherited && { inherited }),
    ...(parallel && { parallel }),
  };
}
