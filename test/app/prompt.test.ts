import { describe, expect, test } from "vitest";
import { visibleOf } from "../../src/app/narrowing/visible.ts";
import { type GivenRow, said } from "../support/run-of.ts";
import { app, type Driver } from "./driver.ts";

const RUN: readonly GivenRow[] = [
  { kind: "llm", name: "gpt", messages: [said("user", "find a fare")] },
  { kind: "tool", name: "search", step: "0a", status: "error" },
  { kind: "llm", name: "gpt", messages: [said("user", "find a fare"), said("tool", "no fare")] },
  { kind: "tool", name: "book", step: "1a" },
  { kind: "llm", name: "haiku", messages: [said("user", "say goodbye")] },
];

function shown(trace: Driver): readonly string[] {
  const visible = visibleOf(trace.state);
  return Array.from({ length: visible.count }, (_, n) => trace.state.run.row(visible.at(n)).step);
}

describe("the filter prompt", () => {
  test("filters while it is typed; Enter keeps, and it is remembered", () => {
    const trace = app(RUN).press("f").type("kind:tool");
    expect(shown(trace)).toEqual(["0a", "1a"]);
    trace.press("enter");
    expect([trace.state.prompt, trace.state.filter.text]).toEqual([null, "kind:tool"]);
    expect(trace.effects).toContainEqual({ type: "remember", kind: "filter", text: "kind:tool" });
  });

  test("an expression that cannot be read leaves the last good one in force and shows where", () => {
    const trace = app(RUN).press("f").type("tool:book (");
    expect(shown(trace)).toEqual(["1a"]);
    expect(trace.state.prompt?.problem).toMatchObject({ from: 11 });
    trace.press("enter");
    expect(trace.state.prompt).not.toBeNull();
    expect(trace.press("backspace").state.prompt?.problem).toBeNull();
  });

  test("Esc brings back the filter and the place from before", () => {
    const trace = app(RUN).press("f").type("kind:tool").press("enter j").press("f").type(" tool:search");
    expect(trace.step).toBe("0a");
    trace.press("esc");
    expect([trace.step, trace.state.filter.text, shown(trace)]).toEqual(["1a", "kind:tool", ["0a", "1a"]]);
  });

  test("the selection survives if it can, else the nearest earlier row takes its place", () => {
    expect(app(RUN).press("j j j f").type("kind:tool").press("enter").step).toBe("1a");
    expect(app(RUN).press("G f").type("kind:tool").press("enter").step).toBe("1a");
    expect(app(RUN).press("f").type("kind:tool").press("enter").step).toBe("0a");
  });

  test("~ switches it off and on without losing it", () => {
    const trace = app(RUN).press("f").type("kind:tool").press("enter ~");
    expect([shown(trace).length, trace.state.filter.text]).toEqual([5, "kind:tool"]);
    expect(shown(trace.press("~"))).toEqual(["0a", "1a"]);
  });

  test("an empty one takes the filter away", () => {
    const trace = app(RUN).press("f").type("kind:tool").press("enter f ctrl-u enter");
    expect([shown(trace).length, trace.state.filter.rows]).toEqual([5, null]);
  });

  test("a filter that nothing matches leaves an empty list that takes every key", () => {
    const trace = app(RUN).press("f").type("tool:nothing").press("enter");
    for (const keys of ["j", "k", "G", "g", "s", "] e", "ctrl-d", "z z", "F", "%", "y l", "enter"]) trace.press(keys);
    expect(shown(trace)).toEqual([]);
    expect(shown(trace.press("~"))).toHaveLength(5);
  });

  test("a step that the filter hides is said to be hidden", () => {
    const trace = app(RUN).press("f").type("kind:tool").press("enter : 2 enter");
    expect(trace.toast).toMatch(/step 2 is hidden by the filter/);
  });
});

