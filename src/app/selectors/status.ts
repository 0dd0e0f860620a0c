import { formatOffset } from "../../text/format.ts";
import { sanitise } from "../../text/sanitise.ts";
import { draftOf } from "../draft/draft-state.ts";
import { liveOf } from "../live/live-state.ts";
import { hitNumber, shownHits } from "../narrowing/hits.ts";
import { filterInView, searchInView } from "../narrowing/narrowing.ts";
import { selectedRow, unfoldedOf } from "../narrowing/visible.ts";
import type { State } from "../state.ts";
import { totalsOf } from "./totals.ts";

export interface Segment {
  readonly text: string;
  readonly token: string;
  /** Higher stays longer as the bar gets narrow. */
  readonly priority: number;
}

/** Where the user is, and what is in force: step, count, turn, time, filter, search. */
export function statusOf(state: State): readonly Segment[] {
  const row = selectedRow(state);
  const { run } = state;
  const first = totalsOf(run).firstAt;
  const offset = row?.at === undefined || first === undefined ? "" : formatOffset(row.at - first);
  return [
    row ? segment(`step ${row.step}`, 0) : segment(run.length === 0 ? emptyText(state) : "", 0),
    segment(countText(state), 1),
    segment(row && row.turn > 0 ? `turn ${row.turn}` : "", 5),
    segment(offset, 6),
    filterSegment(state),
    segment(state.sort ? `by ${state.sort.field}${state.sort.descending ? ", largest first" : ""}` : "", 3),
    searchSegment(state),
    state.list.follow === "yes" && mayGrow(state) ? segment("following", 3, "live") : segment("", 9),
    breakpointSegment(state),
    draftSegment(state),
    noteSegment(state),
    pendingSegment(state),
  ].filter(({ text }) => text !== "");
}

function segment(text: string, priority: number, token = "bar"): Segment {
  return { text, priority: 10 - priority, token };
}

function emptyText(state: State): string {
  return state.loading.complete ? "no events in this run" : "reading the first events";
}

/** What a filter leaves is counted, folded attempts too. */
function countText(state: State): string {
  const left = unfoldedOf(state);
  return left.filtered
    ? `${left.count} of ${state.run.length} rows`
    : `${state.run.steps} ${state.run.steps === 1 ? "step" : "steps"}`;
}

export function filterSegment(state: State): Segment {
  const filter = filterInView(state);
  if (filter.text === "") return segment("no filter", 8, "text.dim");
  const how = filter.off ? " (off)" : filter.complete ? "" : " …";
  return segment(`filter: ${sanitise(filter.text)}${how}`, 2, filter.problem ? "warning" : "bar");
}

export function searchSegment(state: State): Segment {
  const search = searchInView(state);
  if (!search) return segment("", 9);
  const { hits, hidden } = shownHits(state);
  const more = search.complete ? "" : "+";
  const place = hitNumber(state);
  return segment(
    `/${sanitise(search.text)}  ${place > 0 ? `${place}/` : ""}${hits.length}${more}${hidden > 0 ? ` (${hidden} hidden)` : ""}`,
    2,
    "match",
  );
}

/** A run whose end was seen has no more to follow. */
function mayGrow(state: State): boolean {
  return liveOf(state)?.phase !== "over";
}

function breakpointSegment({ annotations }: State): Segment {
  const on = annotations.breakpoints.filter((each) => each.on).length;
  return segment(on === 0 ? "" : `${on} breakpoint${on === 1 ? "" : "s"}`, 7, "breakpoint");
}

/** Edits that `r` comes back to. */
function draftSegment(state: State): Segment {
  const edits = draftOf(state)?.edits.length ?? 0;
  return segment(edits === 0 ? "" : `${edits} edit${edits === 1 ? "" : "s"} drafted`, 7, "diff.changed");
}

function noteSegment({ annotations, list }: State): Segment {
  const note = annotations.notes.get(list.step);
  return segment(note === undefined ? "" : `note: ${sanitise(note)}`, 2, "mark");
}

export function pendingSegment({ pending }: State): Segment {
  const typed = pending.count + pending.keys.join(" ");
  return segment(typed, 1, "hint.key");
}
