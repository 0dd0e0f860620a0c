import { isState } from "../../time/state-delta.ts";
import { selectedRow } from "../narrowing/visible.ts";
import type { State, Tab } from "../state.ts";

export interface TabTitle {
  /** The key that selects it; the digest (0) is what shows when none of them is chosen. */
  readonly key: string;
  readonly tab: Tab;
  readonly title: string;
}

export interface Tabs {
  readonly list: readonly TabTitle[];
  /** Place in the list of the tab that is shown; -1: the digest. */
  readonly selected: number;
}

const OF_CALLS = ["Request", "Response", "Messages", "Tool I/O", "Δ", "Raw"];
/** A state has no conversation and no tools; the others keep their keys. */
const OF_STATES = ["Before", "After", undefined, undefined, "Δ", "Raw"];

/** The tabs of the selected event. */
export function tabsOf(state: State): Tabs {
  const row = selectedRow(state);
  const titles = row && isState(row) ? OF_STATES : OF_CALLS;
  const list = titles.flatMap((title, n) => {
    const tab = ([1, 2, 3, 4, 5, 6] as const)[n];
    if (title === undefined || tab === undefined) return [];
    return [{ key: String(tab), tab, title: title === "Δ" && !state.options.unicode ? "Delta" : title }];
  });
  return { list, selected: list.findIndex(({ tab }) => tab === state.detail.tab) };
}
