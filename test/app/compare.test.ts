import { describe, expect, test } from "vitest";
import { isComparing } from "../../src/app/diff/move.ts";
import { shownEntries } from "../../src/app/diff/shown-entries.ts";
import { diffStatus, diffWindow } from "../../src/app/selectors/diff-list.ts";
import { statusOf } from "../../src/app/selectors/status.ts";
import { screenText } from "../../src/app/spoken/spoken-changes.ts";
import { diffOf } from "../diff/rows.ts";
import { comparison, pairOf } from "./comparison.ts";
import type { Driver } from "./driver.ts";

function shown({ state }: Driver): readonly string[] {
  return shownEntries(state.diff!).map((line) => (line.type === "entry" ? String(line.entry) : `${line.count} equal`));
}

function status({ state }: Driver): string {
  return (isComparing(state) ? diffStatus(state) : statusOf(state)).map(({ text }) => text).join(" | ");
}

describe("moving on a comparison", () => {
  test("it opens on the first divergence", async () => {
    expect(pairOf(await comparison())).toBe("1 1");
  });

  test("n goes through differences, N back, the last one says so", async () => {
    const app = await comparison();
    expect(["n", "n", "n", "n"].map((key) => pairOf(app.press(key)))).toEqual(["1a 1a", ". 2", ". 2a", "2 3"]);
    expect(app.press("n").toast).toBe("no difference further on");
    expect(pairOf(app.press("3 N"))).toBe("1a 1a");
  });

  test("]d goes to where a stretch of differences begins", async () => {
    const app = (await comparison()).press("g");
    expect(pairOf(app)).toBe("0 0");
    expect(pairOf(app.press("] d"))).toBe("1 1");
    expect(app.press("] d").toast).toBe("no difference further on");
  });

  test("jumps as on the screen of a run: tools, turns, steps by number, back again", async () => {
    const app = await comparison();
    expect(pairOf(app.press("] t"))).toBe("1a 1a");
    expect(pairOf(app.press("s"))).toBe(". 2");
    expect(pairOf(app.press(":").type("2").press("enter"))).toBe("2 3");
    expect(pairOf(app.press(":").type("3").press("enter"))).toBe("2 3");
    expect(app.press(":").type("9").press("enter").toast).toBe("neither run has a step 9");
    expect(pairOf(app.press("ctrl-o"))).toBe(". 2");
    expect(pairOf(app.press("alt-right"))).toBe("2 3");
    expect(pairOf(app.press("0 G"))).toBe("2 3");
  });

  test("]m and [m go through the marks of the run in view, which are shown", async () => {
    const app = await comparison();
    expect(app.press("] m").toast).toBe("no mark further on");
    const marked = (...steps: readonly string[]): void => {
      app.state = { ...app.state, annotations: { ...app.state.annotations, marks: new Set(steps) } };
    };
    marked("0", "1a", "2");
    expect(["] m", "] m", "[ m"].map((keys) => pairOf(app.press(keys)))).toEqual(["1a 1a", "2 3", "1a 1a"]);
    const { state } = app;
    if (!isComparing(state)) throw new Error("no comparison");
    expect(diffWindow(state).lines.map((line) => line.marked)).toEqual([true, false, false, true, false, false, true]);
  });

  test("D comes back to the first divergence", async () => {
    expect(pairOf((await comparison()).press("G D"))).toBe("1 1");
  });

  test("equal rows fold away with so many around as { and } say", async () => {
    const app = (await comparison()).press("=");
    expect(shown(app)).toEqual(["1 equal", "1", "2", "3", "4", "5", "6"]);
    expect(shown(app.press("{"))).toEqual(["2 equal", "2", "3", "4", "5", "6"]);
    expect(shown(app.press("} }"))).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
  });
});

