import { describe, expect, test } from "vitest";
import { choicesOf } from "../../src/app/selectors/choices.ts";
import { hintsOf } from "../../src/app/selectors/hints.ts";
import type { ChoiceKind } from "../../src/app/state.ts";
import { RunOf } from "../support/run-of.ts";
import { app, type Driver } from "./driver.ts";

const CALLS = [
  { kind: "llm", name: "m", what: "one" },
  { kind: "tool", name: "search", step: "0a", what: "q=1", status: "error" },
  { kind: "llm", name: "m", what: "two" },
  { kind: "llm", name: "m", what: "three" },
] as const;

const list = ({ state }: Driver, kind: ChoiceKind) =>
  choicesOf(state, kind).list.map(({ label, help }) => `${label} | ${help}`);
const open = ({ state }: Driver) => state.overlays.map((overlay) => overlay.type);

describe("the list of breakpoints", () => {
  test("says what each stops at, whether it is on, and its hits once they are counted", () => {
    const driver = app(CALLS).press("j b i").type("kind:llm").press("enter B");
    expect(driver.effects).toContainEqual({ type: "count-hits" });
    expect(list(driver, "breakpoints")).toEqual(["step 0a | on", "kind:llm | on"]);
    driver.act({
      type: "hit-counts",
      complete: true,
      counts: new Map([
        [1, 1],
        [2, 3],
      ]),
    });
    expect(list(driver, "breakpoints")).toEqual(["step 0a | on · 1 hit", "kind:llm | on · 3 hits"]);
  });

  test("Space switches one, d deletes it, Enter goes there", () => {
    const driver = app(CALLS).press("b j b G B j space");
    expect(list(driver, "breakpoints")).toEqual(["step 0 | on", "step 0a | off"]);
    driver.press("k d");
    expect(list(driver, "breakpoints")).toEqual(["step 0a | off"]);
    driver.press("enter");
    expect(driver.step).toBe("0a");
    expect(open(driver)).toEqual([]);
  });

  test("says what to do where there is none", () => {
    expect(choicesOf(app(CALLS).state, "breakpoints").empty).toMatch(/b sets one/);
  });
});

describe("the list of marks and notes", () => {
  test("stands in the order of time, with the note in front", () => {
    const driver = app(CALLS).press("G m k ;").type("odd").press("enter k m");
    expect(list(driver, "marks")).toEqual(["* 0a | tool search q=1", "  1 | odd · llm m two", "* 2 | llm m three"]);
  });

  test("d takes mark and note of a line away, and the selection stays inside", () => {
    const driver = app(CALLS).press("m G m ;").type("x").press("enter").press(":").type("marks").press("enter G d");
    expect(list(driver, "marks")).toEqual(["* 0 | llm m one"]);
    expect(driver.press("enter").step).toBe("0");
  });
});

test("places jumped from, the last one first", () => {
  const driver = app(CALLS).press("G g").press(":").type("2").press("enter");
  expect(list(driver, "jumps")).toEqual(["0 | llm m one", "2 | llm m three", "0 | llm m one"]);
  driver.press(":").type("jumps").press("enter j enter");
  expect(driver.step).toBe("2");
});

describe("the outline", () => {
  const LANES = [
    { number: 0, name: "main", calls: 2, notes: [] },
    { number: 1, name: "agent 2", calls: 1, parent: 0, notes: ["branch"] },
    { number: 2, name: "agent 3", calls: 1, parent: 1, notes: [] },
  ];
  const RUN = new RunOf(
    [
      { kind: "llm", name: "m", tokens: { in: 10, out: 5 } },
      { kind: "llm", name: "m", lane: 1, tokens: { in: 7, out: 1 } },
      { kind: "tool", name: "t", step: "1a", lane: 1, status: "error" },
      { kind: "llm", name: "m", lane: 0 },
      { kind: "llm", name: "m", lane: 2 },
    ],
    LANES,
  );

  test("is a tree of agents with their calls, errors and tokens", () => {
    expect(list(app(RUN), "outline")).toEqual([
      "main | from step 0 · 2 calls · 15 tok",
      "  agent 2 | from step 1 · 1 call · 1 error · 8 tok · branch",
      "    agent 3 | from step 3 · 1 call",
    ]);
  });

  test("Enter goes to where an agent begins, u to the call of the agent that started it", () => {
    const driver = app(RUN).press("o j j enter");
    expect(driver.step).toBe("3");
    expect(driver.press("u").step).toBe("1");
    expect(driver.press("u").step).toBe("0");
    expect(driver.press("u").toast).toBe("this event lies under no other");
  });

  test("u of an agent that went on while its parent did finds the call that started it", () => {
    const run = new RunOf(
      [{ kind: "llm" }, { kind: "llm", lane: 1 }, { kind: "llm" }, { kind: "llm", lane: 1 }],
      [
        { number: 0, name: "main", calls: 2, notes: [] },
        { number: 1, name: "agent 2", calls: 2, parent: 0, notes: [] },
      ],
    );
    expect(app(run).press("G u").step).toBe("0");
  });
});

describe("what to compare with", () => {
  test("begins with what was marked, in both orders of time", () => {
    const driver = app(CALLS).press("m j m j");
    expect(list(driver, "compare")).toEqual([
      "two marked events | step 0 and step 0a",
      "marked event | step 0",
      "marked event | step 0a",
      "previous call | step 0, of the same agent",
    ]);
    driver.press("d enter");
    expect(driver.state.screens.at(-1)).toBe("diff");
    expect(driver.state.diff?.result?.entries).toMatchObject([{ a: 0, b: 1 }]);
  });

  test("the selected event is A when it is the earlier one", () => {
    const driver = app(CALLS).press("G m g d enter");
    expect(driver.state.diff?.result?.entries).toMatchObject([{ a: 0, b: 3 }]);
  });
});

test("a list offers only what it can do", () => {
  const ids = (keys: string) => hintsOf(app(CALLS).press(keys).state).map(({ word }) => word);
  expect(ids("b B")).toEqual(expect.arrayContaining(["switch", "delete"]));
  expect(ids("o")).not.toEqual(expect.arrayContaining(["switch"]));
  expect(ids("o")).not.toEqual(expect.arrayContaining(["delete"]));
});

test.each([
  ["at the root", "g", "quit"],
  ["over a list", "o", "back"],
  ["over the help", "?", "back"],
])("q is said to do what it does %s", (_, keys, word) => {
  const hint = hintsOf(app(CALLS).press(keys).state).find(({ key }) => key === "q");
  expect(hint?.word).toBe(word);
});
