import type { HeldCall } from "../../control/protocol.ts";
import { sanitise } from "../../text/sanitise.ts";
import { keyLabel } from "../keys/key.ts";
import { tableOf } from "../keys/remap.ts";
import { editablePart } from "../live/held-value.ts";
import { driftWords, failureWords, heldWords, isDrift } from "../live/held-words.ts";
import { currentHeld, liveOf } from "../live/live-state.ts";
import type { State } from "../state.ts";
import type { Hint } from "./hints.ts";
import type { Segment } from "./status.ts";

/** The bar that says which call stands still, why, for how long, and what can be done. */
export interface HeldBar {
  readonly facts: readonly Segment[];
  readonly keys: readonly Hint[];
}

const KEYS: readonly (readonly [id: string, word: string])[] = [
  ["live.continue", "go on"],
  ["fork.edit", "edit"],
  ["live.step", "step"],
  ["live.menu", "more"],
  ["live.continue-all", "all go on"],
  ["live.next-held", "next held"],
  ["live.abort-run", "abort the run"],
];

/** What going on comes to for a call that is not what was recorded, and where the other ways are. */
const FOR_DRIFT: Readonly<Record<string, string>> = {
  "live.continue": "treat as equal",
  "live.step": "let it fail, step",
  "live.menu": "go live, let it fail, more",
};

/** Of one held call these say nothing more. */
const FOR_SEVERAL = ["live.continue-all", "live.next-held"];

/** Below so many cells the bar says less of each fact, so that reason and countdown stay. */
const ROOMY = 100;

export function heldBar(state: State, width = ROOMY): HeldBar | null {
  const live = liveOf(state);
  const call = currentHeld(state);
  if (!live || !call) return null;
  const several = live.held.length > 1;
  const place = several ? `${live.held.indexOf(call) + 1} of ${live.held.length}: ` : "";
  const narrow = width < ROOMY;
  const label = sanitise(call.label);
  const facts: Segment[] = [
    { text: `${place}step ${call.row} ${narrow ? label.split(" ").at(-1) : label}`, token: "live", priority: 9 },
    { text: heldWords(call), token: "text.strong", priority: narrow ? 3 : 6 },
    { text: sanitise(call.reason.words), token: "breakpoint", priority: 7 },
    {
      text: narrow ? secondsLeft(state, call) : patience(state, call),
      token: "warning",
      // When its client gives up is what cannot wait.
      priority: countdown(state, call) === undefined ? 5 : 8,
    },
    { text: failureWords(call), token: "text.dim", priority: 2 },
    { text: driftWords(call), token: "text.dim", priority: 4 },
  ];
  const { commands } = tableOf(state);
  // One key edits, a held call or for a fork.
  const editKey = (id: string): string | undefined =>
    id === "live.edit" ? commands.find((each) => each.id === "fork.edit")?.keys[0] : undefined;
  const keys = KEYS.flatMap(([id, word]) => {
    const command = commands.find((each) => each.id === id);
    const key = command?.keys[0] ?? editKey(id);
    if (!command || key === undefined || (!several && FOR_SEVERAL.includes(id))) return [];
    if (command.disabled?.(state) !== undefined || (id === "fork.edit" && editablePart(call) === undefined)) return [];
    // What cannot be taken as equal is asked about.
    if (isDrift(call) && id === "live.continue" && !call.actions.includes("recorded"))
      return [{ key: keyLabel(key), word: "decide" }];
    return [{ key: keyLabel(key), word: isDrift(call) ? (FOR_DRIFT[id] ?? word) : word }];
  });
  return { facts: facts.filter(({ text }) => text !== ""), keys };
}

/** "9:41 left" */
function secondsLeft(state: State, call: HeldCall): string {
  const left = countdown(state, call);
  return left === undefined ? "" : left === "" ? "given up" : `${left} left`;
}

/** Until its client gives up: "9:41", "" when that time is over; undefined where it is not known, or nobody else waits. */
function countdown(state: State, { until, phase }: HeldCall): string | undefined {
  if (until === undefined || isOwn(state, phase)) return undefined;
  const seconds = Math.max(0, Math.ceil((until - state.clock) / 1000));
  return seconds === 0 ? "" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Of a continuation vcr itself is the client. */
function isOwn(state: State, phase: HeldCall["phase"]): boolean {
  return phase === "result" || liveOf(state)?.mode === "continue";
}

/** "client gives up in 9:41" */
export function patience(state: State, call: HeldCall): string {
  if (isOwn(state, call.phase)) return "vcr itself waits: it does not give up";
  const left = countdown(state, call);
  if (left === undefined) return "how long its client waits is unknown";
  return left === "" ? "its client has given up, or will now" : `client gives up in ${left}`;
}
