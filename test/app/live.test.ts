import { describe, expect, test } from "vitest";
import { NO_ANNOTATIONS } from "../../src/app/annotations.ts";
import { COMMANDS } from "../../src/app/commands.ts";
import { docOf } from "../../src/app/detail/doc.ts";
import { contextFor, docFor } from "../../src/app/detail/doc-for.ts";
import { heldParts } from "../../src/app/detail/held-part.ts";
import type { Effect } from "../../src/app/effect.ts";
import { firstGroup, helpLines } from "../../src/app/prompt/help.ts";
import { withKeys } from "../../src/app/selectors/choice-keys.ts";
import { choicesOf } from "../../src/app/selectors/choices.ts";
import { headerOf } from "../../src/app/selectors/header.ts";
import { heldBar } from "../../src/app/selectors/held.ts";
import { hintsOf } from "../../src/app/selectors/hints.ts";
import { outputWindow } from "../../src/app/selectors/output.ts";
import { promptView } from "../../src/app/selectors/prompt-view.ts";
import { docText } from "../../src/app/spoken/step-text.ts";
import type { ChoiceKind } from "../../src/app/state.ts";
import type { HeldCall } from "../../src/control/protocol.ts";
import { openAgent } from "../support/agent-run.ts";
import { type GivenRow, RunOf } from "../support/run-of.ts";
import { app, type Driver } from "./driver.ts";
import { held, tell, watching } from "./live-run.ts";

const CALLS: readonly GivenRow[] = [
  { kind: "llm" },
  { kind: "llm", status: "pending" },
  { kind: "llm", status: "pending" },
];

/** What was asked of whoever serves the run. */
function asked(driver: Driver): readonly unknown[] {
  return driver.effects.flatMap((effect) => (effect.type === "live" ? [effect.call] : []));
}

function last<T extends Effect["type"]>(driver: Driver, type: T): (Effect & { readonly type: T }) | undefined {
  const isOf = (effect: Effect): effect is Effect & { readonly type: T } => effect.type === type;
  return driver.effects.filter(isOf).at(-1);
}

const facts = (driver: Driver) => headerOf(driver.state).facts.map(({ text }) => text.trim());
const labels = (driver: Driver, kind: ChoiceKind) => choicesOf(driver.state, kind).list.map(({ label }) => label);

