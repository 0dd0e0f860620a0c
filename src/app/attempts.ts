import type { Row, Run } from "../run/run.ts";
import type { StepName } from "../trace/event.ts";
import type { RowNumber } from "../trace/row-sink.ts";

/**
 * A call that failed and was made again is one line of the list: its attempts are folded under the last one until
 * somebody wants to see them.
 */

/** The call that a failed attempt belongs to. */
export interface Attempted {
  /** Its first attempt: what opened and closed calls are known by, as a further attempt may come. */
  readonly first: StepName;
  /** Its last attempt. */
  readonly last: RowNumber;
}

const known = new WeakMap<Run, { readonly version: number; readonly attempts: ReadonlyMap<RowNumber, Attempted> }>();

/** Failed attempts of a run, and the tools that their cut answers asked for, each with the call it belongs to. */
export function attemptsIn(run: Run): ReadonlyMap<RowNumber, Attempted> {
  const old = known.get(run);
  if (old?.version === run.version) return old.attempts;
  const rows = run.repeated.map((row) => run.indexOfRow(row)).flatMap((i) => (i < 0 ? [] : [run.row(i)]));
  const attempts = attemptsOf(rows);
  known.set(run, { version: run.version, attempts });
  return attempts;
}

/** Earlier attempts stand before later ones. */
function attemptsOf(rows: readonly Row[]): ReadonlyMap<RowNumber, Attempted> {
  const firsts = new Map<RowNumber, StepName>();
  for (const { row, repeats, step } of rows)
    firsts.set(row, (repeats === undefined ? undefined : firsts.get(repeats)) ?? step);
  const attempts = new Map<RowNumber, Attempted>();
  for (const { row, step, repeatedBy } of rows.toReversed()) {
    if (repeatedBy === undefined) continue;
    const last = attempts.get(repeatedBy)?.last ?? repeatedBy;
    attempts.set(row, { first: firsts.get(row) ?? step, last });
  }
  for (const { row, parent } of rows) {
    const of = parent === undefined ? undefined : attempts.get(parent);
    if (of && !attempts.has(row)) attempts.set(row, of);
  }
  return attempts;
}

/** The call that row `i` is an attempt at, the last one included; undefined where it was made once. */
export function attemptedBy(run: Run, i: number): Attempted | undefined {
  if (i < 0) return undefined;
  const { row, repeats } = run.row(i);
  const attempts = attemptsIn(run);
  return attempts.get(row) ?? (repeats === undefined ? undefined : attempts.get(repeats));
}

/** Rows without the failed attempts whose last one is among them too. */
export function foldedRows(run: Run, rows: readonly number[]): readonly number[] {
  const attempts = attemptsIn(run);
  if (attempts.size === 0) return rows;
  const listed = new Set(rows);
  return rows.filter((i) => {
    const of = attempts.get(run.row(i).row);
    return of === undefined || !listed.has(run.indexOfRow(of.last));
  });
}

/** `attempt 2`, `repeats step 4`, `made again as step 6`; nothing for a call that was made once. */
export function attemptWords(run: Run, { attempt, retryOf, repeatedBy }: Row): readonly string[] {
  return [
    attempt === undefined ? "" : `attempt ${attempt}`,
    retryOf === undefined ? "" : `repeats step ${retryOf}`,
    repeatedBy === undefined ? "" : `made again as step ${run.row(run.indexOfRow(repeatedBy)).step}`,
  ].filter((words) => words !== "");
}
