import { formatCount } from "../../text/format.ts";
import { stepBreakpoint } from "../annotations.ts";
import { eventCells } from "../selectors/event-cells.ts";
import type { State } from "../state.ts";

/** An event as a sentence: what its row says, in words and in the order in which one asks for it. */
export function eventSentence(state: State, i: number): string {
  const { run, annotations } = state;
  const { step, kind, status, name, agent, time, tokens, attempt, attempts, what } = eventCells(run, i, {
    time: "duration",
    unicode: false,
  });
  const { marks, notes } = annotations;
  const facts = [
    `step ${step}`,
    [kind, name].filter(Boolean).join(" "),
    agent === undefined ? "" : `agent ${agent}`,
    status === "ok" ? "" : status,
    attempt === undefined ? "" : attempts === "failed" ? `attempt ${attempt}` : `${attempt} attempts`,
    time?.replace(/^~/, "about ") ?? "",
    tokens?.in === undefined ? "" : `${formatCount(tokens.in)} tokens in`,
    tokens?.out === undefined ? "" : `${formatCount(tokens.out)} out`,
    marks.has(step) ? "marked" : "",
    notes.has(step) ? "has a note" : "",
    stepBreakpoint(annotations, step) ? "breakpoint" : "",
  ].filter(Boolean);
  return `${facts.join(", ")}${what === "" ? "" : `: ${what}`}`;
}
