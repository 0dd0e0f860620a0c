import { type DraftLine, short } from "./draft-line.ts";
import type { DraftState, EditPlace } from "./draft-state.ts";
import { keptDraft } from "./kept-draft.ts";
import { settingLines } from "./setting-lines.ts";
import { startProblem } from "./start-problem.ts";
import { draftWords } from "./words.ts";

export function editId({ step, side, pointer }: EditPlace): string {
  return `edit ${step}:/${side}${pointer}`;
}

let last: { readonly draft: DraftState; readonly lines: readonly DraftLine[] } | undefined;

export function draftLines(draft: DraftState): readonly DraftLine[] {
  if (last?.draft !== draft) last = { draft, lines: linesOf(draft) };
  return last.lines;
}

function linesOf(draft: DraftState): readonly DraftLine[] {
  const words = draftWords(draft).map((word): DraftLine => ({ id: null, ...word }));
  return [
    ...words,
    blank(),
    ...actionLines(draft),
    blank(),
    ...draft.edits.map((edit): DraftLine => {
      const text = `step ${edit.step} /${edit.side}${edit.pointer} ${edit.value === undefined ? "is left out" : `is now ${short(edit.value)}`}`;
      return { id: editId(edit), label: "edit", text, token: "diff.changed", changed: true };
    }),
    ...offeredLines(draft),
    ...discardLine(draft),
    ...settingLines(draft),
  ];
}

/** What can be edited from here, without a way back to the run. */
function offeredLines({ edits, offered }: DraftState): readonly DraftLine[] {
  const taken = new Set(edits.map(editId));
  return offered
    .filter((place) => !taken.has(editId(place)))
    .map((place) => ({
      id: editId(place),
      label: "edit",
      text: `${placeText(place)} (Enter: change it)`,
      token: "text",
    }));
}

const SIDES = {
  request: "what the model was asked in",
  response: "what the model answered in",
  result: "what",
} as const;

function placeText({ step, side, pointer }: EditPlace): string {
  const whole = side === "result" ? `${SIDES[side]} the tool of ${step} said` : `${SIDES[side]} step ${step}`;
  return pointer === "" ? whole : `${pointer} of ${whole}`;
}

function blank(): DraftLine {
  return { id: null, label: "", text: "", token: "text" };
}

/** What has to be known of a start where its facts are out of view. */
function startText(draft: DraftState): string {
  const { outlook, alone } = draft;
  const who = alone ? "vcr alone, " : "";
  if (outlook?.planned.type !== "planned") return "";
  const { limit, models, here } = outlook.planned.preview;
  const model = draft.model ?? models.join(", ");
  return `${who}live from step ${limit}${model === "" ? "" : ` (${model})`}, ${here ? "on this machine" : "costs money"}`;
}

/** What was set by hand comes back when the run is opened again: there is a way out of it. */
function discardLine(draft: DraftState): readonly DraftLine[] {
  const kept = keptDraft(draft);
  if (kept === undefined) return [];
  const { edits: _, at: __, ...others } = kept;
  const { length } = draft.edits;
  const what = [
    ...(length === 0 ? [] : [length === 1 ? "1 edit" : `${length} edits`]),
    ...(Object.keys(others).length === 0 ? [] : ["what else was set"]),
  ].join(" and ");
  return [{ id: "discard", label: "Discard", text: `${what}: all as recorded again`, token: "text" }];
}

function actionLines(draft: DraftState): readonly DraftLine[] {
  const why = startProblem(draft);
  const key = draft.outlook?.planned.type === "planned" ? draft.outlook.planned.preview.missingKeys : [];
  return [
    why === undefined
      ? {
          id: "start",
          label: "Start",
          text: startText(draft),
          token: "text.strong",
        }
      : { id: "start", label: "Start", text: `not yet: ${why}`, token: "text.dim" },
    { id: "cancel", label: "Cancel", text: "back; the draft is kept", token: "text" },
    ...(key.length === 0 || draft.alone
      ? []
      : [
          {
            id: "own-key",
            label: "own key",
            text: draft.ownKey
              ? "yes: the agent brings a key of its own"
              : `no: ${key.join(", ")} ${key.length === 1 ? "is" : "are"} needed (Enter: the agent brings a key of its own)`,
            token: "text",
            changed: draft.ownKey,
          },
        ]),
  ];
}