describe("the filter of a comparison", () => {
  test("hides rows of both runs, and says how many are left", async () => {
    const app = (await comparison()).press("f").type("diff:added").press("enter");
    expect(shown(app)).toEqual(["4", "5"]);
    expect(status(app)).toContain("filter: diff:added");
    // What was selected is hidden: no row of those left stands before it.
    expect(pairOf(app)).toBe(". 2");
  });

  test("a row stays when either of its steps matches", async () => {
    const app = (await comparison()).press("f").type('kind:tool "UA 99"').press("enter");
    expect(shown(app)).toEqual(["3"]);
  });

  test("Esc brings back what was shown and selected", async () => {
    const app = (await comparison()).press("f").type("kind:tool");
    expect(shown(app)).toEqual(["1", "3", "5"]);
    app.press("esc");
    expect(shown(app)).toHaveLength(7);
    expect(pairOf(app)).toBe("1 1");
  });

  test("~ switches it off and on", async () => {
    const app = (await comparison()).press("f").type("diff:equal").press("enter ~");
    expect(shown(app)).toHaveLength(7);
    expect(shown(app.press("~"))).toEqual(["0", "1"]);
  });

  test("what cannot be read is marked, the filter before stays in force", async () => {
    const app = (await comparison()).press("f").type("diff:added").press("enter f");
    app.act({ type: "paste", text: " kind:x" });
    expect(app.state.prompt?.problem?.message).toContain("kind");
    expect(shown(app)).toEqual(["4", "5"]);
  });

  test("differences are gone through among the rows that are left", async () => {
    const app = (await comparison()).press("f").type("kind:tool").press("enter g");
    expect(["n", "n"].map((key) => pairOf(app.press(key)))).toEqual(["1a 1a", ". 2a"]);
  });

  test("the run's own filter is another one", async () => {
    const app = (await comparison()).press("f").type("diff:added").press("enter");
    expect(app.state.filter.text).toBe("");
  });
});

describe("the search of a comparison", () => {
  test("n and N go through hits of both runs while it lasts, Esc ends it", async () => {
    const app = (await comparison()).press("g /").type("UA 99").press("enter");
    // Of what a call asks for the tool's own row is the place.
    expect(pairOf(app)).toBe("1a 1a");
    expect(status(app)).toContain("/UA 99  1/3");
    expect(pairOf(app.press("n"))).toBe("2 3");
    expect(pairOf(app.press("n"))).toBe("1a 1a");
    expect(app.toast).toBe("search went on at the top");
    app.press("esc esc");
    expect(app.state.diff?.search).toBeNull();
    expect(pairOf(app.press("g n"))).toBe("1 1");
  });

  test("the pair's cursor stands on a line that shows the hit", async () => {
    const app = (await comparison()).press("g /").type("UA 99").press("enter");
    expect(pairOf(app)).toBe("1a 1a");
    expect(app.press("tab y s").effects.at(-1)).toMatchObject({ type: "copy", text: expect.stringContaining("UA 99") });
  });

  test("what is nowhere is said to be nowhere", async () => {
    expect((await comparison()).press("/").type("zeppelin").press("enter").toast).toBe(
      '"zeppelin" is nowhere in these runs',
    );
  });
});

