import type { EditSpec } from "../../fork/plan/edit-spec.ts";
import { recordedValue } from "../../fork/plan/recorded-value.ts";
import { changedPlaces } from "../../fork/rewrite/changed-places.ts";
import { valueInside, withValueInside } from "../../fork/rewrite/inside-text.ts";
import type { Json } from "../../json/json.ts";
import { setValue } from "../../json/set-value.ts";
import type { DraftState, EditPlace } from "./draft-state.ts";

/** Edits of a draft: always the smallest changes that make what is wanted of what was recorded. */

type Edited = Pick<DraftState, "run" | "edits">;

/** The value at a place as the draft has it. A text says why there is none. */
export function draftedValue(draft: Edited, { step, side, pointer }: EditPlace): { readonly value: Json } | string {
  const recorded = recordedValue(draft.run, step, side);
  if (!recorded.found) return recorded.why;
  const value = valueInside(withEdits(recorded.value, editsOf(draft, { step, side })), pointer);
  return value === undefined ? `there is nothing at /${side}${pointer} of step ${step}` : { value };
}

export function recordedAt(draft: Edited, { step, side, pointer }: EditPlace): Json | undefined {
  const recorded = recordedValue(draft.run, step, side);
  return recorded.found ? valueInside(recorded.value, pointer) : undefined;
}

/** The edits with another value at a place; the recorded one takes an edit back. A text says why it cannot be. */
export function withEdit(draft: Edited, place: EditPlace, value: Json): readonly EditSpec[] | string {
  const { step, side, pointer } = place;
  const recorded = recordedValue(draft.run, step, side);
  if (!recorded.found) return recorded.why;
  const drafted = withEdits(recorded.value, editsOf(draft, place));
  const wanted = withValueInside(drafted, pointer, value);
  if (wanted === undefined) return `there is nothing at /${side}${pointer} of step ${step}`;
  const own = changedPlaces(recorded.value, wanted).map((changed): EditSpec => ({ step, side, ...changed }));
  const others = draft.edits.filter((edit) => edit.step !== step || edit.side !== side);
  return [...others, ...own];
}

function editsOf({ edits }: Edited, { step, side }: Pick<EditPlace, "step" | "side">): readonly EditSpec[] {
  return edits.filter((edit) => edit.step === step && edit.side === side);
}

function withEdits(value: Json, edits: readonly EditSpec[]): Json {
  return edits.reduce((at, edit) => setValue(at, edit.pointer, edit.value) ?? at, value);
}