describe("a run that is being written", () => {
  test("is followed as it grows", () => {
    const run = new RunOf(CALLS.slice(0, 1));
    const live = watching(run);
    run.add({ kind: "llm", status: "pending" });
    expect(live.act({ type: "rows" }).step).toBe("1");
  });

  test.each([
    ["a jump", ": 0 enter"],
    ["the step before", "S"],
    ["the top", "g"],
    ["a row above", "k"],
  ])("is followed no more after %s", (_, keys) => {
    const run = new RunOf(CALLS);
    const live = watching(run);
    const place = live.press(keys).step;
    run.add({ kind: "llm", status: "pending" });
    expect([live.act({ type: "rows" }).step, live.state.list.follow]).toEqual([place, "no"]);
  });

  test("a note is written on the step it was begun on, whatever comes meanwhile", () => {
    const run = new RunOf(CALLS.slice(0, 2));
    const live = watching(run).press(";");
    run.add({ kind: "llm", status: "pending" });
    live.act({ type: "rows" }).type("why?").press("enter");
    expect([...live.state.annotations.notes]).toEqual([["1", "why?"]]);
    expect(live.step).toBe("2");
  });

  test("what is being read is not pushed away by what comes", () => {
    const run = new RunOf(CALLS.slice(0, 2));
    const live = watching(run).press("enter j");
    run.add({ kind: "llm", status: "pending" });
    live.act({ type: "rows" });
    expect(live.step).toBe("1");
    expect(live.press("tab").act({ type: "rows" }).step).toBe("2");
  });

  test("its header says what it is and what it has come to", () => {
    const status = { agent: { pid: 1 }, live: 2, served: 36, spent: 0.02, atLeast: true, rewrites: [], hold: false };
    const live = watching(CALLS, { mode: "fork", parent: { path: "/runs/old.vcr", at: 36 }, status });
    expect(facts(live).slice(0, 3)).toEqual(["LIVE from step 36", "2 live, 36 served", "≥$0.020 spent"]);
  });

  test("its breakpoints are those of whoever serves it", () => {
    const live = watching(CALLS, {
      breakpoints: [
        { expression: "tool:search", on: true },
        { expression: "step:7", on: false },
      ],
    });
    expect(live.state.annotations.breakpoints).toEqual([
      { id: 1, at: { filter: "tool:search" }, on: true },
      { id: 2, at: { step: "7" }, on: false },
    ]);
  });

  test("a breakpoint that is set is told to whoever serves it", () => {
    const live = watching(CALLS, { breakpoints: [{ expression: "tool:search", on: true }] });
    live.press("i").type("status:error").press("enter");
    const breakpoints = [
      { expression: "tool:search", on: true },
      { expression: "status:error", on: true },
    ];
    expect(asked(live)).toEqual([{ method: "breakpoints.set", params: { breakpoints } }]);
  });

  test("I switches all breakpoints off, there too", () => {
    const live = watching(CALLS, { breakpoints: [{ expression: "kind:llm", on: true }] }).press("I");
    expect(asked(live)).toEqual([
      { method: "breakpoints.set", params: { breakpoints: [{ expression: "kind:llm", on: false }] } },
    ]);
  });

  test("a breakpoint on a step that has been says that it comes too late", () => {
    const live = watching(CALLS).press("b");
    expect(live.toast).toContain("has been called already");
    expect(asked(live)).toEqual([
      { method: "breakpoints.set", params: { breakpoints: [{ expression: "step:2", on: true }] } },
    ]);
  });

  test("its cost stands in the header once", async () => {
    const run = await openAgent({ model: "gpt-4o-mini", turns: [{ text: "Hello." }] });
    const status = { agent: {}, live: 1, served: 0, spent: 0.00001, atLeast: true, rewrites: [], hold: false };
    expect(facts(watching(run, { status })).filter((text) => text.includes("$"))).toEqual([">$0 spent"]);
  });

  test("text of an answer shows as it comes, and not when its call has ended", () => {
    const run = new RunOf(CALLS);
    const live = watching(run);
    tell(live, { type: "chunk", step: 2, text: "Hel" }, { type: "chunk", step: 2, text: "lo" });
    expect(live.state.live?.streams.get(2)).toBe("Hello");
    run.change(2, { status: "ok" });
    live.act({ type: "rows" });
    expect(live.state.live?.streams.size).toBe(0);
  });

  test("P holds the next call", () => {
    expect(asked(watching(CALLS).press("P"))).toEqual([{ method: "pause", params: {} }]);
  });

  test("q asks, and can be taken back", () => {
    const live = watching(CALLS).press("q");
    expect(labels(live, "leave")).toEqual(["Detach (Q)", "Abort the run", "Stay"]);
    live.press("j j enter");
    expect([live.state.overlays.length, last(live, "quit")]).toEqual([0, undefined]);
  });

  test("Q leaves it to itself", () => {
    const live = watching(CALLS).press("Q");
    expect([last(live, "quit"), asked(live)]).toEqual([{ type: "quit", code: 0 }, []]);
  });

  test("X says what is in flight, and ends the agent only when that is chosen", () => {
    const live = watching(CALLS).press("X");
    expect(choicesOf(live.state, "abort").title).toBe(
      "Abort the run? It ends the agent, process 4711; in flight: step 1 llm, step 2 llm",
    );
    expect(asked(live.press("enter"))).toEqual([]);
    expect(asked(live.press("X j enter"))).toEqual([{ method: "kill", params: {} }]);
  });

  test("X names a call that is held at its answer as held", () => {
    const live = watching([{ kind: "llm" }], { held: [held(0, { phase: "response" })] }).press("X");
    expect(choicesOf(live.state, "abort").title).toContain("; held: step 0 llm openai/chat gpt-4o");
  });

  test("changes of later requests are switched one by one", () => {
    const rewrites = [
      { words: "6a:/result", on: true },
      { words: "7:/messages/0", on: false },
    ];
    const live = watching(CALLS, { status: { agent: {}, live: 0, served: 0, rewrites, hold: false } });
    live.press("= j space");
    expect(asked(live)).toEqual([{ method: "rewrites.set", params: { index: 1, on: true } }]);
  });

  test("another run in its place lets it go on", () => {
    const live = watching(CALLS);
    live.act({ type: "opened", runs: [new RunOf([{ kind: "llm" }])], kept: { annotations: NO_ANNOTATIONS } });
    expect([live.state.live, last(live, "live-leave"), live.toast]).toEqual([
      null,
      { type: "live-leave" },
      "the run that was watched goes on: vcr attach 1a2b3c4d",
    ]);
  });
});

