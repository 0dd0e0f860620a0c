import { searchMatcher } from "../../query/search/search.ts";
import { searchInView } from "../narrowing/narrowing.ts";
import type { State } from "../state.ts";

export interface TextRange {
  readonly from: number;
  readonly to: number;
}

let last: { readonly text: string; readonly ranges: ((text: string) => readonly TextRange[]) | undefined } | undefined;

/** Finds what was searched for in a line of the screen, to mark it; undefined while nothing is searched for. */
export function matchRanges(state: State): ((text: string) => readonly TextRange[]) | undefined {
  const text = state.prompt?.kind === "search" ? state.prompt.text : searchInView(state)?.text;
  if (text === undefined || text === "") return undefined;
  if (last?.text !== text) last = { text, ranges: rangesOf(text) };
  return last.ranges;
}

function rangesOf(text: string): ((line: string) => readonly TextRange[]) | undefined {
  const matcher = searchMatcher(text);
  return "problem" in matcher ? undefined : (line) => matcher.find(line, 50).map(([from, to]) => ({ from, to }));
}
