import type { Json } from "../../json/json.ts";
import { compact } from "../../run/what.ts";
import { quoted } from "../../text/quoted.ts";
import type { DraftState, EditPlace } from "./draft-state.ts";
import { limitOf, recordedParameters } from "./parameters.ts";
import { draftWords } from "./words.ts";

/** A line of a draft: words, or with an id something that can be set or done. */
export interface DraftLine {
  readonly id: string | null;
  readonly label: string;
  readonly text: string;
  readonly token: string;
  /** Other than recorded. */
  readonly changed?: boolean;
}

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
      const text = `step ${edit.step} /${edit.side}${edit.pointer} is now ${short(edit.value)}`;
      return { id: editId(edit), label: "edit", text, token: "diff.changed", changed: true };
    }),
    ...settingLines(draft),
  ];
}

function blank(): DraftLine {
  return { id: null, label: "", text: "", token: "text" };
}

function actionLines(draft: DraftState): readonly DraftLine[] {
  const why = startProblem(draft);
  const key = draft.outlook?.planned.type === "planned" ? draft.outlook.planned.preview.missingKeys : [];
  return [
    why === undefined
      ? {
          id: "start",
          label: "Start",
          text: draft.alone ? "and watch it go on" : "the agent, and watch it run on from there",
          token: "text.strong",
        }
      : { id: "start", label: "Start", text: `not yet: ${why}`, token: "text.dim" },
    { id: "cancel", label: "Cancel", text: "back; the draft is kept", token: "text" },
    ...(key.length === 0
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

function settingLines(draft: DraftState): readonly DraftLine[] {
  const { at } = draft;
  const first = limitOf(draft);
  const auto = draft.edits.length > 0 ? "where the first edit is seen" : "not said";
  return [
    {
      id: "at",
      label: "fork at",
      text: at === null ? `${auto}${first === undefined ? "" : `: step ${first}`}` : at,
      token: "text",
    },
    aloneLine(draft),
    ...(draft.alone ? [sayLine(draft)] : []),
    ...parameterLines(draft),
    { id: "new-parameter", label: "parameter", text: "another one", token: "text.dim" },
    ...(draft.alone ? [] : commandLines(draft)),
    ...limitLines(draft),
    ...environmentLines(draft),
  ];
}

/** What makes calls stand still instead of going out. */
function limitLines(draft: DraftState): readonly DraftLine[] {
  const { budget, maxCalls, breaking } = draft;
  const breaks = breaksOf(draft);
  const stops = breaking ? `${breaks.join(", ")} (Enter: nowhere)` : `nowhere (Enter: ${breaks.join(", ")})`;
  return [
    limitLine("budget", "budget", budget === "" ? "" : `$${budget.replace(/^\$/, "")}, then calls stand still`),
    limitLine("max-calls", "max calls", maxCalls === "" ? "" : `${maxCalls} live, then calls stand still`),
    breaks.length === 0
      ? { id: null, label: "break at", text: "no breakpoint of the run (b and i set some)", token: "text.dim" }
      : { id: "breaks", label: "break at", text: stops, token: "text", changed: breaking },
  ];
}

function limitLine(id: string, label: string, text: string): DraftLine {
  return {
    id,
    label,
    text: text === "" ? "none" : text,
    token: text === "" ? "text.dim" : "text",
    changed: text !== "",
  };
}

/** Breakpoints that live calls can come to: what is served does not stand still. */
export function breaksOf(draft: DraftState): readonly string[] {
  const limit = limitOf(draft) ?? 0;
  return draft.breaks.filter((expression) => {
    const step = /^step:(\d+)[a-z]*$/.exec(expression)?.[1];
    return step === undefined || Number(step) >= limit;
  });
}

/** Who sends the live calls. */
function aloneLine({ alone }: DraftState): DraftLine {
  const text = alone
    ? "vcr itself, without the agent (Enter: the agent)"
    : "the agent (Enter: without it, vcr asks the model and answers tools from the recording)";
  return { id: "alone", label: "run by", text, token: "text", changed: alone };
}

function sayLine({ say }: DraftState): DraftLine {
  const text = say === "" ? "nothing more to the model" : say;
  return { id: "say", label: "say", text, token: say === "" ? "text.dim" : "text", changed: say !== "" };
}

function commandLines(draft: DraftState): readonly DraftLine[] {
  const { argv, cwd, run } = draft;
  const { argv: recorded = [], cwd: folder = "" } = run.header;
  return [
    {
      id: "command",
      label: "command",
      text: argv.length === 0 ? "none was recorded: Enter sets it" : commandText(argv),
      token: argv.length === 0 ? "warning" : "text",
      changed: argv.join("\n") !== recorded.join("\n"),
    },
    {
      id: "folder",
      label: "folder",
      text: cwd === "" ? "the one that vcr was started in" : cwd,
      token: "text",
      changed: cwd !== folder,
    },
  ];
}

function environmentLines({ outlook }: DraftState): readonly DraftLine[] {
  if (outlook?.planned.type !== "planned") return [];
  const { keys, missingKeys } = outlook.planned.preview;
  if (keys.length === 0) return [];
  const names = keys.map((name) => `${name} ${missingKeys.includes(name) ? "(not set)" : "(set)"}`);
  return [{ id: null, label: "needs", text: `in its environment: ${names.join(", ")}`, token: "text.dim" }];
}

export function commandText(argv: readonly string[]): string {
  return argv.map(quoted).join(" ");
}

/** The model and what else the first live call sets, with what was set anew. */
function parameterLines(draft: DraftState): readonly DraftLine[] {
  const recorded = recordedParameters(draft);
  const names = new Set([...recorded.keys(), ...draft.params.map(({ pointer }) => pointer)]);
  return [...names].map((pointer): DraftLine => {
    const own =
      pointer === "/model" ? (draft.model ?? undefined) : draft.params.find((each) => each.pointer === pointer)?.value;
    const was = recorded.get(pointer);
    const text =
      own === undefined
        ? short(was ?? null)
        : was === undefined
          ? short(own)
          : `${short(own)} (recorded: ${short(was)})`;
    return { id: `parameter ${pointer}`, label: pointer.slice(1), text, token: "text", changed: own !== undefined };
  });
}

/** Why it cannot start as it stands. */
export function startProblem(draft: DraftState): string | undefined {
  const { starting, progress, outlook, argv, ownKey } = draft;
  if (starting) return "it is being started";
  if (!outlook || progress !== null) return "what it comes to is still being worked out";
  const { planned } = outlook;
  if (planned.type === "refused") return "see above";
  if (planned.type === "unservable") return planned.why;
  const { missingKeys } = planned.preview;
  if (missingKeys.length > 0 && !ownKey)
    return `${missingKeys.join(", ")} ${missingKeys.length === 1 ? "is" : "are"} not set`;
  return argv.length === 0 && !draft.alone ? "which command? Enter on the line below sets it" : undefined;
}

const LONGEST = 60;

function short(value: Json): string {
  const text = typeof value === "string" ? value : compact(value);
  const line = text.replace(/\s+/g, " ");
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