describe("the end of a run", () => {
  test("of a fork has the comparison first among its keys", () => {
    const status = { agent: { exit: { code: 0 } }, live: 1, served: 1, rewrites: [], hold: false };
    const live = watching(CALLS, { mode: "fork", parent: { path: "/runs/old.vcr", at: 1 } });
    expect(hintsOf(live.state)[0]?.key).toBe("?");
    tell(live, { type: "over", status, report: [] });
    expect(hintsOf(live.state)[0]).toEqual({ key: "D", word: "compare with its parent" });
  });

  const over = (agent: object) => ({
    type: "over" as const,
    status: { agent, live: 1, served: 0, rewrites: [], hold: false },
    report: ["fork of 1a2b3c4d: saved"],
  });

  test("of a continuation that came to no clean end is no word of an agent", () => {
    const live = watching(CALLS, { mode: "continue", parent: { path: "/runs/old.vcr", at: 1 } });
    tell(live, over({ exit: { code: 2 } }));
    expect(live.toast).toMatch(/^the continuation is over, exit code 2: E says why/);
    expect(facts(live)[0]).toBe("ENDED, EXIT 2");
  });

  test.each([
    ["fork", "fork", "the run is over: the agent ended well; D compares it with the run it was forked from"],
    ["continue", "continuation", "the continuation is over; D compares it with the run it goes on from"],
  ] as const)("of a %s leads to what has become different", (mode, kind, words) => {
    const run = Object.assign(new RunOf(CALLS), { header: { parent: { kind, at: 1 } } });
    const live = watching(run, { mode, parent: { path: "/runs/old.vcr", at: 1 } });
    tell(live, over({ exit: { code: 0 } }));
    expect(live.toast).toBe(words);
    expect(live.state.log.some(({ text }) => text === "fork of 1a2b3c4d: saved")).toBe(true);
    live.press("D");
    expect(last(live, "compare-parent")).toEqual({ type: "compare-parent" });
  });

  test.each([
    [{ exit: { code: 3 } }, "the run is over: the agent failed with exit code 3", "FAILED, EXIT 3"],
    [{ exit: { signal: "SIGKILL" } }, "the agent was ended by SIGKILL", "ENDED BY SIGKILL"],
    [{ failed: "no such command" }, "the agent could not be started: no such command", "AGENT NOT STARTED"],
  ])("%j is said", (agent, words, badge) => {
    const live = tell(watching(CALLS), over(agent));
    expect([live.toast, facts(live)[0]]).toEqual([words, badge]);
  });

  test("nothing is held any more, and q asks nothing", () => {
    const live = tell(watching(CALLS, { held: [held(1)] }), over({ exit: { code: 0 } }));
    expect(heldBar(live.state)).toBeNull();
    expect(last(live.press("q"), "quit")).toEqual({ type: "quit", code: 0 });
  });

  test("without a word is said, and no key waits for it", () => {
    const live = watching(CALLS, { held: [held(1)] }).act({ type: "live-lost" });
    expect([facts(live)[0], heldBar(live.state)]).toEqual(["CONNECTION LOST", null]);
    expect(live.press("a").toast).toBe("this run is over");
  });

  test("that was told is no loss when the connection closes behind it", () => {
    const live = tell(watching(CALLS), over({ exit: { code: 0 } })).act({ type: "live-lost" });
    expect(facts(live)[0]).toBe("ENDED");
  });
});

