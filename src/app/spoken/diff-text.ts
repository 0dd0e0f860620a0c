import { basename } from "node:path";
import { renderDiff } from "../../diff/payload/render-diff.ts";
import { sanitise } from "../../text/sanitise.ts";
import { isComparing } from "../diff/move.ts";
import { pairDoc } from "../diff/pair-doc.ts";
import { bannerOf } from "../selectors/diff-list.ts";
import type { State } from "../state.ts";
import { docText } from "./step-text.ts";

const WIDTH = 100;

/** Two runs beside each other: what `vcr diff` prints. */
export function diffText(state: State): readonly string[] {
  if (!isComparing(state)) return [];
  const { result, name, a, b, began } = state.diff;
  const lines = result ? renderDiff(result).trimEnd().split("\n") : bannerOf(state).map(({ text }) => text);
  const other = name ?? sanitise(basename((began === "a" ? b : a).path));
  return [`compared with ${other}:`, ...lines];
}

/** Where the two part, and why. */
export function divergenceText(state: State): readonly string[] {
  return isComparing(state) ? bannerOf(state).map(({ text }) => text) : [];
}

/** The comparison has followed its runs: it is not read out anew, where they part now is all that matters. */
export function comparedOn({ diff: before }: State, { diff: after }: State): boolean {
  if (!before?.result || !after?.result) return false;
  return before.result.a === after.result.a && before.result.b === after.result.b && before.context === after.context;
}

/** The selected pair of steps. */
export function pairText(state: State): readonly string[] {
  if (!isComparing(state) || !state.diff.result) return [];
  const context = { width: WIDTH, wrap: true, folds: state.detail.folds, unicode: false, highlight: null };
  return docText(pairDoc({ ...state.diff, mode: "inline" }, context));
}
