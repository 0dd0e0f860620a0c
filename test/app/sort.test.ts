import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSort, SORT_FIELDS, sortedRows } from "../../src/app/narrowing/sort.ts";
import { RunOf } from "../support/run-of.ts";
import { app } from "./driver.ts";

const RUN = [
  { kind: "llm", name: "b", durationMs: 20, tokens: { in: 5, out: 1 } },
  { kind: "tool", name: "a" },
  { kind: "llm", name: "c", durationMs: 300, tokens: { in: 1 } },
  { kind: "llm", name: "a", durationMs: 20, tokens: { out: 9 } },
] as const;

describe("what is typed", () => {
  test("numbers begin with the largest, words and steps with the first, unless it is said otherwise", () => {
    expect(parseSort("dur")).toEqual({ field: "dur", descending: true });
    expect(parseSort("name")).toEqual({ field: "name", descending: false });
    expect(parseSort("step")).toEqual({ field: "step", descending: false });
    expect(parseSort(" dur  asc ")).toEqual({ field: "dur", descending: false });
    expect(parseSort("name desc")).toEqual({ field: "name", descending: true });
  });

  test("nothing, none and time are the order of time", () => {
    expect(["", "none", "time"].map(parseSort)).toEqual([null, null, null]);
  });

  test("anything else is told with what there is", () => {
    expect(parseSort("colour")).toEqual({ problem: `sort takes ${SORT_FIELDS.join(", ")} or none, not "colour"` });
    expect(parseSort("dur down")).toEqual({ problem: 'sort goes asc or desc, not "down"' });
  });
});

describe("the order", () => {
  const order = (text: string) => {
    const sort = parseSort(text);
    if (!sort || "problem" in sort) throw new Error(text);
    return sortedRows(new RunOf(RUN), null, sort);
  };

  test("is by value, equals in time, what is unknown last either way", () => {
    expect(order("dur")).toEqual([2, 0, 3, 1]);
    expect(order("dur asc")).toEqual([0, 3, 2, 1]);
    expect(order("name")).toEqual([1, 3, 0, 2]);
  });

  test("counts tokens in and out together, one of them where only one is known", () => {
    expect(order("tok")).toEqual([3, 0, 2, 1]);
    expect(order("in")).toEqual([0, 2, 1, 3]);
  });

  test("holds every row once, whatever it is by", () => {
    fc.assert(
      fc.property(fc.constantFrom(...SORT_FIELDS), fc.boolean(), (field, descending) => {
        expect([...sortedRows(new RunOf(RUN), null, { field, descending })].sort()).toEqual([0, 1, 2, 3]);
      }),
    );
  });
});

test("the list is walked in its order, the selection stays, and :sort none brings time back", () => {
  const driver = app(RUN).press("j j j").press(":").type("sort dur").press("enter");
  expect(driver.step).toBe("3");
  expect(driver.press("g").step).toBe("2");
  expect(driver.press("j").step).toBe("0");
  expect(driver.press(":").type("sort none").press("enter").press("j").step).toBe("1");
});

test("a filter is sorted too", () => {
  const driver = app(RUN).press("f").type("kind:llm").press("enter").press(":").type("sort out").press("enter");
  expect(driver.press("g").step).toBe("3");
  expect(driver.press("G").step).toBe("2");
});
