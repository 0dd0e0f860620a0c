import { type DraftState, draftOf } from "../draft/draft-state.ts";
import { draftHidden } from "../draft/move.ts";
import { limitOf } from "../draft/parameters.ts";
import { workingText } from "../draft/words.ts";
import type { State } from "../state.ts";
import { pendingSegment, type Segment } from "./status.ts";

/** Edits, where it begins, what is under way. */
export function draftStatus(state: State): readonly Segment[] {
  const draft = draftOf(state);
  if (!draft) return [];
  const { edits } = draft;
  return [
    segment(hiddenText(state), 0),
    segment("draft of a fork: nothing has started", 1),
    segment(edits.length === 0 ? "no edits" : `${edits.length} ${edits.length === 1 ? "edit" : "edits"}`, 2),
    segment(placeText(draft), 3),
    pendingSegment(state),
  ].filter(({ text }) => text !== "");
}

/** "6 rows above, 12 below" */
function hiddenText(state: State): string {
  const { above, below } = draftHidden(state);
  if (above === 0) return below === 0 ? "" : `${below} more below`;
  return below === 0 ? `${above} more above` : `${above} more above, ${below} below`;
}

function placeText(draft: DraftState): string {
  if (draft.starting) return "starting";
  if (draft.progress !== null) return workingText(draft.progress);
  const limit = limitOf(draft);
  return limit === undefined ? "" : `live from step ${limit}`;
}

function segment(text: string, priority: number): Segment {
  return { text, token: "bar", priority: 10 - priority };
}