describe("a held call", () => {
  test("is gone to", () => {
    const live = watching(CALLS);
    tell(live, { type: "held", call: held(1) });
    expect(live.step).toBe("1");
  });

  test("is gone to as soon as its row is there", () => {
    const run = new RunOf(CALLS.slice(0, 1));
    const live = tell(watching(run), { type: "held", call: held(1) });
    run.add(...CALLS.slice(1));
    expect(live.act({ type: "rows" }).step).toBe("1");
  });

  test("leaves the end of the run in view when it goes on", () => {
    const live = watching(CALLS, { held: [held(1)] });
    expect(tell(live, { type: "released", id: 1, by: "continue" }).step).toBe("2");
  });

  test("is not gone to from where the user has gone himself", () => {
    const live = watching(CALLS).press("F g");
    tell(live, { type: "held", call: held(1) });
    expect([live.step, live.toast]).toEqual(["0", "step 1 is held: breakpoint kind:llm; ]h goes there"]);
  });

  test("is stayed on while the run grows", () => {
    const run = new RunOf(CALLS);
    const live = watching(run, { held: [held(1)] });
    run.add({ kind: "llm" });
    expect(live.act({ type: "rows" }).step).toBe("1");
  });

  test.each([
    ["a", { do: "continue" }],
    [".", { do: "step" }],
  ])("%s: %j", (key, action) => {
    const live = watching(CALLS, { held: [held(1)] }).press(key);
    expect(asked(live)).toEqual([{ method: "act", params: { id: 1, action } }]);
  });

  test("A lets all go on", () => {
    const live = watching(CALLS, { held: [held(1), held(2)] }).press("A");
    expect(asked(live)).toEqual([{ method: "actAll", params: { action: { do: "continue" } } }]);
  });

  test("of several the one whose row is selected is meant", () => {
    const live = watching(CALLS, { held: [held(1), held(2)] }).press("j a");
    expect(asked(live)).toEqual([{ method: "act", params: { id: 2, action: { do: "continue" } } }]);
  });

  test("]h goes from one to the next and round", () => {
    const live = watching(CALLS, { held: [held(1), held(2)] });
    expect(["] h", "] h", "[ h"].map((keys) => live.press(keys).step)).toEqual(["2", "1", "2"]);
  });

  test("without one the keys say so", () => {
    expect(watching(CALLS).press("a").toast).toBe("no call is held: P holds the next one, i those that match");
  });

  test("on a run that nobody writes the keys say so", () => {
    expect(app(CALLS).press("P").toast).toBe("this run is not watched: vcr attach watches one that is being written");
  });

  test("what it cannot do is said", () => {
    const live = watching(CALLS, { held: [held(1, { actions: ["continue"] })] });
    expect(live.press("e").toast).toBe("step 1 cannot be changed");
  });

  test("its menu has what it can do", () => {
    const live = watching(CALLS, { held: [held(1, { actions: ["continue", "error", "recorded"] })] });
    expect(labels(live, "held")).toEqual([
      "Let go on",
      "Serve from the recording",
      "Fail: 429, too many requests",
      "Fail: 500, server error",
      "Fail: no answer in time",
    ]);
    live.press(", j j enter");
    expect(asked(live)).toEqual([{ method: "act", params: { id: 1, action: { do: "error", error: "429" } } }]);
  });

  test("its menu takes the keys that stand in it, and no others", () => {
    const live = watching(CALLS, { held: [held(1, { actions: ["continue", "step"] })] });
    live.press(", X");
    expect([asked(live), live.state.overlays.length]).toEqual([[], 1]);
    live.press(".");
    expect(asked(live)).toEqual([{ method: "act", params: { id: 1, action: { do: "step" } } }]);
    expect(live.state.overlays).toEqual([]);
  });

  test("that is not what was recorded can be taken as equal", () => {
    const drift = { step: 4, words: "differs only in a date", lines: ["- Monday", "+ Tuesday"] };
    const call = held(1, {
      reason: { type: "drift", words: "not what was recorded" },
      drift,
      actions: ["recorded", "live", "abort"],
    });
    const live = watching(CALLS, { held: [call] });
    expect(labels(live, "held")).toEqual(["Treat as equal: serve step 4", "Send to its provider, live from here"]);
    live.press(", enter");
    expect(asked(live)).toEqual([{ method: "act", params: { id: 1, action: { do: "recorded", step: 4 } } }]);
  });

  describe("that has drifted", () => {
    const drifted = (actions: HeldCall["actions"], words = "it differs at /model") =>
      held(1, { reason: { type: "drift", words }, drift: { step: 4, words, lines: ["+++ replayed"] }, actions });

    test("is taken as equal by the key that lets others go on", () => {
      const live = watching(CALLS, { held: [drifted(["continue", "recorded"])] });
      expect(heldBar(live.state)?.keys[0]).toEqual({ key: "a", word: "treat as equal" });
      live.press("a");
      expect(asked(live)).toEqual([{ method: "act", params: { id: 1, action: { do: "recorded", step: 4 } } }]);
    });

    test("with nothing recorded that key asks, and failing it is a choice", () => {
      const live = watching(CALLS, { held: [drifted(["live", "continue"])] }).press("a");
      expect([asked(live), live.state.overlays.at(-1)?.type]).toEqual([[], "choices"]);
      live.press("j enter");
      expect(asked(live)).toEqual([{ method: "act", params: { id: 1, action: { do: "continue" } } }]);
    });

    test("says where it differs once", () => {
      const live = watching(CALLS, { held: [drifted(["recorded"])] });
      const told = heldBar(live.state)?.facts.filter(({ text }) => text.includes("it differs at"));
      expect(told).toHaveLength(1);
      const parts = docText(docOf(heldParts(drifted(["recorded"]), contextFor(live.state))));
      expect(parts.map((text) => text.trim())).toEqual([
        expect.stringContaining("held: it is not what was recorded: it differs at /model"),
        "+++ asked now",
      ]);
    });
  });

  test.each([
    ["the list of what it can", ",", "enter"],
    ["typing its answer", ": a n s w e r enter 4 2", "enter"],
    ["the command line", ": g o", "enter"],
    ["the palette", "ctrl-p", "enter"],
  ])("somebody else lets it go during %s: the next one is not mistaken for it", (_, open, accept) => {
    const live = watching(CALLS, { held: [held(1), held(2)] }).press(open);
    live.act({ type: "palette-query", query: "Let the held call go on" });
    tell(live, { type: "released", id: 1, by: "continue" });
    expect(live.toast).toBe("step 1 is held no more");
    expect(asked(live.press(accept))).toEqual([]);
    expect(asked(live.press("esc esc a"))).toEqual([{ method: "act", params: { id: 2, action: { do: "continue" } } }]);
  });

  test.each(["request", "response"] as const)("what typing an answer comes to in its %s", (phase) => {
    const live = watching(CALLS, { held: [held(1, { phase })] });
    const end = phase === "request" ? "without calling" : "in place of the one that has come";
    expect(labels(live, "held")).toEqual(
      expect.arrayContaining([`Answer with a text, ${end}`, `Answer from $EDITOR, ${end}`]),
    );
    live.press(":").type("answer").press("enter");
    expect(promptView(live.state)?.note).toBe(
      phase === "request"
        ? "what step 1 gets; nothing is called"
        : "what the agent gets in place of the answer that has come to step 1",
    );
  });

  test("on a narrow screen keeps its reason and the time that is left", () => {
    const live = watching(CALLS, { held: [held(1, { until: 581_000 })] });
    const { facts = [] } = heldBar(live.state, 60) ?? {};
    expect(facts.toSorted((a, b) => b.priority - a.priority).map(({ text }) => text)).toEqual([
      "step 1 gpt-4o",
      "9:41 left",
      "breakpoint kind:llm",
      "held before it goes out",
    ]);
  });

  test("puts its keys first in the help", () => {
    const live = watching(CALLS);
    expect(firstGroup(live.state)).toBeUndefined();
    tell(live, { type: "held", call: held(1) });
    const [group] = helpLines("list", COMMANDS, firstGroup(live.state));
    expect(group?.title).toBe("Live run");
  });

  test("can be edited from its menu by the key that edits", () => {
    const live = watching(CALLS, { held: [held(1)] });
    const edit = choicesOf(live.state, "held").list.find(({ command }) => command === "live.edit");
    expect(edit && withKeys(edit, COMMANDS).help).toBe("e");
  });

  test("can be edited, it is said, also when the file of the run is still to be read", () => {
    const run = new RunOf([]);
    const live = watching(run, { held: [held(0)] });
    expect(heldBar(live.state)?.keys.slice(0, 2)).toEqual([
      { key: "a", word: "go on" },
      { key: "e", word: "edit" },
    ]);
    expect(live.press("e").toast).toBe("step 0 has not been read yet: try again");
  });

  test.each([
    [false, "ends the continuation, where nobody else watches: no result comes"],
    [true, "the continuation runs on, the call held; vcr attach comes back"],
  ])("that waits for a result: what leaving comes to with hold %s", (hold, words) => {
    const status = { agent: {}, live: 1, served: 0, rewrites: [], hold };
    const live = watching(CALLS, { mode: "continue", status, held: [held(1, { phase: "result" })] });
    expect(choicesOf(live.state, "leave").list[0]?.help).toBe(words);
  });

  test("that cannot be edited opens no editor, and no key and no list says that it can", () => {
    const live = watching(CALLS, { held: [held(1, { actions: ["continue", "step", "answer", "error", "abort"] })] });
    expect(live.press("e").toast).toBe("step 1 cannot be changed");
    expect(last(live, "live-edit")).toBeUndefined();
    expect(heldBar(live.state)?.keys.map(({ key }) => key)).not.toContain("e");
    expect(choicesOf(live.state, "held").list.map(({ command }) => command)).not.toContain("live.edit");
  });

  test("a tool without a result gets one that is typed", () => {
    const call = held(1, {
      row: "1a",
      phase: "result",
      reason: { type: "no-result", words: "no recorded result" },
      actions: ["answer", "recorded", "abort"],
    });
    const live = watching(CALLS, { held: [call] });
    expect(labels(live, "held")).toEqual([
      "Type a result",
      "Type a result in $EDITOR",
      "Take the recorded result",
      "Stop here",
    ]);
    live.press(", enter").type("42 dollars").press("enter");
    expect(asked(live)).toEqual([{ method: "act", params: { id: 1, action: { do: "answer", body: "42 dollars" } } }]);
  });

  test("its client that gives up is told", () => {
    const live = watching(CALLS, { held: [held(1)] });
    expect(tell(live, { type: "released", id: 1, by: "client-gone" }).toast).toBe("step 1: its client has given up");
  });

  test("a tool call that waits for its result does not read as unanswered", async () => {
    const run = await openAgent({ turns: [{ calls: [{ name: "search", args: { q: "SFO" }, result: "" }] }] });
    const live = watching(run, { mode: "continue", held: [held(0, { row: "0a", phase: "result" })] });
    const said = () => docText(docFor(live.press("G").state)).join("\n");
    expect(said()).toContain("search · waits for a tool's result");
    tell(live, { type: "released", id: 0, by: "answer" });
    expect(said()).toContain("nobody answered");
  });

  test("of a continuation vcr itself is the client", () => {
    const live = watching(CALLS, { mode: "continue", held: [held(1, { phase: "result" })] });
    expect(heldBar(live.state)?.facts.map(({ text }) => text)).toContain("vcr itself waits: it does not give up");
  });

  test("counts down, a frame a second, while its client's patience is known", () => {
    const live = watching(CALLS);
    const ticks = () =>
      live.effects.filter((effect) => effect.type === "after" && effect.action.type === "live-tick").length;
    tell(live, { type: "held", call: held(1) });
    expect(ticks()).toBe(0);
    tell(live, { type: "held", call: held(2, { until: 60_000 }) }, { type: "chunk", step: 1, text: "x" });
    tell(live, { type: "chunk", step: 1, text: "y" });
    expect(ticks()).toBe(1);
    live.act({ type: "live-tick" });
    expect(ticks()).toBe(2);
    tell(live, { type: "released", id: 2, by: "continue" });
    live.act({ type: "live-tick" });
    expect(ticks()).toBe(2);
  });

  test.each([
    [581_000, "client gives up in 9:41"],
    [5_000, "client gives up in 0:05"],
    [0, "its client has given up, or will now"],
    [undefined, "how long its client waits is unknown"],
  ])("until %s: %s", (until, words) => {
    const live = watching(CALLS, { held: [held(1, until === undefined ? {} : { until })] });
    expect(heldBar(live.state)?.facts.map(({ text }) => text)).toContain(words);
  });
});

