import { describe, expect, test } from "vitest";
import { visibleOf } from "../../src/app/narrowing/visible.ts";
import { type GivenRow, RunOf } from "../support/run-of.ts";
import { app } from "./driver.ts";

const call = (fields: Partial<GivenRow> = {}): GivenRow => ({ kind: "llm", name: "gpt", ...fields });
const tool = (step: string, fields: Partial<GivenRow> = {}): GivenRow => ({
  kind: "tool",
  name: "search",
  step,
  ...fields,
});
/** 0, 0a, 1, 1a (an error), 1b, 2, 3 (an error). */
const RUN: readonly GivenRow[] = [
  call(),
  tool("0a"),
  call(),
  tool("1a", { status: "error" }),
  tool("1b"),
  call(),
  call({ status: "error" }),
];

describe("moving", () => {
  test.each([
    ["j", "0a"],
    ["down down", "1"],
    ["j j k", "0a"],
    ["k", "0"],
    ["G", "3"],
    ["end", "3"],
    ["G g", "0"],
    ["G home", "0"],
    ["3 j", "1a"],
    ["G 2 k", "1b"],
    ["9 9 j", "3"],
    ["2 G", "2"],
    [": 1 a enter", "1a"],
    [": 2 enter", "2"],
    ["space", "3"],
    ["ctrl-f ctrl-b", "0"],
  ])("%s selects %s", (keys, step) => {
    expect(app(RUN).press(keys).step).toBe(step);
  });

  test("a step that is not there is said, and nothing moves", () => {
    const trace = app(RUN).press("j : 4 2 enter");
    expect([trace.step, trace.toast]).toEqual(["0a", "there is no step 42: the run has 4"]);
  });

  test("a page is what the list shows, less one row", () => {
    const many = Array.from({ length: 100 }, () => call());
    // 30 rows: header, status, hints, the list's heading, leave 26.
    expect(app(many).press("pagedown").step).toBe("25");
    expect(app(many).press("ctrl-d").step).toBe("13");
  });

  test("the list scrolls only when the selection comes within two rows of its edge", () => {
    const many = Array.from({ length: 100 }, () => call());
    const trace = app(many).press("2 3 j");
    expect(trace.state.list.offset).toBe(23);
    expect(trace.press("j").state.list.offset).toBe(23);
    expect(trace.press("2 2 k").state.list.offset).toBe(2);
  });

  test("an empty run takes every key", () => {
    const trace = app([]);
    for (const keys of ["j", "G", "g", "s", "] e", "%", "u", "enter", "j", "z R", "y y", "v", "/ x enter", "n", "F"]) {
      trace.press(keys);
    }
    expect(trace.step).toBe("");
  });
});

describe("time travel", () => {
  test.each([
    ["s", "1"],
    ["s s s", "3"],
    ["2 s", "2"],
    ["G S", "2"],
    ["j j j S", "1"],
    ["] e", "1a"],
    ["] e ] e", "3"],
    ["G [ e", "1a"],
    ["] t", "0a"],
    ["3 ] t", "1b"],
    ["G [ t", "1b"],
  ])("%s goes to %s", (keys, step) => {
    expect(app(RUN).press(keys).step).toBe(step);
  });

  test("the end is said, not wrapped round", () => {
    const trace = app(RUN).press("G ] e");
    expect([trace.step, trace.toast]).toEqual(["3", "no later error"]);
  });

  test("% goes from a tool to the step that carries its result, and from a call to its first tool", () => {
    const run = new RunOf(RUN);
    run.tool = () => ({ name: "search", isError: false, resultStep: "2" });
    expect(app(run).press("j %").step).toBe("2");
    expect(app(run).press("j j %").step).toBe("1a");
  });

  test("u goes to the row that holds this one", () => {
    const run = [call(), tool("0a", { parent: 0 }), call()];
    expect(app(run).press("j u").step).toBe("0");
    expect(app(run).press("u").toast).toBe("this event lies under no other");
  });

  test("Ctrl-O goes back to where a jump began, Alt-Right forward again", () => {
    const trace = app(RUN).press("s ] e");
    expect(trace.press("ctrl-o").step).toBe("1");
    expect(trace.press("' '").step).toBe("0");
    expect(trace.press("alt-right").step).toBe("1");
    expect(trace.press("alt-right").step).toBe("1a");
    expect(trace.press("alt-right").toast).toBe("no later place");
  });
});

describe("digits", () => {
  test("one alone shows its tab, from either pane", () => {
    expect(app(RUN).press("3").state.detail.tab).toBe(3);
    expect(app(RUN).press("enter 6").state.detail.tab).toBe(6);
    expect(app(RUN).press("3 0").state.detail.tab).not.toBe(3);
  });

  test("as a count they leave the tab as it was", () => {
    const trace = app(RUN).press("3");
    trace.act({ type: "count-over", count: "3" });
    trace.press("2 G");
    expect([trace.step, trace.state.detail.tab]).toEqual(["2", 3]);
  });

  test("quickly one after the other they show one tab after the other", () => {
    expect(app(RUN).press("5 6").state.detail.tab).toBe(6);
    expect(app(RUN).press("5 6 0").state.detail.tab).toBe(0);
    const trace = app(RUN).press("3 4 2 G");
    expect(trace.state.detail.tab).toBe(0);
  });

  test("before a command without a count they stay tabs", () => {
    const trace = app(RUN).press("3 enter");
    expect([trace.state.focus, trace.state.detail.tab]).toEqual(["detail", 3]);
  });

  test("in time they are no count any more", () => {
    const trace = app(RUN).press("3");
    trace.act({ type: "count-over", count: "3" });
    expect(trace.press("j").step).toBe("0a");
  });
});

