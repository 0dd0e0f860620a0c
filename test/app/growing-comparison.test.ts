import { describe, expect, test } from "vitest";
import { screenText, spokenChanges } from "../../src/app/spoken/spoken-changes.ts";
import { diffOf } from "../diff/rows.ts";
import { type GivenRow, RunOf } from "../support/run-of.ts";
import { pairOf } from "./comparison.ts";
import { app, type Driver } from "./driver.ts";

const tool = (name: string, q: string): GivenRow => ({ kind: "tool", status: "ok", name, args: { q } });
const A = [tool("find", "a"), tool("find", "b"), tool("find", "c"), tool("book", "d")];

/** Compared while B has so many rows of A. */
function compared(rows: number): { readonly driver: Driver; readonly b: RunOf } {
  const [a, b] = [new RunOf(A), new RunOf(A.slice(0, rows))];
  const driver = app(a).act({ type: "comparing", a, b });
  return { driver: driver.act({ type: "compared", progress: 1, result: diffOf(a, b) }), b };
}

/** B has grown, and is compared again when that is asked for. */
function grow({ driver, b }: ReturnType<typeof compared>, ...rows: readonly GivenRow[]): Driver {
  b.add(...rows);
  driver.act({ type: "rows" });
  if (driver.effects.at(-1)?.type !== "compare-on") throw new Error("nobody asks for it");
  return driver.act({ type: "compared", progress: 1, result: diffOf(driver.state.diff!.a, b) });
}

describe("a comparison whose run grows", () => {
  test("is asked for again when rows have come, and only then", () => {
    const { driver, b } = compared(1);
    driver.act({ type: "rows" });
    expect(driver.effects).toEqual([]);
    b.add(tool("find", "b"));
    driver.act({ type: "rows" });
    expect(driver.effects).toEqual([{ type: "compare-on" }]);
  });

  test("is asked for again when rows came while it was made", () => {
    const [a, b] = [new RunOf(A), new RunOf([])];
    const driver = app(a).act({ type: "comparing", a, b });
    const result = diffOf(a, b);
    b.add(tool("find", "a"));
    driver.act({ type: "compared", progress: 1, result });
    expect(driver.effects).toEqual([{ type: "compare-on" }]);
  });

  test("left by q it follows too: D comes to where the runs part now", () => {
    const begun = compared(0);
    expect(pairOf(begun.driver)).toBe("0 .");
    begun.driver.press("q");
    const driver = grow(begun, tool("find", "a"), tool("find", "b"), tool("find", "x"));
    expect(driver.state.screens.at(-1)).toBe("trace");
    expect(pairOf(driver.press("D"))).toBe("2 2");
  });

  test("the row moves along with the first divergence while it stands on it", () => {
    const driver = grow(compared(1), tool("find", "b"));
    expect(pairOf(driver)).toBe("2 .");
  });

  test("a row elsewhere stays, with what is folded, filtered and jumped from", () => {
    const begun = compared(1);
    begun.driver.press("G g = f").type("kind:tool").press("enter tab z M");
    const before = begun.driver.state.diff!;
    expect(pairOf(begun.driver)).toBe("0 0");
    const driver = grow(begun, tool("look", "z"), tool("find", "b"));
    const after = driver.state.diff!;
    expect(pairOf(driver)).toBe("0 0");
    expect([after.context, after.filter.text, after.detail.folds, after.focus]).toEqual([
      1,
      "kind:tool",
      before.detail.folds,
      "detail",
    ]);
    // `0 0`, `+ . 1`, `1 2`, and the two that B has not come to.
    expect(after.filter.rows).toEqual([0, 1, 2, 3, 4]);
    expect(pairOf(driver.press("tab ctrl-o"))).toBe("3 .");
  });

  test("two steps of one run are not compared as runs when it grows", () => {
    const run = new RunOf(A);
    const driver = app(run).press("m j j d enter");
    expect(driver.state.diff?.a).toBe(driver.state.diff?.b);
    run.add(tool("find", "e"));
    driver.act({ type: "rows" });
    expect(driver.effects.filter(({ type }) => type === "compare-on")).toEqual([]);
  });

  test("read out, only what has become of the divergence is said", () => {
    const begun = compared(1);
    const before = begun.driver.state;
    expect(screenText(before).length).toBeGreaterThan(3);
    const after = grow(begun, tool("find", "b")).state;
    const silent = { event: () => [] };
    expect(spokenChanges({ ...before, log: after.log }, after, silent)[0]).toBe("first divergence: step 2 (A)");
    expect(
      spokenChanges(after, { ...after, diff: { ...after.diff!, result: { ...after.diff!.result! } } }, silent),
    ).toEqual([]);
  });
});
