import type { HeldActionName } from "../../control/protocol.ts";
import type { State } from "../state.ts";
import { HELD_NO_MORE, noneHeld } from "./checks.ts";
import { editablePart } from "./held-value.ts";
import { isDrift } from "./held-words.ts";
import { currentHeld } from "./live-state.ts";

/** What can be done with a call that stands still: commands and the menu are made from this. In the order in which it is wanted. */
export const HELD_COMMANDS = {
  continue: { title: "Let the held call go on", needs: ["continue"] },
  step: { title: "Let the held call go on and hold the next one", needs: ["step"] },
  edit: {
    title: "Edit the held call in $EDITOR: its request, or its answer",
    needs: ["edit-request", "edit-response"],
  },
  say: { title: "Answer the held call with a text", needs: ["answer"] },
  answer: { title: "Answer the held call from $EDITOR", needs: ["answer"] },
  recorded: { title: "Serve the held call from the recording", needs: ["recorded"] },
  "go-live": { title: "Send the held call to its provider, live from here", needs: ["live"] },
  "error-429": { title: "Fail the held call: 429, too many requests", needs: ["error"] },
  "error-500": { title: "Fail the held call: 500, server error", needs: ["error"] },
  "error-timeout": { title: "Fail the held call: no answer in time", needs: ["error"] },
  "let-fail": { title: "Let the held call fail: nothing is sent", needs: ["continue"] },
  "abort-call": { title: "Cut the held call off: its connection is closed", needs: ["abort"] },
} as const satisfies Readonly<
  Record<string, { readonly title: string; readonly needs: readonly [HeldActionName, ...HeldActionName[]] }>
>;

export type HeldCommandName = keyof typeof HELD_COMMANDS;

export function isHeldCommand(name: string): name is HeldCommandName {
  return Object.hasOwn(HELD_COMMANDS, name);
}

const WORDS: Readonly<Record<HeldActionName, string>> = {
  continue: "go on",
  step: "go on by a step",
  "edit-request": "be changed",
  "edit-response": "be changed in its answer",
  answer: "be answered from here",
  error: "be failed from here",
  recorded: "be answered from the recording",
  live: "be sent to its provider from here",
  abort: "be cut off",
};

/** Why the current held call cannot do it; undefined when it can. */
export function cannot(state: State, name: HeldCommandName): string | undefined {
  const why = noneHeld(state);
  const call = currentHeld(state);
  if (why !== undefined || !call) return why ?? HELD_NO_MORE;
  if (name === "let-fail" && !isDrift(call)) return `step ${call.row} goes on by itself: error-500 fails it`;
  if (name === "edit" && editablePart(call) !== undefined) return undefined;
  // What cannot go on can be told what it is.
  if (name === "continue" && isDrift(call)) return undefined;
  const needs: readonly HeldActionName[] = HELD_COMMANDS[name].needs;
  if (needs.some((action) => call.actions.includes(action))) return undefined;
  return `step ${call.row} cannot ${WORDS[HELD_COMMANDS[name].needs[0]]}`;
}
