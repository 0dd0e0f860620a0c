import type { RunDiff } from "../../diff/run-diff.ts";
import type { Run } from "../../run/run.ts";

export const DIFF_MODES = ["inline", "side", "raw"] as const;
export type DiffMode = (typeof DIFF_MODES)[number];

/** The run in view (A) beside another (B). */
export interface DiffState {
  /** How B is called in the header: its file, or what it is of this run. */
  readonly name: string;
  readonly b: Run;
  /** Null while the runs are being read and compared. */
  readonly result: RunDiff | null;
  /** 0..1 */
  readonly progress: number;
  /** Place in the result's entries. */
  readonly selected: number;
  /** Rows between the top of the list and the selected one. */
  readonly offset: number;
  /** First line of the detail that is seen. */
  readonly top: number;
  readonly mode: DiffMode;
  /** Equal rows kept around each difference; null: all rows are shown. */
  readonly context: number | null;
  /** Times, ids and white space do not count. */
  readonly ignoreNoise: boolean;
}

export function openedDiff(name: string, b: Run): DiffState {
  return {
    name,
    b,
    result: null,
    progress: 0,
    selected: 0,
    offset: 0,
    top: 0,
    mode: "inline",
    context: null,
    ignoreNoise: false,
  };
}
