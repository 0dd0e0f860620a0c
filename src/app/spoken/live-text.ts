import type { HeldCall } from "../../control/protocol.ts";
import { sanitise } from "../../text/sanitise.ts";
import { driftWords, failureWords, heldWords } from "../live/held-words.ts";
import { currentHeld, liveOf } from "../live/live-state.ts";
import { lineText } from "../live/output-log.ts";
import { heldBar, patience } from "../selectors/held.ts";
import { liveFacts } from "../selectors/live-facts.ts";
import type { State } from "../state.ts";

/** Lines of output that are said at once; the rest is counted. */
const OUTPUT = 20;

/** What somebody has to hear of a run that is being written. */
export function liveText(before: State, after: State): readonly string[] {
  const live = liveOf(after);
  if (!live) return [];
  const known = liveOf(before);
  const fresh = live.held.filter(({ id }) => !known?.held.some((each) => each.id === id));
  const begun = known
    ? []
    : [
        liveFacts(after)
          .map(({ text }) => text.trim())
          .join(", "),
      ];
  return [
    ...begun,
    ...output(before, after),
    ...fresh.flatMap((call) => heldText(after, call)),
    ...chosen(before, after),
  ];
}

/** A call that stands still, and the keys that do something with it. */
export function heldText(state: State, call: HeldCall): readonly string[] {
  const facts = [call.reason.words, patience(state, call), failureWords(call), driftWords(call)];
  const keys = heldBar(state)?.keys.map(({ key, word }) => `${key} ${word}`) ?? [];
  return [
    sanitise(`step ${call.row} ${call.label}, ${heldWords(call)}: ${facts.filter(Boolean).join(", ")}`),
    ...(call.drift?.lines.map((line) => `  ${sanitise(line)}`) ?? []),
    ...(currentHeld(state) === call ? [keys.join(", ")] : []),
  ];
}

/** The held call that keys are for, where there is one. */
export function heldNow(state: State): readonly string[] {
  const call = currentHeld(state);
  return call ? heldText(state, call) : [];
}

/** Another held call has become the one that keys are for. */
function chosen(before: State, after: State): readonly string[] {
  const call = currentHeld(after);
  const known = liveOf(before)?.held.some(({ id }) => id === call?.id) ?? false;
  if (!call || !known || currentHeld(before)?.id === call.id) return [];
  return [`held now in hand: step ${call.row} ${sanitise(call.label)}`];
}

function output(before: State, after: State): readonly string[] {
  const live = liveOf(after);
  if (!live?.pane.open) return [];
  const log = liveOf(before)?.output;
  const seen = log ? log.dropped + log.lines.length - (log.open ? 1 : 0) : 0;
  const ended = live.output.open && live.phase === "on" ? live.output.lines.slice(0, -1) : live.output.lines;
  const fresh = ended.slice(Math.max(0, seen - live.output.dropped));
  const more = fresh.length - OUTPUT;
  return [
    ...(more > 0 ? [`${more} lines of output before these`] : []),
    ...fresh
      .slice(-OUTPUT)
      .map((line) => `${line.from === "stdout" ? "agent" : line.from}: ${sanitise(lineText(line))}`),
  ];
}
