import { expect, test } from "vitest";
import { RunTotals } from "../../src/run/rows/run-totals.ts";
import { RunOf } from "../support/run-of.ts";
import { calling, Recording, rowsOf, runOfText, says, stepsOf, user } from "./recording.ts";

/** "one" answered at once, "two" after a 500, "three" never: three attempts, all of them 500. */
function failing(): Recording {
  const recording = new Recording();
  recording.call([user("one")], says("1"));
  recording.fail(recording.begin([user("two")]));
  recording.call([user("two")], says("2"), { retryOf: 1 });
  recording.fail(recording.begin([user("three")]));
  recording.fail(recording.begin([user("three")], { retryOf: 3 }));
  recording.fail(recording.begin([user("three")], { retryOf: 4 }));
  return recording;
}

test("attempts at a call are counted, and each knows the one before and the one behind it", async () => {
  const run = await runOfText(failing().text);
  expect(rowsOf(run).map(({ attempt, repeats, repeatedBy }) => [attempt, repeats, repeatedBy])).toEqual([
    [undefined, undefined, undefined],
    [1, undefined, 2],
    [2, 1, undefined],
    [1, undefined, 4],
    [2, 3, 5],
    [3, 4, undefined],
  ]);
  expect(run.repeated).toEqual([1, 3, 4]);
});

test("attempts at a call are one turn", async () => {
  const run = await runOfText(failing().text);
  expect(rowsOf(run).map(({ turn }) => turn)).toEqual([1, 2, 2, 3, 3, 3]);
});

test("two repetitions of one step stand one behind the other", async () => {
  const recording = new Recording();
  recording.fail(recording.begin([user("one")]));
  recording.fail(recording.begin([user("one")], { retryOf: 0 }));
  recording.call([user("one")], says("1"), { retryOf: 0 });
  const run = await runOfText(recording.text);
  expect(rowsOf(run).map(({ attempt, repeatedBy }) => [attempt, repeatedBy])).toEqual([
    [1, 1],
    [2, 2],
    [3, undefined],
  ]);
});

test("a step that is not there, comes later, or is no such call is not repeated", async () => {
  const recording = new Recording();
  recording.event("http", { name: "GET /v1/models", status: "error" });
  recording.call([user("one")], says("1"), { retryOf: 0 });
  recording.call([user("two")], says("2"), { retryOf: 2 });
  recording.call([user("three")], says("3"), { retryOf: 99 });
  const run = await runOfText(recording.text);
  expect(rowsOf(run).every(({ attempt }) => attempt === undefined)).toBe(true);
});

test("tools that a cut answer asked for belong to its attempt", async () => {
  const recording = new Recording();
  recording.call([user("one")], calling(["c1"]));
  recording.call([user("one")], says("1"), { retryOf: 0 });
  const run = await runOfText(recording.text);
  expect(stepsOf(run)).toEqual(["0", "0a", "1"]);
  expect(run.repeated.map((row) => run.row(run.indexOfRow(row)).step)).toEqual(["0", "0a"]);
});

test("an error that was tried again is a retry, not an error", async () => {
  const totals = new RunTotals(await runOfText(failing().text));
  totals.update();
  expect([totals.errors, totals.retries]).toEqual([1, 3]);
});

test("an attempt that was counted long ago is taken back when it is made again", () => {
  const run = new RunOf([{ kind: "llm", status: "error" }]);
  run.add(...Array.from({ length: 600 }, () => ({ kind: "http" as const })));
  const totals = new RunTotals(run);
  totals.update();
  expect(totals.errors).toBe(1);
  run.change(0, { attempt: 1, repeatedBy: 601 });
  run.add({ kind: "llm", attempt: 2, repeats: 0, retryOf: 0 });
  totals.update();
  expect([totals.errors, totals.retries]).toEqual([0, 1]);
});
