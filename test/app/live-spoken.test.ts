import { expect, test } from "vitest";
import { screenText, spokenChanges } from "../../src/app/spoken/spoken-changes.ts";
import type { Notice } from "../../src/control/protocol.ts";
import type { GivenRow } from "../support/run-of.ts";
import { held, tell, watching } from "./live-run.ts";

const CALLS: readonly GivenRow[] = [{ kind: "llm" }, { kind: "llm", status: "pending" }];
const NO_EVENTS = { event: () => [] };

/** What is said of these notices, messages aside. */
function said(...notices: readonly Notice[]): readonly string[] {
  const live = watching(CALLS);
  const before = live.state;
  tell(live, ...notices);
  return spokenChanges({ ...before, log: live.state.log }, live.state, NO_EVENTS);
}

test("a call that is held is said, with the keys for it", () => {
  expect(said({ type: "held", call: held(1, { until: 90_000 }) })).toEqual([
    "step 1 llm openai/chat gpt-4o, held before it goes out: breakpoint kind:llm, client gives up in 1:30",
    "a go on, e edit, . step, , more, X abort the run",
  ]);
});

test("a call that is not what was recorded is said with its difference", () => {
  const drift = { step: 4, words: "differs only in a date", lines: ["- Monday", "+ Tuesday"] };
  const call = held(1, { reason: { type: "drift", words: "no equal recording" }, drift, actions: ["recorded"] });
  expect(said({ type: "held", call }).slice(0, 3)).toEqual([
    "step 1 llm openai/chat gpt-4o, held: it is not what was recorded: no equal recording, how long its client waits is unknown, differs only in a date",
    "  - Monday",
    "  + Tuesday",
  ]);
});

test("whole lines of the agent's output are said", () => {
  const out = (text: string): Notice => ({ type: "output", piece: { from: "stdout", text } });
  expect(said(out("one\ntw"))).toEqual(["agent: one"]);
});

test("what is open says which call is held", () => {
  expect(screenText(watching(CALLS, { held: [held(1)] }).state)[1]).toMatch(/^step 1 llm openai\/chat gpt-4o, held/);
});
