import { describe, expect, test } from "vitest";
import { HitCounts } from "../../src/time/continue.ts";
import { RunOf } from "../support/run-of.ts";
import { app, type Driver } from "./driver.ts";

const CALLS = [
  { kind: "llm", name: "m", what: "one" },
  { kind: "tool", name: "search", step: "0a", status: "error" },
  { kind: "llm", name: "m", what: "two" },
  { kind: "tool", name: "book", step: "1a" },
  { kind: "llm", name: "m", what: "three" },
] as const;

const breakpoints = ({ state }: Driver) => state.annotations.breakpoints;

describe("breakpoints", () => {
  test("are set and taken away on the selected event", () => {
    const driver = app(CALLS).press("j b");
    expect(breakpoints(driver)).toEqual([{ id: 1, at: { step: "0a" }, on: true }]);
    expect(breakpoints(driver.press("f9"))).toEqual([]);
  });

  test("with a condition are typed as a filter; one that cannot be read is told and not set", () => {
    const driver = app(CALLS).press("i").type("kind:tool status:error").press("enter");
    expect(breakpoints(driver)).toEqual([{ id: 1, at: { filter: "kind:tool status:error" }, on: true }]);
    driver.press("i").type("kind:(").press("enter");
    expect(breakpoints(driver)).toHaveLength(1);
  });

  test("never share an id, also after one was deleted", () => {
    const driver = app(CALLS).press("b j b k b j j b");
    expect(breakpoints(driver).map(({ id }) => id)).toEqual([2, 3]);
  });

  test("are all switched off together, then on", () => {
    const driver = app(CALLS).press("b j b I");
    expect(breakpoints(driver).map(({ on }) => on)).toEqual([false, false]);
    expect(breakpoints(driver.press("I")).map(({ on }) => on)).toEqual([true, true]);
  });

  test("are kept with every change", () => {
    expect(app(CALLS).press("b").effects).toContainEqual({ type: "keep" });
  });

  test("continue looks from the selected event, forward and back", () => {
    const driver = app(CALLS).press("b G c C");
    expect(driver.effects.filter(({ type }) => type === "continue")).toEqual([
      { type: "continue", direction: 1, from: 4 },
      { type: "continue", direction: -1, from: 4 },
    ]);
  });

  test("that a filter hides are stopped at, the filter off but kept", () => {
    const driver = app(CALLS).press("j b g f").type("kind:llm").press("enter");
    driver.act({ type: "stopped", i: 1, breakpoint: breakpoints(driver)[0] });
    expect(driver.step).toBe("0a");
    expect(driver.state.filter).toMatchObject({ text: "kind:llm", off: true });
    expect(driver.toast).toContain("the filter hides it");
  });

  test("where none is further on, the end of what is shown is gone to and the filter stays", () => {
    const driver = app(CALLS).press("b f").type("kind:tool").press("enter");
    driver.act({ type: "stopped", i: 4, breakpoint: undefined });
    expect(driver.step).toBe("1a");
    expect(driver.state.filter.off).toBe(false);
    driver.act({ type: "stopped", i: 0, breakpoint: undefined });
    expect(driver.step).toBe("0a");
  });

  test("are gone to one by one", () => {
    const driver = app(CALLS).press("j b G b g");
    expect(driver.press("] b").step).toBe("0a");
    expect(driver.press("f8").step).toBe("2");
    expect(driver.press("f7").step).toBe("0a");
  });
});

describe("marks and notes", () => {
  test("marks come and go, and are gone to", () => {
    const driver = app(CALLS).press("j m G m g");
    expect(driver.press("] m").step).toBe("0a");
    expect(driver.press("] m").step).toBe("2");
    expect(driver.press("m g ] m ] m").step).toBe("0a");
    expect(driver.toast).toBe("no later mark");
  });

  test("M shows marked events only, then all again", () => {
    const driver = app(CALLS).press("j m M");
    expect(driver.state.filter).toMatchObject({ text: "is:marked", rows: [1] });
    expect(driver.press("M").state.filter.text).toBe("");
  });

  test("a filter that asks for marks is asked again when one comes", () => {
    const driver = app(CALLS).press("m M G");
    driver.press(":").type("nofilter").press("enter").press("j m M");
    expect(driver.state.filter.rows).toEqual([0, 1]);
    driver.press("m");
    expect(driver.state.filter.rows).toEqual([0]);
  });

  test("a note is written, changed, and taken away by emptying it", () => {
    const driver = app(CALLS).press(";").type("odd").press("enter");
    expect([...driver.state.annotations.notes]).toEqual([["0", "odd"]]);
    driver.press(";").type(" indeed").press("enter");
    expect([...driver.state.annotations.notes]).toEqual([["0", "odd indeed"]]);
    driver.press("; ctrl-u enter");
    expect(driver.state.annotations.notes.size).toBe(0);
  });

  test("is:noted and is:bp find their events", () => {
    const driver = app(CALLS).press("j ;").type("odd").press("enter").press("j b f").type("is:noted | is:bp");
    expect(driver.press("enter").state.filter.rows).toEqual([1, 2]);
  });
});

test("hits of a breakpoint are counted whether it is on or off, whatever is shown", () => {
  const counts = new HitCounts(
    new RunOf(CALLS),
    [
      { id: 1, at: { filter: "kind:tool" }, on: false },
      { id: 2, at: { step: "2" }, on: true },
      { id: 3, at: { filter: "kind:(" }, on: true },
    ],
    {},
  );
  expect(counts.advance(Number.POSITIVE_INFINITY)).toBe(true);
  expect([...counts.counts]).toEqual([
    [1, 2],
    [2, 1],
  ]);
});