describe("the selected pair", () => {
  test("values and pointers are copied from the line under the cursor", async () => {
    const app = (await comparison()).press("tab j j");
    expect(app.press("y p").effects.at(-1)).toMatchObject({ text: "/tool_calls/0/function/arguments" });
    expect(app.press("j y s").effects.at(-1)).toMatchObject({ text: '{"flight":"UA 12"}' });
    expect(app.press("j y s").effects.at(-1)).toMatchObject({ text: '{"flight":"UA 99"}' });
  });

  test("request, response and link are those of the side under the cursor", async () => {
    const app = (await comparison()).press("n tab");
    expect(app.press("y R").effects.at(-1)).toMatchObject({ text: expect.stringContaining("booked UA 12") });
    expect(app.press("G y R").effects.at(-1)).toMatchObject({ text: expect.stringContaining("booked UA 99") });
    expect(app.press("y l").effects.at(-1)).toMatchObject({ text: expect.stringMatching(/#1a$/) });
  });

  test("W asks in the run whose value it is", async () => {
    const app = (await comparison()).press("tab j j j j W");
    const { diff, traced } = app.state;
    expect(traced).toMatchObject({ of: "1", direction: "from" });
    expect(traced?.run).toBe(diff?.b);
    expect(app.effects.at(-1)).toMatchObject({ type: "trace-value", i: 2, value: '{"flight":"UA 99"}' });
  });

  test("steps that do not differ fold and show their tabs", async () => {
    const app = (await comparison()).press("g > tab");
    expect(app.state.diff?.detail.tab).toBe(1);
    app.press("z M");
    expect(app.state.diff?.detail.folds.size).toBeGreaterThan(0);
    expect(app.state.detail.folds.size).toBe(0);
  });

  test("J and K move the other pane", async () => {
    const app = (await comparison()).press("tab J");
    expect(pairOf(app)).toBe("1a 1a");
    expect(pairOf(app.press("K"))).toBe("1 1");
  });
});

describe("opening a step", () => {
  test("of A on the screen of its run; q comes back", async () => {
    const app = (await comparison()).press("n enter");
    expect(app.state.screens).toEqual(["trace", "diff", "trace"]);
    expect(app.step).toBe("1a");
    expect(app.press("q").state.screens).toEqual(["trace", "diff"]);
    expect(pairOf(app)).toBe("1a 1a");
  });

  test("of B by o, and by Enter where A has none: the other file comes into view", async () => {
    const app = await comparison();
    expect(app.press("o").effects.at(-1)).toEqual({ type: "show-other", step: "1" });
    expect(app.press("n n enter").effects.at(-1)).toEqual({ type: "show-other", step: "2" });
  });

  test("the other run in view knows how it differs, and D comes back", async () => {
    const app = (await comparison()).press("n n");
    const { b } = app.state.diff!;
    const kept = { annotations: app.state.annotations, step: "2" };
    app.act({ type: "opened-other", runs: [b], run: b, kept, open: true });
    expect([app.state.run, app.step, app.state.screens.at(-1)]).toEqual([b, "2", "trace"]);
    app.press("f").type("diff:added").press("enter");
    expect(app.state.filter.rows).toHaveLength(2);
    expect(app.press("D").state.screens).toEqual(["trace", "diff"]);
    expect(pairOf(app)).toBe("1 1");
    // Back to the run it began with.
    expect(app.press("q").effects.at(-1)).toEqual({ type: "show-other", step: undefined });
  });

  test("q comes back to the run it was opened from, B too", async () => {
    const app = await comparison();
    const { a, b } = app.state.diff!;
    const kept = { annotations: app.state.annotations };
    app.act({ type: "opened-other", runs: [b], run: b, kept, open: false }).press("q");
    app.act({ type: "comparing", a, b }).act({ type: "compared", progress: 1, result: diffOf(a, b) });
    const before = app.effects.length;
    app.press("q");
    expect([app.state.run === b, app.state.screens, app.effects.slice(before)]).toEqual([true, ["trace"], []]);
  });

  test("read out, the other run is named by its file", async () => {
    const { state } = await comparison();
    expect(screenText(state)[0]).toMatch(/^compared with [^:/]+\.vcr:$/);
  });

  test("a step that is not in B is said to be missing", async () => {
    const app = await comparison();
    const { diff } = app.state;
    app.act({ type: "comparing", a: diff!.b, b: diff!.a });
    app.act({ type: "compared", progress: 1, result: diffOf(diff!.b, diff!.a) });
    expect(app.press("n n o").toast).toBe("this step is not in B");
  });
});

describe("while runs are compared", () => {
  test("Esc gives it up", async () => {
    const app = await comparison();
    const { a, b } = app.state.diff!;
    app.act({ type: "comparing", a, b }).act({ type: "compared", progress: 0.4, result: null });
    expect(app.press("n").toast).toBe("the runs are still being compared");
    app.press("esc esc");
    expect([app.state.diff, app.state.screens]).toEqual([null, ["trace"]]);
    expect(app.effects.at(-1)).toEqual({ type: "cancel-work" });
  });

  test("by other rules: what was filtered is filtered again", async () => {
    const app = (await comparison()).press("f").type("diff:added").press("enter ctrl-w");
    expect(app.effects.at(-1)).toEqual({ type: "compare-again", ignoreNoise: true });
    const { a, b } = app.state.diff!;
    app.act({ type: "compared", progress: 1, result: diffOf(a, b, { scrub: ["time"] }) });
    expect(shown(app)).toEqual(["4", "5"]);
  });
});

test("a resize keeps the row", async () => {
  const app = (await comparison({ columns: 140, rows: 40 })).press("n n");
  app.act({ type: "resize", size: { columns: 80, rows: 12 } });
  expect(pairOf(app)).toBe(". 2");
});
