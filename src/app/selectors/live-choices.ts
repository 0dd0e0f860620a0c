import type { HeldCall } from "../../control/protocol.ts";
import { sanitise } from "../../text/sanitise.ts";
import { cannot, HELD_COMMANDS, type HeldCommandName, isHeldCommand } from "../live/held-commands.ts";
import { heldWords, isDrift } from "../live/held-words.ts";
import { currentHeld, liveOf } from "../live/live-state.ts";
import type { Choice, Choices } from "../prompt/choice.ts";
import type { State } from "../state.ts";

/** Lists to choose from on a run that is being written. */

/** What they come to while a continuation waits for a tool's result. */
const FOR_RESULT: Readonly<Record<string, string>> = {
  say: "Type a result",
  answer: "Type a result in $EDITOR",
  recorded: "Take the recorded result",
  "abort-call": "Stop here",
};

/** Of a call that is not what was recorded: whether that counts comes first. */
const FOR_DRIFT: readonly HeldCommandName[] = [
  "recorded",
  "go-live",
  "let-fail",
  "say",
  "answer",
  "error-429",
  "error-500",
  "error-timeout",
];

export function heldChoices(state: State): Choices {
  const call = currentHeld(state);
  const title = call ? `Step ${call.row}, ${sanitise(call.label)}: ${heldWords(call)}` : "Held call";
  const names = call && isDrift(call) ? FOR_DRIFT : Object.keys(HELD_COMMANDS);
  const list = names.flatMap((name): readonly Choice[] => {
    // A result is typed either way: once in the list is enough.
    if (!call || !isHeldCommand(name) || (call.phase === "result" && name === "edit")) return [];
    if (cannot(state, name) !== undefined) return [];
    return [{ label: labelFor(call, name), help: "", command: `live.${name}` }];
  });
  return { title, list, empty: "it is held no more" };
}

function labelFor(call: HeldCall, name: HeldCommandName): string {
  const { phase, drift, actions } = call;
  const { title } = HELD_COMMANDS[name];
  if (name === "let-fail") return "Let it fail: nothing is sent";
  if (phase === "result") return FOR_RESULT[name] ?? title;
  if (drift && name === "recorded")
    return `Treat as equal${drift.step === undefined ? "" : `: serve step ${drift.step}`}`;
  if (name === "edit") return actions.includes("edit-response") ? "Edit its answer" : "Edit its request";
  const words = title.replace(/ the held call\b/, "");
  if (name !== "say" && name !== "answer") return words;
  // Behind the call it has been made, and paid.
  return `${words}, ${phase === "response" ? "in place of the one that has come" : "without calling"}`;
}

export function rewriteChoices(state: State): Choices {
  const rewrites = liveOf(state)?.status.rewrites ?? [];
  const list = rewrites.map(({ words, on }, index) => ({
    label: on ? "on" : "off",
    help: sanitise(words),
    rewrite: { index, on },
  }));
  return { title: "Changes that requests get on their way", list, empty: "none: e edits a held call" };
}

export function leaveChoices(state: State): Choices {
  const who = runner(state);
  return {
    title: `T${who.slice(1)} is still running; ${inFlightCalls(state)}`,
    list: [
      { label: "Detach (Q)", help: whenLeft(state, who), command: "live.detach" },
      { label: "Abort the run", help: agentEnds(state), command: "live.kill" },
      { label: "Stay", help: "go on watching", stay: true },
    ],
    empty: "",
  };
}

/** What becomes of the run when the last one leaves. */
function whenLeft(state: State, who: string): string {
  const { held = [], status } = liveOf(state) ?? {};
  const { length } = held;
  if (length === 0) return `${who} runs on; vcr attach comes back`;
  if (status?.hold) return `${who} runs on, ${calls(length)} held; vcr attach comes back`;
  // Nobody else knows what the tool would say.
  if (held.some(({ phase }) => phase === "result")) return `ends ${who}, where nobody else watches: no result comes`;
  return `${who} runs on, ${calls(length)} held now ${length === 1 ? "goes" : "go"} on; vcr attach comes back`;
}

function runner(state: State): string {
  return liveOf(state)?.mode === "continue" ? "the continuation" : "the agent";
}

export function abortChoices(state: State): Choices {
  return {
    title: `Abort the run? It ${inFlight(state)}`,
    list: [
      { label: "No, let it run", help: "", stay: true },
      { label: "Abort it", help: "SIGTERM, and SIGKILL when it does not end", command: "live.kill" },
    ],
    empty: "",
  };
}

/** "ends the agent, process 4711; in flight: step 7 gpt-4o" */
function inFlight(state: State): string {
  return `${agentEnds(state)}; ${inFlightCalls(state)}`;
}

function agentEnds(state: State): string {
  const pid = liveOf(state)?.status.agent.pid;
  return pid === undefined ? `ends ${runner(state)}` : `ends the agent, process ${pid}`;
}

/** Calls that have no answer yet, the last four. */
function inFlightCalls(state: State): string {
  const { run } = state;
  const held = liveOf(state)?.held.map(({ row, label }) => `step ${row} ${sanitise(label)}`) ?? [];
  const still = new Set(liveOf(state)?.held.map(({ row }) => row));
  const open: string[] = [];
  for (let i = run.length - 1; i >= 0 && open.length < 4; i--) {
    const row = run.row(i);
    if (row.status === "pending" && !row.derived && !still.has(row.step))
      open.unshift(`step ${row.step} ${sanitise(row.name ?? row.kind)}`);
  }
  const parts = [
    ...(open.length === 0 ? [] : [`in flight: ${open.join(", ")}`]),
    ...(held.length === 0 ? [] : [`held: ${held.slice(-4).join(", ")}`]),
  ];
  return parts.length === 0 ? "no call is in flight" : parts.join("; ");
}

function calls(count: number): string {
  return count === 1 ? "the call" : `${count} calls`;
}
