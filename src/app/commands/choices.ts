import type { Command, CommandArguments, CommandResult } from "../command.ts";
import { PANES } from "../command.ts";
import { openedDiff } from "../diff/diff-state.ts";
import { pairOfOneRun } from "../diff/pair-of-one-run.ts";
import { editValue } from "../draft/edit-value.ts";
import { openIn } from "../open-in.ts";
import { changeOption } from "../options.ts";
import type { Choice } from "../prompt/choice.ts";
import { openPrompt } from "../prompt/prompt.ts";
import { runCommand } from "../run-command.ts";
import { jump } from "../select.ts";
import { choicesOf } from "../selectors/choices.ts";
import type { ChoiceKind, State } from "../state.ts";
import { toast } from "../toast.ts";
import { annotate } from "./annotate.ts";
import { listMovement } from "./list-movement.ts";
import { showRun } from "./runs.ts";

const CHOICES = ["choices"] as const;

export function openChoices(state: State, kind: ChoiceKind): CommandResult {
  const opened: State = {
    ...state,
    hitCounts: null,
    overlays: [...state.overlays, { type: "choices", kind, selected: 0 }],
  };
  if (kind === "compare") return { state: opened, effects: [{ type: "list-siblings" }] };
  return kind === "breakpoints" ? { state: opened, effects: [{ type: "count-hits" }] } : opened;
}

function top(state: State) {
  const overlay = state.overlays.at(-1);
  return overlay?.type === "choices" ? overlay : undefined;
}

function selected(state: State): Choice | undefined {
  const overlay = top(state);
  return overlay && choicesOf(state, overlay.kind).list[overlay.selected];
}

function move(state: State, by: number): State {
  const overlay = top(state);
  if (!overlay) return state;
  const last = Math.max(0, choicesOf(state, overlay.kind).list.length - 1);
  const place = Math.min(Math.max(0, overlay.selected + by), last);
  return { ...state, overlays: [...state.overlays.slice(0, -1), { ...overlay, selected: place }] };
}

function accept(state: State, { commands }: CommandArguments): CommandResult {
  const choice = selected(state);
  if (!choice) return state;
  if (choice.option !== undefined) return changeOption(state, choice.option, 1);
  const closed = { ...state, overlays: state.overlays.slice(0, -1) };
  if (choice.stay) return closed;
  if (choice.command !== undefined) {
    const command = commands.find(({ id }) => id === choice.command);
    return command ? runCommand(closed, command, { commands }) : closed;
  }
  if (choice.parent) return { state: closed, effects: [{ type: "compare-parent" }] };
  if (choice.file !== undefined) return { state: closed, effects: [{ type: "compare", path: choice.file }] };
  if (choice.edit) return editValue(closed, { step: state.list.step, side: choice.edit, pointer: "" });
  if (choice.pair) return compareEvents(closed, choice.pair);
  if (choice.run !== undefined) return showRun(closed, choice.run);
  if (choice.line !== undefined) return openPrompt(closed, "command", choice.line);
  if (choice.step === undefined) return toggle(state);
  // A traced value may be of the other run of a comparison.
  if (top(state)?.kind === "provenance" && state.traced) return openIn(closed, state.traced.run, choice.step);
  const i = state.run.indexOf(choice.step);
  return i < 0 ? toast(state, `step ${choice.step} has not been read yet`, "warning") : jump(closed, i);
}

/** Two events of the run beside each other, the earlier one first. */
function compareEvents(state: State, [before, after]: readonly [number, number]): State {
  const opened = openedDiff(state.run, state.run, `step ${state.run.row(after).step}`);
  const diff = { ...opened, result: pairOfOneRun(state.run, before, after), progress: 1 };
  return { ...state, diff, screens: [...state.screens.filter((screen) => screen !== "diff"), "diff"] };
}

