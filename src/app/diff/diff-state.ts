import type { RunDiff } from "../../diff/run-diff.ts";
import type { Run } from "../../run/run.ts";
import { type DetailState, type FilterState, NO_FILTER, type PaneName, type SearchState } from "../state.ts";

export const DIFF_MODES = ["inline", "side", "raw"] as const;
export type DiffMode = (typeof DIFF_MODES)[number];

export type DiffSide = "a" | "b";

/** Two runs beside each other; one of them is the run in view. */
export interface DiffState {
  /** How B is called in the header where it is no file: what it is of this run. */
  readonly name: string | null;
  readonly a: Run;
  readonly b: Run;
  /** The one that was in view when it was opened: leaving comes back to it. */
  readonly began: DiffSide;
  /** Null while the runs are being read and compared. */
  readonly result: RunDiff | null;
  /** 0..1 */
  readonly progress: number;
  /** Place in the result's entries. */
  readonly selected: number;
  /** Rows between the top of the list and the selected one. */
  readonly offset: number;
  readonly focus: PaneName;
  /** Cursor, scroll and folds of the pair. */
  readonly detail: DetailState;
  /** Of both runs; its rows are places in the entries. */
  readonly filter: FilterState;
  /** Of both runs; `i` of a hit is a place in the entries. */
  readonly search: SearchState | null;
  /** Entries that were jumped from. */
  readonly jumps: { readonly back: readonly number[]; readonly forward: readonly number[] };
  readonly mode: DiffMode;
  /** Equal rows kept around each difference; null: all rows are shown. */
  readonly context: number | null;
  /** Times, ids and paths do not count. */
  readonly ignoreNoise: boolean;
}

export function openedDiff(a: Run, b: Run, name: string | null = null): DiffState {
  return {
    name,
    a,
    b,
    began: "a",
    result: null,
    progress: 0,
    selected: 0,
    offset: 0,
    focus: "list",
    detail: { tab: 0, cursor: undefined, top: 0, folds: new Map(), wrap: true },
    filter: NO_FILTER,
    search: null,
    jumps: { back: [], forward: [] },
    mode: "inline",
    context: null,
    ignoreNoise: false,
  };
}
