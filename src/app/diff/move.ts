import { differs } from "../../diff/diff-runs.ts";
import type { DiffEntry } from "../../diff/run-diff.ts";
import type { Row, Run } from "../../run/run.ts";
import { attemptedBy } from "../attempts.ts";
import { diffLayoutOf } from "../layout/layout-diff.ts";
import type { State } from "../state.ts";
import type { DiffState } from "./diff-state.ts";
import { entryOfLine, isLeft, lineOfEntry, shownEntries } from "./shown-entries.ts";

/** State with a comparison in it. */
export type Comparing = State & { readonly diff: DiffState };

export function isComparing(state: State): state is Comparing {
  return state.diff !== null;
}

export function diffListHeight(state: Pick<State, "size">): number {
  return Math.max(1, diffLayoutOf(state.size).list?.height ?? 1);
}

/** First line of the list that is seen. */
export function diffTop(state: Comparing): number {
  const shown = shownEntries(state.diff);
  const line = lineOfEntry(shown, state.diff.selected);
  const height = diffListHeight(state);
  const margin = Math.min(2, Math.floor((height - 1) / 2));
  const kept = Math.min(Math.max(state.diff.offset, margin), height - 1 - margin);
  return Math.min(Math.max(0, line - kept), Math.max(0, shown.length - height));
}

/** The list scrolls only as far as it must, the pair starts at its top. */
export function selectEntry(state: Comparing, entry: number): Comparing {
  const shown = shownEntries(state.diff);
  const count = state.diff.result?.entries.length ?? 0;
  if (count === 0) return state;
  const held = Math.min(Math.max(0, entry), count - 1);
  if (held === state.diff.selected) return state;
  const from = diffTop(state);
  const line = lineOfEntry(shown, held);
  const offset = Math.min(Math.max(0, line - from), diffListHeight(state) - 1);
  const detail = { ...state.diff.detail, cursor: undefined, top: 0 };
  return { ...state, diff: { ...state.diff, selected: held, offset, detail } };
}

const MOST_JUMPS = 100;

/** Selects an entry, and remembers where the jump came from. */
export function jumpToEntry(state: Comparing, entry: number): Comparing {
  const moved = selectEntry(state, entry);
  if (moved.diff.selected === state.diff.selected) return state;
  const back = [...state.diff.jumps.back, state.diff.selected].slice(-MOST_JUMPS);
  return { ...moved, diff: { ...moved.diff, jumps: { back, forward: [] } } };
}

/** By lines of the list as it is shown. */
export function moveLines(state: Comparing, by: number): Comparing {
  const shown = shownEntries(state.diff);
  const line = Math.min(Math.max(0, lineOfEntry(shown, state.diff.selected) + by), shown.length - 1);
  const target = shown[line];
  return target ? selectEntry(state, entryOfLine(target)) : state;
}

/** After a filter: what is selected is shown, the nearest row before it where it is not. */
export function settleEntry(state: Comparing): Comparing {
  const { diff } = state;
  if (isLeft(diff, diff.selected)) return state;
  const shown = shownEntries(diff);
  const line = shown[lineOfEntry(shown, diff.selected)];
  return line ? selectEntry(state, entryOfLine(line)) : state;
}

/** The n-th entry in a direction that the filter leaves and that passes a test; the last one there is, -1 for none. */
export function seekEntry(
  { diff }: Comparing,
  { direction, count, test }: { readonly direction: 1 | -1; readonly count: number; test(entry: number): boolean },
): number {
  const total = diff.result?.entries.length ?? 0;
  let found = -1;
  let left = count;
  for (let n = diff.selected + direction; n >= 0 && n < total && left > 0; n += direction) {
    if (!isLeft(diff, n) || !test(n)) continue;
    found = n;
    left--;
  }
  return found;
}

/** A row that differs. Groups: the first one of a group of differences. */
export function isChange({ diff }: Comparing, groups: boolean): (entry: number) => boolean {
  const entries = diff.result?.entries ?? [];
  return (n) => differs(entries[n]!) && (!groups || n === 0 || !differs(entries[n - 1]!));
}

/** The step of either run passes a test. */
export function hasRow({ diff }: Comparing, test: (row: Row) => boolean): (entry: number) => boolean {
  const { result } = diff;
  return (n) => {
    const entry = result?.entries[n];
    if (!result || !entry) return false;
    return (entry.a >= 0 && test(result.a.row(entry.a))) || (entry.b >= 0 && test(result.b.row(entry.b)));
  };
}

/** The run in view has a mark there: what the user has written is known of that one. */
export function isMarked({ run, diff, annotations }: Comparing, entry: DiffEntry): boolean {
  const place = run === diff.a ? entry.a : run === diff.b ? entry.b : -1;
  return place >= 0 && annotations.marks.has(run.row(place).step);
}

/** The entry of a step by its name in A, else in B; of a failed attempt that of the last. -1 when neither has it. */
export function entryOfStep({ diff }: Comparing, step: string): number {
  const { result } = diff;
  if (!result) return -1;
  const [a, b] = [lastAttemptAt(result.a, step), lastAttemptAt(result.b, step)];
  const inA = a < 0 ? -1 : result.entries.findIndex((entry) => entry.a === a);
  return inA >= 0 || b < 0 ? inA : result.entries.findIndex((entry) => entry.b === b);
}

function lastAttemptAt(run: Run, step: string): number {
  const i = run.indexOf(step);
  const last = attemptedBy(run, i)?.last;
  return last === undefined ? i : run.indexOfRow(last);
}
