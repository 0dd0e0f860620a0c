import type { HeldAction, HeldCall, InjectedError } from "../../control/protocol.ts";
import { type Command, type CommandResult, LIVE_PANES } from "../command.ts";
import { HELD_NO_MORE, noneHeld } from "../live/checks.ts";
import { act, beginEdit } from "../live/editing.ts";
import { cannot, HELD_COMMANDS, type HeldCommandName } from "../live/held-commands.ts";
import { editablePart } from "../live/held-value.ts";
import { isDrift } from "../live/held-words.ts";
import { currentHeld, withLive } from "../live/live-state.ts";
import { isFilteredOut } from "../narrowing/visible.ts";
import { openPrompt } from "../prompt/prompt.ts";
import { jump } from "../select.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";
import { openChoices } from "./choices.ts";

/** What can become of a call that stands still. */

function onHeldCall(change: (state: State, call: HeldCall) => CommandResult): (state: State) => CommandResult {
  return (state) => {
    const call = currentHeld(state);
    return call ? change(state, call) : toast(state, HELD_NO_MORE, "warning");
  };
}

const doing = (action: HeldAction) => onHeldCall((state, { id }) => act(state, id, action));
const failing = (error: InjectedError) => doing({ do: "error", error });

/** The half of the call that can still be changed. */
export const editHeld = onHeldCall((state, call) => {
  const why = cannot(state, "edit");
  const what = editablePart(call);
  return what === undefined ? toast(state, why ?? HELD_NO_MORE, "warning") : beginEdit(state, call, what);
});

/** The difference does not count: the call gets what was recorded for the one that it is nearest to. */
const takeAsEqual = onHeldCall((state, { id, drift }) =>
  act(state, id, { do: "recorded", ...(drift?.step !== undefined && { step: drift.step }) }),
);

/** Of a call that is not what was recorded going on means that this does not count; where it cannot, one is asked. */
function goOn(state: State): CommandResult {
  const call = currentHeld(state);
  if (!call || !isDrift(call)) return doing({ do: "continue" })(state);
  return call.actions.includes("recorded") ? takeAsEqual(state) : openChoices(state, "held");
}

function continueAll(state: State): CommandResult {
  const params = { action: { do: "continue" } } as const;
  const left = state.live?.held.some(isDrift) === true;
  const told = toast(
    state,
    left ? "held calls go on, but for those that are not what was recorded" : "all held calls go on",
  );
  return { state: told.state, effects: [{ type: "live", call: { method: "actAll", params } }, ...told.effects] };
}

function typeAnswer(state: State, argument: string | undefined): CommandResult {
  const call = currentHeld(state);
  if (!call) return state;
  return argument === undefined ? openPrompt(state, "answer") : act(state, call.id, { do: "answer", body: argument });
}

/** Its row; a filter that hides it is switched off, and kept. */
function shown(state: State, { row }: HeldCall): CommandResult {
  const i = state.run.indexOf(row);
  if (i < 0 || !isFilteredOut(state, row)) return jump(state, i);
  const all = jump({ ...state, filter: { ...state.filter, off: true } }, i);
  return toast(all, "the filter hides it and is off now (~ switches it on)");
}

function nextHeld(state: State, by: 1 | -1): CommandResult {
  const held = state.live?.held ?? [];
  const current = currentHeld(state);
  const at = held.findIndex(({ id }) => id === current?.id);
  // From elsewhere in the list the way leads to the one in hand first.
  const away = current !== undefined && current.row !== state.list.step && state.run.indexOf(current.row) >= 0;
  const call = held[away ? at : (at + by + held.length) % held.length];
  return call ? shown(withLive(state, { chosen: call.id }), call) : state;
}

const live = (id: string, title: string, more: Partial<Command> & Pick<Command, "run">): Command => ({
  id: `live.${id}`,
  keys: [],
  contexts: LIVE_PANES,
  title,
  group: "Live run",
  disabled: noneHeld,
  ...more,
});

const held = (name: HeldCommandName, run: Command["run"], more: Partial<Command> = {}): Command =>
  live(name, HELD_COMMANDS[name].title, { disabled: (state) => cannot(state, name), ...more, run });

export const LIVE_HELD: readonly Command[] = [
  held("continue", goOn, { keys: ["a"], line: ["go"] }),
  live("continue-all", "Let all held calls go on", { keys: ["A"], run: continueAll }),
  held("step", doing({ do: "step" }), { keys: ["."] }),
  held("edit", editHeld),
  live("menu", "All that can become of the held call", { keys: [","], run: (s) => openChoices(s, "held") }),
  live("next-held", "Next held call", { keys: ["] h"], run: (s) => nextHeld(s, 1) }),
  live("previous-held", "Previous held call", { keys: ["[ h"], run: (s) => nextHeld(s, -1) }),
  held(
    "answer",
    onHeldCall((state, call) => beginEdit(state, call, call.phase === "result" ? "result" : "answer")),
  ),
  held("say", (s, { argument }) => typeAnswer(s, argument), { line: ["answer"], argument: "TEXT" }),
  held("recorded", takeAsEqual),
  held("go-live", doing({ do: "live" })),
  held("error-429", failing("429")),
  held("error-500", failing("500")),
  held("error-timeout", failing("timeout")),
  held("let-fail", doing({ do: "continue" })),
  held("abort-call", doing({ do: "abort" })),
];
