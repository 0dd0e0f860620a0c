import type { RuleOptions } from "../identity/rules.ts";
import type { Run } from "../run/run.ts";
import type { Op } from "./align/alignment.ts";

/** What does not count: pointers as the report names them, tokens inside texts. */
export type DiffOptions = Pick<RuleOptions, "ignore" | "scrub">;

/** One row of two aligned runs. Steps of one row belong together; where one side has none its place is -1. */
export interface DiffEntry {
  readonly op: Op;
  /** Place in the list of A, and of B. */
  readonly a: number;
  readonly b: number;
  /** Name of the step in A, or in B where A has none. */
  readonly step: string;
  /** 1 for equal steps, 0..1 for changed ones, 0 where one side has none. */
  readonly similarity: number;
  /** Equal in itself, but the call was made with a history or settings that earlier steps changed. */
  readonly inherited?: boolean;
  /** Moved only among steps that ran at the same time: no difference in what happened. */
  readonly parallel?: boolean;
}

export interface DiffCounts {
  readonly equal: number;
  readonly changed: number;
  readonly removed: number;
  readonly added: number;
  readonly moved: number;
}

export interface RunDiff {
  readonly a: Run;
  readonly b: Run;
  readonly options: DiffOptions;
  /** Of A and of B when they were compared. */
  readonly versions: readonly [number, number];
  readonly entries: readonly DiffEntry[];
  /** Counted over steps with a number of their own; tools that are part of a call's turn go with it. */
  readonly counts: DiffCounts;
  /** Further attempts at calls that had failed: only the last attempt is compared. */
  readonly retries: { readonly a: number; readonly b: number };
  /** Anything differs, the order of parallel steps apart. */
  readonly diverged: boolean;
  /** Place in `entries`; -1 when nothing differs or the runs are unrelated. */
  readonly firstDivergence: number;
  /** One sentence; "" when nothing differs. */
  readonly cause: string;
  /** Fewer than one step in ten has a counterpart: share is how many have, 0..1. */
  readonly unrelated: { readonly share: number } | undefined;
  /** `37 equal · 2 changed · 1 removed · 4 added`, or that and what it means in two lines. */
  summary(): string;
}

/** One of the runs has grown, or has changed otherwise, since they were compared. */
export function isOutdated({ a, b, versions }: RunDiff): boolean {
  return a.version !== versions[0] || b.version !== versions[1];
}