describe("completion", () => {
  test("Tab offers, Tab goes on, Enter takes, Esc closes the list first", () => {
    const trace = app(RUN).press("f").type("kind:").press("tab");
    const options = trace.state.prompt?.completion?.options.map(({ label }) => label) ?? [];
    expect(options).toContain("llm");
    trace.press("esc");
    expect([trace.state.prompt?.completion, trace.state.prompt?.text]).toEqual([null, "kind:"]);
    trace.press("tab enter");
    expect(trace.state.prompt?.text.trim()).toBe(`kind:${options[0]}`);
    trace.press("ctrl-u").type("kind:").press("tab tab enter");
    expect(trace.state.prompt?.text.trim()).toBe(`kind:${options[1]}`);
  });

  test("a single option is taken at once", () => {
    expect(app(RUN).press(":").type("nofil").press("tab").state.prompt?.text).toBe("nofilter");
  });
});

describe("history", () => {
  test("up goes to older lines, down back to what was being typed; equal lines are kept once", () => {
    const trace = app(RUN);
    for (const text of ["~e", "kind:llm", "~e"]) trace.press("f ctrl-u").type(text).press("enter");
    expect(trace.state.histories.filter).toEqual(["kind:llm", "~e"]);
    trace.press("f ctrl-u").type("dur").press("up up");
    expect(trace.state.prompt?.text).toBe("kind:llm");
    expect(trace.press("up").state.prompt?.text).toBe("kind:llm");
    expect(trace.press("down down").state.prompt?.text).toBe("dur");
  });
});

describe("editing a line", () => {
  test.each([
    ["left left X", "abXcd"],
    ["home X", "Xabcd"],
    ["ctrl-a ctrl-k", ""],
    ["left ctrl-k", "abc"],
    ["left ctrl-u", "d"],
    ["backspace", "abc"],
    ["home delete", "bcd"],
    ["space e f ctrl-w", "abcd "],
    ["space e f alt-b X", "abcd Xef"],
    ["home alt-f X", "abcdX"],
  ])("%s makes it %j", (keys, text) => {
    expect(app(RUN).press("/").type("abcd").press(keys).state.prompt?.text).toBe(text);
  });

  test("a letter with marks and an emoji of several parts are one step", () => {
    const trace = app(RUN).press("/").type("e\u0301👩‍👩‍👧").press("backspace");
    expect(trace.state.prompt?.text).toBe("e\u0301");
    expect(trace.press("backspace").state.prompt?.text).toBe("");
  });
});

describe("search", () => {
  test("goes to the first hit at or after the selection; n and N go on and round, and say so", () => {
    const trace = app(RUN).press("j / f a r e enter");
    expect(trace.step).toBe("1");
    trace.press("n");
    expect([trace.step, trace.toast]).toEqual(["0", "search went on at the top"]);
    expect(trace.press("n").step).toBe("1");
    trace.press("N");
    expect(trace.step).toBe("0");
    trace.press("N");
    expect([trace.step, trace.toast]).toEqual(["1", "search went on at the bottom"]);
  });

  test("what is nowhere is said", () => {
    const trace = app(RUN).press("/ z e b r a enter");
    expect([trace.step, trace.toast]).toEqual(["0", '"zebra" is nowhere in this run']);
  });

  test("hits in events that the filter hides are counted, not shown", () => {
    const trace = app(RUN).press("f").type("kind:tool").press("enter / f a r e enter n");
    expect(trace.step).toBe("0a");
    expect(trace.toast).toMatch(/^\d hits, all in events that the filter hides$/);
  });

  test("Esc takes the search away", () => {
    const trace = app(RUN).press("/ f a r e enter");
    trace.press("esc");
    expect(trace.state.search).toBeNull();
  });
});

describe("the command line", () => {
  test("runs commands by name, with their argument", () => {
    expect(shown(app(RUN).press(":").type("filter kind:tool").press("enter"))).toEqual(["0a", "1a"]);
    expect(app(RUN).press(": q enter").effects).toContainEqual({ type: "quit", code: 0 });
  });

  test("an unknown name is answered with one that is near", () => {
    expect(app(RUN).press(":").type("filtr x").press("enter").toast).toMatch(
      /no command ":filtr"; did you mean ":filter"/,
    );
  });

  test("Backspace on the empty line leaves it", () => {
    expect(app(RUN).press(": backspace").state.prompt).toBeNull();
  });
});
