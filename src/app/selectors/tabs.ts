import type { State } from "../state.ts";
import { selectedRow } from "../visible.ts";

export interface Tabs {
  readonly list: readonly { readonly key: string; readonly title: string }[];
  readonly selected: number;
}

const OF_CALLS = ["Request", "Response", "Messages", "Tool I/O", "Δ", "Raw"];
const OF_STATES = ["Before", "After", "Messages", "Tool I/O", "Δ", "Raw"];

/** The tabs of the selected event; the digest (0) is what shows when none of them is chosen. */
export function tabsOf(state: State): Tabs {
  const kind = selectedRow(state)?.kind;
  const titles = kind === "node" || kind === "checkpoint" ? OF_STATES : OF_CALLS;
  const list = titles.map((title, n) => ({
    key: String(n + 1),
    title: title === "Δ" && !state.options.unicode ? "Delta" : title,
  }));
  return { list, selected: state.detail.tab - 1 };
}
