import { differs } from "../../diff/diff-runs.ts";
import type { DocContext } from "../detail/context.ts";
import { diffLayoutOf } from "../layout-diff.ts";
import type { State } from "../state.ts";
import type { DiffState } from "./diff-state.ts";
import { pairDoc } from "./pair-doc.ts";
import { entryOfLine, lineOfEntry, shownEntries } from "./shown-entries.ts";

/** State with a comparison in it. */
export type Comparing = State & { readonly diff: DiffState };

export function isComparing(state: State): state is Comparing {
  return state.diff !== null;
}

export function diffListHeight(state: Pick<State, "size">): number {
  return Math.max(1, diffLayoutOf(state.size).list?.height ?? 1);
}

export function diffDetailHeight(state: Pick<State, "size">): number {
  return Math.max(1, diffLayoutOf(state.size).detail?.height ?? 1);
}

export function diffContext(state: State): DocContext {
  return {
    width: Math.max(10, (diffLayoutOf(state.size).detail?.width ?? state.size.columns) - 1),
    wrap: true,
    folds: state.detail.folds,
    unicode: state.options.unicode,
    highlight: state.highlight,
  };
}

/** First line of the list that is seen. */
export function diffTop(state: Comparing): number {
  const shown = shownEntries(state.diff);
  const line = lineOfEntry(shown, state.diff.selected);
  const height = diffListHeight(state);
  const kept = Math.min(Math.max(state.diff.offset, Math.min(2, height - 1)), Math.max(0, height - 3));
  return Math.min(Math.max(0, line - kept), Math.max(0, shown.length - height));
}

export function selectEntry(state: Comparing, entry: number): State {
  const shown = shownEntries(state.diff);
  const count = state.diff.result?.entries.length ?? 0;
  if (count === 0) return state;
  const held = Math.min(Math.max(0, entry), count - 1);
  const moved = lineOfEntry(shown, held) - lineOfEntry(shown, state.diff.selected);
  const offset = Math.min(Math.max(0, state.diff.offset + moved), diffListHeight(state) - 1);
  return { ...state, diff: { ...state.diff, selected: held, offset, top: 0 } };
}

/** By lines of the list as it is shown. */
export function moveLines(state: Comparing, by: number): State {
  const shown = shownEntries(state.diff);
  const line = Math.min(Math.max(0, lineOfEntry(shown, state.diff.selected) + by), shown.length - 1);
  const target = shown[line];
  return target ? selectEntry(state, entryOfLine(target)) : state;
}

/** The next or previous row that differs; -1 when there is none. Groups: the first row of the next group of differences. */
export function nextChange({ diff }: Comparing, direction: 1 | -1, groups: boolean): number {
  const entries = diff.result?.entries ?? [];
  const begins = (n: number): boolean => differs(entries[n]!) && (!groups || n === 0 || !differs(entries[n - 1]!));
  for (let n = diff.selected + direction; n >= 0 && n < entries.length; n += direction) if (begins(n)) return n;
  return -1;
}

export function scrollPair(state: Comparing, by: number): State {
  const last = Math.max(0, pairDoc(state.diff, diffContext(state)).count - diffDetailHeight(state));
  const top = Math.min(Math.max(0, Math.min(state.diff.top, last) + by), last);
  return { ...state, diff: { ...state.diff, top } };
}