test("help in a list over the screen is about that list, and closes back to it", () => {
  const trace = app(RUN).press("d ?");
  expect(trace.state.overlays.at(-1)).toMatchObject({ type: "help", context: "choices" });
  expect(trace.press("?").state.overlays.map(({ type }) => type)).toEqual(["choices"]);
});

describe("chords", () => {
  test("the first key waits, which-key shows after the pause, the second runs", () => {
    const trace = app(RUN).press("]");
    expect(trace.state.pending).toMatchObject({ keys: ["]"], shown: false });
    expect(trace.effects).toContainEqual({ type: "after", ms: 300, action: { type: "which-key" } });
    expect(trace.act({ type: "which-key" }).state.pending.shown).toBe(true);
    trace.press("e");
    expect([trace.step, trace.state.pending.keys]).toEqual(["1a", []]);
  });

  test("Esc and a key that leads nowhere let it go", () => {
    expect(app(RUN).press("j ] esc j").step).toBe("1");
    expect(app(RUN).press("j ] Z j").step).toBe("1");
  });

  test("the strip of a chord that is over does not come up", () => {
    expect(app(RUN).press("] e").act({ type: "which-key" }).state.pending.shown).toBe(false);
  });
});

describe("layers", () => {
  test("Esc takes one level at a time and never quits", () => {
    const trace = app(RUN, { columns: 120, rows: 30 }).press("+ ? esc");
    expect([trace.state.overlays.length, trace.state.window.zoom]).toEqual([0, 1]);
    trace.press("esc esc esc esc");
    expect(trace.state.window.zoom).toBe(0);
    expect(trace.effects.filter(({ type }) => type === "quit")).toEqual([]);
  });

  test("q closes what is on top, at the root it quits; Q quits from anywhere", () => {
    const trace = app(RUN).press("? q");
    expect([trace.state.overlays.length, trace.effects.length]).toEqual([0, 0]);
    expect(trace.press("q").effects).toEqual([{ type: "quit", code: 0 }]);
    expect(app(RUN).press("? Q").effects).toEqual([{ type: "quit", code: 0 }]);
  });

  test("a disabled command says why", () => {
    expect(app(RUN).press("n").toast).toMatch(/nothing has been searched for/);
    expect(app(RUN).press("~").toast).toMatch(/there is no filter/);
  });

  test("a toast goes with its own time, not with that of an earlier one", () => {
    const trace = app(RUN).press("n");
    const first = trace.state.toast?.id ?? 0;
    trace.press("~").act({ type: "toast-over", id: first });
    expect(trace.toast).toMatch(/no filter/);
    expect(trace.act({ type: "toast-over", id: first + 1 }).toast).toBe("");
  });

  test("what was said stays in the log", () => {
    const trace = app(RUN).press("n ~");
    expect(trace.state.log.map(({ text }) => text)).toEqual([
      "nothing has been searched for (/ does)",
      "there is no filter (f makes one)",
    ]);
  });

  test("a command with an argument goes on where arguments are typed", () => {
    const trace = app(RUN).press("ctrl-p").act({ type: "palette-query", query: "sort" }).press("enter");
    expect(trace.state.prompt?.kind).toBe("command");
    expect(trace.state.prompt?.text).toBe("sort ");
  });

  test("the palette runs the command that was picked", () => {
    const trace = app(RUN).press("ctrl-p").act({ type: "palette-query", query: "next error" });
    expect(trace.press("enter").step).toBe("1a");
    expect(trace.state.overlays).toEqual([]);
  });

  test("in a screen that is too small only leaving works", () => {
    const trace = app(RUN, { columns: 20, rows: 5 }).press("j G enter f");
    expect([trace.step, trace.state.prompt]).toEqual(["0", null]);
    expect(trace.press("q").effects).toEqual([{ type: "quit", code: 0 }]);
  });
});

describe("a run that grows", () => {
  test("following keeps the last row; moving up ends it", () => {
    const run = new RunOf(RUN);
    const trace = app(run).press("F");
    expect(trace.step).toBe("3");
    run.add(call());
    expect(trace.act({ type: "rows" }).step).toBe("4");
    trace.press("k");
    run.add(call());
    expect(trace.act({ type: "rows" }).step).toBe("3");
  });

  test("without following the selection stays, also when rows appear before it", () => {
    const run = new RunOf([call(), call()]);
    const trace = app(run).press("j");
    run.given.splice(1, 0, tool("0a"));
    run.version++;
    expect(trace.act({ type: "rows" }).step).toBe("1");
  });

  test("a derived row that gives way to a recorded one leaves the selection at its call", () => {
    const many = Array.from({ length: 50 }, () => call());
    const run = new RunOf([...many, tool("49a"), call(), call()]);
    const trace = app(run).press("G k k");
    expect(trace.step).toBe("49a");
    run.given.splice(50, 1);
    run.version++;
    expect(trace.act({ type: "rows" }).step).toBe("49");
  });

  test("warnings of the file are said once", () => {
    const run = new RunOf(RUN);
    const warnings: string[] = [];
    Object.defineProperty(run, "warnings", { get: () => warnings });
    const trace = app(run);
    warnings.push("the last line is torn");
    expect(trace.act({ type: "rows" }).toast).toBe("the last line is torn");
    trace.act({ type: "rows" });
    expect(trace.state.log).toHaveLength(1);
  });
});

describe("update", () => {
  test("changes nothing in the state it was given", () => {
    const trace = app(RUN);
    const before = trace.state;
    const copy = structuredClone({ list: before.list, detail: before.detail, window: before.window });
    trace.press("j ] e enter z R 3 + f k i n d enter");
    expect({ list: before.list, detail: before.detail, window: before.window }).toEqual(copy);
    expect(visibleOf(before).count).toBe(7);
  });
});
