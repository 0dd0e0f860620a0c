import { quoted } from "../../text/quoted.ts";
import { type DraftLine, short } from "./draft-line.ts";
import type { DraftState } from "./draft-state.ts";
import { limitOf, recordedParameters } from "./parameters.ts";
import { breaksOf, servedBreaksOf } from "./start-problem.ts";

/** What can be set of a draft, a line each. */
export function settingLines(draft: DraftState): readonly DraftLine[] {
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
  const { budget, maxCalls } = draft;
  return [
    limitLine("budget", "budget", budget === "" ? "" : `$${budget.replace(/^\$/, "")}, then calls stand still`),
    limitLine("max-calls", "max calls", maxCalls === "" ? "" : `${maxCalls} live, then calls stand still`),
    breakLine(draft),
  ];
}

/** Breakpoints that are switched by Enter and typed by `e`. */
function breakLine(draft: DraftState): DraftLine {
  const { breaking, ownBreaks } = draft;
  const breaks = breaksOf(draft).join("; ");
  const served = servedBreaksOf(draft);
  const left = served.length === 0 ? "" : `; left out, before the first live step: ${served.join("; ")}`;
  const line = { id: "breaks", label: "break at" } as const;
  if (breaks === "") return { ...line, text: `nowhere (Enter: type some)${left}`, token: "text.dim" };
  const stops = breaking ? `${breaks} (Enter: nowhere, e: others)` : `nowhere (Enter: ${breaks})`;
  return { ...line, text: `${stops}${left}`, token: "text", changed: breaking || ownBreaks !== null };
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
    const recordedText = was === undefined ? "not set" : short(was);
    const text = own === undefined ? recordedText : `${short(own)} (recorded: ${recordedText})`;
    const token = own === undefined && was === undefined ? "text.dim" : "text";
    return { id: `parameter ${pointer}`, label: pointer.slice(1), text, token, changed: own !== undefined };
  });
}