/** Switches a breakpoint or a change on or off, an option to its next value; in other lists there is nothing to switch. */
function toggle(state: State): CommandResult {
  const option = selected(state)?.option;
  if (option !== undefined) return changeOption(state, option, 1);
  const rewrite = selected(state)?.rewrite;
  if (rewrite) {
    const params = { index: rewrite.index, on: !rewrite.on };
    return { state, effects: [{ type: "live", call: { method: "rewrites.set", params } }] };
  }
  const id = selected(state)?.breakpoint;
  if (id === undefined) return state;
  return annotate(state, {
    breakpoints: state.annotations.breakpoints.map((each) => (each.id === id ? { ...each, on: !each.on } : each)),
  });
}

function valueBefore(state: State): CommandResult {
  const option = selected(state)?.option;
  return option === undefined ? state : changeOption(state, option, -1);
}

function remove(state: State): CommandResult {
  const choice = selected(state);
  if (!choice) return state;
  const { breakpoints, marks, notes } = state.annotations;
  if (choice.breakpoint !== undefined)
    return stayInside(annotate(state, { breakpoints: breakpoints.filter(({ id }) => id !== choice.breakpoint) }));
  if (top(state)?.kind !== "marks" || choice.step === undefined) return state;
  const { step } = choice;
  return stayInside(
    annotate(state, {
      marks: new Set([...marks].filter((each) => each !== step)),
      notes: new Map([...notes].filter(([each]) => each !== step)),
    }),
  );
}

/** The selection stays inside the shorter list. */
function stayInside(result: CommandResult): CommandResult {
  return "effects" in result ? { ...result, state: move(result.state, 0) } : move(result, 0);
}

/** Why a command does nothing in other lists than these. */
const only =
  (kinds: readonly ChoiceKind[], why: string) =>
  (state: State): string | undefined => {
    const kind = top(state)?.kind;
    return kind !== undefined && kinds.includes(kind) ? undefined : why;
  };

const opening = (kind: ChoiceKind) => (state: State) => openChoices(state, kind);

export const CHOICE_COMMANDS: readonly Command[] = [
  {
    id: "breakpoints",
    keys: ["B"],
    contexts: PANES,
    title: "List of breakpoints",
    group: "Time travel",
    line: ["breakpoints"],
    run: opening("breakpoints"),
  },
  {
    id: "marks",
    keys: [],
    contexts: PANES,
    title: "List of marks and notes",
    group: "Time travel",
    line: ["marks"],
    run: opening("marks"),
  },
  {
    id: "jumps",
    keys: [],
    contexts: PANES,
    title: "List of places jumped from",
    group: "Time travel",
    line: ["jumps"],
    run: opening("jumps"),
  },
  {
    id: "outline",
    keys: ["o"],
    contexts: PANES,
    title: "Outline: agents and who started whom",
    group: "Time travel",
    line: ["outline"],
    run: opening("outline"),
  },
  {
    id: "export.menu",
    keys: ["x"],
    contexts: PANES,
    title: "Export to a file",
    group: "Copy and open",
    run: opening("export"),
  },
  ...listMovement("choices", { contexts: CHOICES, move }),
  {
    id: "choices.accept",
    keys: ["enter", "l", "right"],
    contexts: CHOICES,
    title: "Go there, or take it",
    hint: "take",
    hintRank: 1,
    group: "In a list",
    run: accept,
  },
  {
    id: "choices.toggle",
    keys: ["space"],
    contexts: CHOICES,
    title: "Breakpoint or change on or off; the option's next value",
    hint: "switch",
    hintRank: 2,
    group: "In a list",
    disabled: only(["breakpoints", "rewrites", "options"], "nothing to switch in this list"),
    run: toggle,
  },
  {
    id: "choices.value-before",
    keys: ["h", "left"],
    contexts: CHOICES,
    title: "The option's value before",
    group: "In a list",
    disabled: only(["options"], "only options have a value before"),
    run: valueBefore,
  },
  {
    id: "choices.delete",
    keys: ["d", "delete"],
    contexts: CHOICES,
    title: "Delete the breakpoint, mark or note",
    hint: "delete",
    hintRank: 3,
    group: "In a list",
    disabled: only(["breakpoints", "marks"], "nothing to delete in this list"),
    run: remove,
  },
];
