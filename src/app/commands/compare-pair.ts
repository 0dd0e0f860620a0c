import type { Command, CommandResult } from "../command.ts";
import { foldAll, foldAt, foldDeep, toggleFold } from "../detail/fold.ts";
import { scrollDetail } from "../detail/move.ts";
import { type Comparing, diffListHeight, moveLines } from "../diff/move.ts";
import { inPair } from "../diff/pair.ts";
import type { PaneName, State } from "../state.ts";
import { comparing } from "./compare-move.ts";
import { showTab } from "./detail.ts";

function focus(state: Comparing, pane: PaneName): State {
  return { ...state, diff: { ...state.diff, focus: pane } };
}

function otherPane(state: Comparing): State {
  return focus(state, state.diff.focus === "list" ? "detail" : "list");
}

/** Space pages in the list and folds in the pair, as on the screen of a run. */
function space(state: Comparing, count: number): State {
  if (state.diff.focus === "list") return moveLines(state, count * Math.max(1, diffListHeight(state) - 1));
  return inPair(state, toggleFold);
}

function right(state: Comparing): State {
  return state.diff.focus === "list" ? focus(state, "detail") : inPair(state, (pair) => foldAt(pair, "open") ?? pair);
}

/** Left folds, then goes out: at the outermost line back to the list. */
function left(state: Comparing): State {
  if (state.diff.focus === "list") return state;
  const folded = inPair(state, (pair) => foldAt(pair, "close") ?? pair);
  const same = (["cursor", "folds"] as const).every((key) => folded.diff?.detail[key] === state.diff.detail[key]);
  return same ? focus(state, "list") : folded;
}

function tab(state: Comparing, by: number): State {
  return inPair(state, (pair) => showTab(pair, pair.detail.tab + by));
}

function on(keys: readonly string[], id: string, title: string, run: (s: Comparing, n: number) => CommandResult) {
  return { id, keys, title, contexts: ["diff"] as const, group: "Compare" as const, run: comparing(run) };
}

/** Cursor and folds of the selected pair. */
export const COMPARE_PAIR: readonly Command[] = [
  {
    ...on(["tab", "shift-tab"], "diff.next-pane", "Into the pair, or back to the list", otherPane),
    hint: "pane",
    hintRank: 7,
  },
  on(["space", "z a"], "diff.fold", "In the list a page down; in the pair fold or unfold", space),
  on(["l", "right"], "diff.right", "Into the pair; there unfold", right),
  on(["h", "left"], "diff.left", "Fold; at the edge back to the list", left),
  on(["L"], "diff.unfold-deep", "Unfold with all below", (s) => inPair(s, (pair) => foldDeep(pair, true))),
  on(["H"], "diff.fold-deep", "Fold with all below", (s) => inPair(s, (pair) => foldDeep(pair, false))),
  on(["z R"], "diff.unfold-all", "Unfold all", (s) => inPair(s, (pair) => foldAll(pair, true))),
  on(["z M"], "diff.fold-all", "Fold all", (s) => inPair(s, (pair) => foldAll(pair, false))),
  on(["w"], "diff.wrap", "Wrap long lines, or cut them", (s) =>
    inPair(s, (pair) => scrollDetail({ ...pair, detail: { ...pair.detail, wrap: !pair.detail.wrap } }, 0)),
  ),
  on([">"], "diff.next-tab", "Next tab, where the steps do not differ", (s) => tab(s, 1)),
  on(["<"], "diff.previous-tab", "Previous tab, where the steps do not differ", (s) => tab(s, -1)),
];
