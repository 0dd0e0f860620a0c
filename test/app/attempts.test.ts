import { expect, test } from "vitest";
import { foldedRows } from "../../src/app/attempts.ts";
import { visibleOf } from "../../src/app/narrowing/visible.ts";
import { headerOf } from "../../src/app/selectors/header.ts";
import { listWindow } from "../../src/app/selectors/list.ts";
import { type GivenRow, RunOf } from "../support/run-of.ts";
import { app, type Driver } from "./driver.ts";

const call = (what: string, more: Partial<GivenRow> = {}): GivenRow => ({ kind: "llm", name: "gpt", what, ...more });
const failed = (what: string, more: Partial<GivenRow>): GivenRow => call(what, { status: "error", ...more });

/** 0 · 1 failed, 2 came through · 3, 4 and 5 failed · 6 */
const ROWS: readonly GivenRow[] = [
  call("one"),
  failed("rate limit", { attempt: 1, repeatedBy: 2, httpStatus: 429 }),
  call("two", { attempt: 2, repeats: 1, retryOf: 1 }),
  failed("overloaded", { attempt: 1, repeatedBy: 4 }),
  failed("overloaded", { attempt: 2, repeats: 3, repeatedBy: 5, retryOf: 3 }),
  failed("gave up", { attempt: 3, repeats: 4, retryOf: 4 }),
  call("six"),
];

const shown = (driver: Driver) => listWindow(driver.state).rows.map(({ cells }) => cells.step);

test("failed attempts are folded under the last one, which says how many there were", () => {
  const driver = app(ROWS);
  expect(shown(driver)).toEqual(["0", "2", "5", "6"]);
  expect(listWindow(driver.state).rows.map(({ cells }) => [cells.attempts, cells.attempt])).toEqual([
    [undefined, undefined],
    ["folded", 2],
    ["folded", 3],
    [undefined, undefined],
  ]);
});

test("za shows the attempts of the selected call, and folds them again", () => {
  const driver = app(ROWS).press("j z a");
  expect(shown(driver)).toEqual(["0", "1", "2", "5", "6"]);
  expect(listWindow(driver.state).rows.map(({ cells }) => cells.attempts)).toEqual([
    undefined,
    "failed",
    "shown",
    "folded",
    undefined,
  ]);
  expect(shown(driver.press("z a"))).toEqual(["0", "2", "5", "6"]);
});

test("folding from an attempt selects the last one", () => {
  const driver = app(ROWS).press("j z a k");
  expect(driver.step).toBe("1");
  driver.press("z a");
  expect([driver.step, shown(driver)]).toEqual(["2", ["0", "2", "5", "6"]]);
});

test("za on a call that was made once says so", () => {
  expect(app(ROWS).press("z a").toast).toContain("made once");
});

test("zR shows the attempts of all calls, zM folds them", () => {
  const driver = app(ROWS).press("z R");
  expect(shown(driver)).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
  expect(shown(driver.press("z M"))).toEqual(["0", "2", "5", "6"]);
});

test("going to the step of an attempt shows it, among the others of its call", () => {
  const driver = app(ROWS).press(":").type("4").press("enter");
  expect([driver.step, shown(driver)]).toEqual(["4", ["0", "2", "3", "4", "5", "6"]]);
});

test("a hit in an attempt is found, and shown", () => {
  const driver = app(ROWS).press("/").type("rate").press("enter");
  expect([driver.step, shown(driver)]).toEqual(["1", ["0", "1", "2", "5", "6"]]);
});

test("a filter that leaves the last attempt out shows those that failed", () => {
  const driver = app(ROWS).press("f").type("status:429").press("enter");
  expect(shown(driver)).toEqual(["1"]);
});

test("a filter that takes them all keeps them folded", () => {
  const driver = app(ROWS).press("f").type("kind:llm").press("enter");
  expect(shown(driver)).toEqual(["0", "2", "5", "6"]);
});

test("sorted lists fold too", () => {
  const driver = app(ROWS).press(":").type("sort step desc").press("enter");
  expect(shown(driver)).toEqual(["6", "5", "2", "0"]);
});

test("the next error is one that was not tried again", () => {
  const driver = app(ROWS).press("] e");
  expect(driver.step).toBe("5");
  expect(driver.press("] e").toast).toContain("no later error");
});

test("the header counts errors that stayed, and retries", () => {
  const facts = headerOf(app(ROWS).state).facts.map(({ text }) => text);
  expect(facts.slice(0, 3)).toEqual(["7 steps", "1 error", "3 retries"]);
});

test("a selected call that fails and is made again stays selected by its new attempt", () => {
  const run = new RunOf([call("one"), failed("rate limit", { httpStatus: 429 })]);
  const driver = app(run).press("j");
  run.change(1, { attempt: 1, repeatedBy: 2 });
  run.add(call("", { status: "pending", attempt: 2, repeats: 1, retryOf: 1 }));
  driver.act({ type: "rows" });
  expect([driver.step, shown(driver)]).toEqual(["2", ["0", "2"]]);
});

test("places of shown rows and of the run lead to each other, whatever is folded", () => {
  const { state } = app(ROWS);
  const visible = visibleOf(state);
  const places = Array.from({ length: visible.count }, (_, n) => visible.at(n));
  expect(places).toEqual([0, 2, 5, 6]);
  expect(places.map((i) => visible.find(String(i)))).toEqual([0, 1, 2, 3]);
  expect([1, 3, 4].map((i) => visible.find(String(i)))).toEqual([-1, -1, -1]);
  expect(ROWS.map((_, i) => visible.before(i))).toEqual([0, 0, 1, 1, 1, 2, 3]);
});

test("rows of a filter fold only under a last attempt that is among them", () => {
  const run = new RunOf(ROWS);
  expect(foldedRows(run, [1, 2, 3, 4])).toEqual([2, 3, 4]);
});

test("what is shown is written with the attempts that are folded", () => {
  const driver = app(ROWS).press(":").type("w some.vcr").press("enter");
  expect(driver.effects).toContainEqual({ type: "write-run", file: "some.vcr", steps: [0, 1, 2, 3, 4, 5, 6] });
});
