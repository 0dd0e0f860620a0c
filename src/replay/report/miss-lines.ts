import type { CountedMiss } from "../replay-session.ts";
import { differenceLines } from "./difference-lines.ts";

/** A call without a recording, as reports tell it. */
export function missLines({ miss, times }: CountedMiss, hint: string | undefined): readonly string[] {
  const { nearest, label, words, difference } = miss;
  const step = nearest === undefined ? "" : `step ${nearest.step} `;
  const where = difference === undefined ? words : `differs at ${difference.pointer || "/"}`;
  const often = times > 1 ? ` (asked ${times} times)` : "";
  return [
    `divergence: ${step}${label}, ${where}${often}`,
    ...(difference === undefined ? [] : differenceLines(difference).map((line) => `  ${line}`)),
    ...(hint === undefined ? [] : [`  hint: ${hint}`]),
  ];
}
