import type { CommandResult } from "../command.ts";
import { docFor } from "../detail/doc-for.ts";
import { toLine } from "../detail/move.ts";
import { matchRanges } from "../selectors/matches.ts";
import type { Hit } from "../state.ts";
import { toast } from "../toast.ts";
import { type Comparing, jumpToEntry } from "./move.ts";
import { inPair } from "./pair.ts";
import { isLeft } from "./shown-entries.ts";

/** Lines of a pair that are looked through for the hit. */
const LOOKED = 5000;

/** Hits in rows that the filter leaves, and the count of those it hides. */
export function shownDiffHits({ diff }: Comparing): { readonly hits: readonly Hit[]; readonly hidden: number } {
  const all = diff.search?.hits ?? [];
  const hits = all.filter(({ i }) => isLeft(diff, i));
  return { hits, hidden: all.length - hits.length };
}

/** To the next (or previous) row with a hit; round the end, and says so. */
export function nextDiffHit(state: Comparing, direction: 1 | -1): CommandResult {
  const { search, selected } = state.diff;
  if (!search) return state;
  const { hits, hidden } = shownDiffHits(state);
  if (hits.length === 0) return toast(state, nothing(state, hidden), "warning");
  const found = direction > 0 ? hits.find(({ i }) => i > selected) : hits.findLast(({ i }) => i < selected);
  if (found) return arrive(state, found);
  if (!search.complete) return toast(state, "still searching");
  const around = arrive(state, direction > 0 ? hits[0]! : hits.at(-1)!);
  return toast(around, `search went on at the ${direction > 0 ? "top" : "bottom"}`);
}

/** After new hits: to the first one at or after the selected row, as soon as it is known. */
export function arriveAtFirstDiffHit(state: Comparing): Comparing {
  const { search, selected } = state.diff;
  if (!search || search.wanted === 0) return state;
  const { hits } = shownDiffHits(state);
  const next = hits.find(({ i }) => i >= selected) ?? (search.complete ? hits[0] : undefined);
  return next ? arrive({ ...state, diff: { ...state.diff, search: { ...search, wanted: 0 } } }, next) : state;
}

/** Selects the row; the pair's cursor stands on the first line that shows the hit. */
function arrive(state: Comparing, hit: Hit): Comparing {
  const moved = jumpToEntry(state, hit.i);
  const ranges = matchRanges(moved);
  if (!ranges) return moved;
  return inPair(moved, (pair) => {
    const doc = docFor(pair);
    for (let n = 0; n < doc.count && n < LOOKED; n++) {
      const text = doc
        .row(n)
        .spans.map((span) => span.text)
        .join("");
      if (ranges(text).length > 0) return toLine(pair, doc, n);
    }
    return pair;
  });
}

function nothing({ diff: { search } }: Comparing, hidden: number): string {
  if (hidden > 0) return `${hidden} hits, all in rows that the filter hides`;
  return search?.complete ? `"${search.text}" is nowhere in these runs` : "no hit yet, still searching";
}
