import type { Run } from "../../run/run.ts";
import type { DiffEntry } from "../run-diff.ts";
import type { RunIdentities } from "../step-identity.ts";
import { mapped, type Steps } from "../work.ts";

/** Marks equal calls of models whose earlier conversation is not equal: they carry what earlier steps changed. */
export function* markInherited(
  entries: readonly DiffEntry[],
  [a, b]: readonly [Run, Run],
  { steps }: RunIdentities,
): Steps<readonly DiffEntry[]> {
  /** Place in A → place in B of calls with the same conversation up to and including their answers. */
  const clean = new Map<number, number>();
  return yield* mapped(entries, (entry) => {
    if ((entry.op !== "equal" && entry.op !== "moved") || steps[entry.a]?.shape !== "llm") return entry;
    const [before, after] = [a.previousCall(entry.a), b.previousCall(entry.b)];
    const same = before < 0 ? after < 0 : clean.get(before) === after;
    if (same) clean.set(entry.a, entry.b);
    return same ? entry : { ...entry, inherited: true };
  });
}
