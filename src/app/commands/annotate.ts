import { type Annotations, stepBreakpoint } from "../annotations.ts";
import { type Command, type CommandArguments, type CommandResult, PANES } from "../command.ts";
import type { Effect } from "../effect.ts";
import { toLive } from "../live/breakpoints.ts";
import { liveOf } from "../live/live-state.ts";
import { selectedIndex } from "../narrowing/visible.ts";
import { openPrompt } from "../prompt/prompt.ts";
import { seek } from "../seek.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";

/** A changed set of annotations: shown, kept, and asked again by a filter that names them. */
export function annotate(state: State, change: Partial<Annotations>): CommandResult {
  const next = { ...state, annotations: { ...state.annotations, ...change } };
  const asks = /\bis:(marked|noted|bp)\b|~(marked|comment)\b/.test(state.filter.text);
  return {
    state: next,
    effects: [
      { type: "keep" },
      ...(asks ? [{ type: "filter", text: state.filter.text } as const] : []),
      ...(change.breakpoints ? tellBreakpoints(next) : []),
    ],
  };
}

/** Calls of a run that is being written stop at the same breakpoints. */
function tellBreakpoints(state: State): readonly Effect[] {
  if (liveOf(state)?.phase !== "on") return [];
  const breakpoints = toLive(state.annotations.breakpoints);
  return [{ type: "live", call: { method: "breakpoints.set", params: { breakpoints } } }];
}

function toggleMark(state: State): CommandResult {
  const { step } = state.list;
  const marks = new Set(state.annotations.marks);
  if (!marks.delete(step)) marks.add(step);
  return annotate(state, { marks });
}

/** Shows marked events only, and all again. */
function showMarked(state: State): CommandResult {
  const text = state.filter.text === "is:marked" ? "" : "is:marked";
  return { state: { ...state, filter: { ...state.filter, text, off: false } }, effects: [{ type: "filter", text }] };
}

function toggleBreakpoint(state: State): CommandResult {
  const { step } = state.list;
  const { breakpoints } = state.annotations;
  const known = stepBreakpoint(state.annotations, step);
  if (known) return annotate(state, { breakpoints: breakpoints.filter((each) => each !== known) });
  const added = addBreakpoint(state, { step });
  if (liveOf(state)?.phase !== "on") return added;
  const told = toast(
    "effects" in added ? added.state : added,
    `step ${step} has been called already: i breaks on calls to come`,
  );
  return { state: told.state, effects: [...("effects" in added ? added.effects : []), ...told.effects] };
}

export function addBreakpoint(state: State, at: Annotations["breakpoints"][number]["at"]): CommandResult {
  const { breakpoints } = state.annotations;
  const id = 1 + Math.max(0, ...breakpoints.map((each) => each.id));
  return annotate(state, { breakpoints: [...breakpoints, { id, at, on: true }] });
}

function toggleAllBreakpoints(state: State): CommandResult {
  const on = !state.annotations.breakpoints.some((each) => each.on);
  const breakpoints = state.annotations.breakpoints.map((each) => ({ ...each, on }));
  const changed = annotate(state, { breakpoints });
  const told = toast(
    "effects" in changed ? changed.state : changed,
    on ? "all breakpoints are on" : "all breakpoints are off",
  );
  return { state: told.state, effects: [...told.effects, ...("effects" in changed ? changed.effects : [])] };
}

function go(state: State, direction: 1 | -1): CommandResult {
  if (state.run.length === 0) return state;
  return { state, effects: [{ type: "continue", direction, from: Math.max(0, selectedIndex(state)) }] };
}

const hasStep = (state: State): string | undefined => (state.list.step === "" ? "no event is selected" : undefined);
const hasBreakpoints = (state: State): string | undefined =>
  state.annotations.breakpoints.length === 0
    ? "there are no breakpoints (b sets one, i one with a condition)"
    : undefined;

const isMarked = (state: State) => (i: number) => state.annotations.marks.has(state.run.row(i).step);
const hasBreakpoint = (state: State) => (i: number) =>
  stepBreakpoint(state.annotations, state.run.row(i).step) !== undefined;
const seeking =
  (direction: 1 | -1, test: (state: State) => (i: number) => boolean, what: string) =>
  (state: State, args: CommandArguments) =>
    seek(state, { direction, test: test(state), what, count: args.count });

export const ANNOTATE: readonly Command[] = [
  {
    id: "continue",
    keys: ["c", "f5"],
    contexts: PANES,
    title: "Continue to the next breakpoint, or the end",
    group: "Time travel",
    disabled: hasBreakpoints,
    run: (s) => go(s, 1),
  },
  {
    id: "reverse-continue",
    keys: ["C", "shift-f5"],
    contexts: PANES,
    title: "Back to the breakpoint before, or the start",
    group: "Time travel",
    disabled: hasBreakpoints,
    run: (s) => go(s, -1),
  },
  {
    id: "breakpoint.toggle",
    keys: ["b", "f9"],
    contexts: PANES,
    title: "Breakpoint on this event, on or off",
    hint: "break",
    hintRank: 55,
    group: "Time travel",
    disabled: hasStep,
    run: toggleBreakpoint,
  },
  {
    id: "breakpoint.condition",
    keys: ["i"],
    contexts: PANES,
    title: "Breakpoint with a condition (a filter expression)",
    group: "Time travel",
    run: (s) => openPrompt(s, "breakpoint"),
  },
  {
    id: "breakpoint.all",
    keys: ["I"],
    contexts: PANES,
    title: "All breakpoints off; on when none is",
    group: "Time travel",
    disabled: hasBreakpoints,
    run: toggleAllBreakpoints,
  },
  {
    id: "breakpoint.next",
    keys: ["] b", "f8"],
    contexts: PANES,
    title: "Next event with a breakpoint",
    group: "Time travel",
    run: seeking(1, hasBreakpoint, "event with a breakpoint"),
  },
  {
    id: "breakpoint.previous",
    keys: ["[ b", "f7"],
    contexts: PANES,
    title: "Previous event with a breakpoint",
    group: "Time travel",
    run: seeking(-1, hasBreakpoint, "event with a breakpoint"),
  },
  {
    id: "mark.toggle",
    keys: ["m"],
    contexts: PANES,
    title: "Mark this event, or unmark it",
    group: "Time travel",
    disabled: hasStep,
    run: toggleMark,
  },
  {
    id: "mark.only",
    keys: ["M"],
    contexts: PANES,
    title: "Show marked events only, and all again",
    group: "Time travel",
    run: showMarked,
  },
  {
    id: "mark.next",
    keys: ["] m"],
    contexts: PANES,
    title: "Next mark",
    group: "Time travel",
    run: seeking(1, isMarked, "mark"),
  },
  {
    id: "mark.previous",
    keys: ["[ m"],
    contexts: PANES,
    title: "Previous mark",
    group: "Time travel",
    run: seeking(-1, isMarked, "mark"),
  },
  {
    id: "note.edit",
    keys: [";"],
    contexts: PANES,
    title: "Note on this event",
    group: "Time travel",
    disabled: hasStep,
    run: (s) => openPrompt(s, "note", s.annotations.notes.get(s.list.step) ?? ""),
  },
];
