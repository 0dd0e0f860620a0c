import type { CommandResult } from "./command.ts";
import { visibleOf } from "./narrowing/visible.ts";
import { jump } from "./select.ts";
import type { State } from "./state.ts";
import { toast } from "./toast.ts";

export interface Seek {
  readonly direction: 1 | -1;
  /** Asked of places of the run; should read columns only. */
  readonly test: (i: number) => boolean;
  /** "error": for the word at an edge. */
  readonly what: string;
  readonly count: number | undefined;
}

/** To the n-th shown row in a direction that passes a test; an edge says so instead of wrapping: time does not. */
export function seek(state: State, { direction, test, what, count }: Seek): CommandResult {
  const visible = visibleOf(state);
  let left = Math.max(1, count ?? 1);
  let found = -1;
  const from = visible.find(state.list.step);
  for (let n = from + direction; n >= 0 && n < visible.count && left > 0; n += direction) {
    const i = visible.at(n);
    if (!test(i)) continue;
    found = i;
    left--;
  }
  if (found >= 0) return jump(state, found);
  const where = visible.filtered ? " among the shown" : "";
  return toast(state, `no ${direction > 0 ? "later" : "earlier"} ${what}${where}`, "warning");
}