describe("the agent's output", () => {
  const out = (text: string) => ({ type: "output" as const, piece: { from: "stdout" as const, text } });
  const err = (text: string) => ({ type: "output" as const, piece: { from: "stderr" as const, text } });
  const shown = (live: Driver, height: number) =>
    outputWindow(live.state, height).lines.map(({ from, text }) => `${from} ${text}`);

  test("comes in whole lines, labelled, whatever the pieces", () => {
    const live = tell(watching(CALLS), out("a"), out("b\nc"), err("warning\n"), out("d\n"));
    expect(shown(live, 9)).toEqual(["out ab", "out c", "err warning", "out d"]);
  });

  test("a progress bar is what it was last", () => {
    expect(shown(tell(watching(CALLS), out("10%\r50%\r"), out("100%\n")), 9)).toEqual(["out 100%"]);
  });

  test("drives no terminal", () => {
    expect(shown(tell(watching(CALLS), out("\u001b[2J\u001b]0;x\u0007red\n")), 9).join()).not.toContain("\u001b");
  });

  test("opens when the first line comes, and stays closed when it was closed", () => {
    const live = watching(CALLS);
    expect(live.state.live?.pane.open).toBe(false);
    tell(live, out("a\n"));
    expect(live.state.live?.pane.open).toBe(true);
    tell(live.press("T"), out("b\n"));
    expect(live.state.live?.pane.open).toBe(false);
  });

  test("is scrolled when it has the keys, and followed again at its end", () => {
    const lines = Array.from({ length: 40 }, (_, n) => `line ${n}\n`).join("");
    const live = tell(watching(CALLS), out(lines)).press("tab tab g");
    expect(shown(live, 2)).toEqual(["out line 0", "out line 1"]);
    live.press("G");
    expect(shown(tell(live, out("new\n")), 1)).toEqual(["out new"]);
  });

  test("keeps the last 2,000 lines", () => {
    const live = tell(watching(CALLS), out(Array.from({ length: 2500 }, (_, n) => `${n}\n`).join("")));
    live.press("tab tab g");
    expect([shown(live, 1), outputWindow(live.state, 1).note]).toEqual([["out 500"], "501-501 of 2500"]);
  });
});
