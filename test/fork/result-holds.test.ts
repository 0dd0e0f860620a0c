import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ToolQuestion } from "../../src/fork/continuation/continuation.ts";
import { ResultHolds } from "../../src/fork/continuation/result-holds.ts";

const QUESTION: ToolQuestion = {
  call: { id: "c1", name: "get_weather", args: { city: "Rome" } },
  nearest: undefined,
  step: 0,
  letter: 1,
};
const TEN_MINUTES = 600_000;

let holds: ResultHolds;
let by: string[];
beforeEach(() => {
  vi.useFakeTimers();
  holds = new ResultHolds();
  by = [];
  holds.onNotice((notice) => notice.type === "released" && by.push(notice.by));
});
afterEach(() => {
  vi.useRealTimers();
});

const gone = new AbortController().signal;
const ask = (elsewhere?: boolean) => holds.ask(QUESTION, gone, elsewhere);

test("a call that nobody comes for ends after ten minutes, and says how it would wait", async () => {
  const asked = ask();
  vi.advanceTimersByTime(TEN_MINUTES - 1);
  expect(holds.held()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(await asked).toEqual({
    do: "nothing",
    why: "nobody came to answer it within 10 minutes (--hold waits for as long as it takes)",
  });
  expect(by).toEqual(["watchers-gone"]);
});

test("a call that somebody watches waits for them; it ends when the last one leaves", async () => {
  const asked = ask();
  holds.setWatched(true);
  vi.advanceTimersByTime(2 * TEN_MINUTES);
  expect(holds.held()).toHaveLength(1);
  holds.setWatched(false);
  expect(await asked).toMatchObject({ do: "nothing", why: expect.stringContaining("has gone") });
});

test.each([
  ["that is to stay held", true, false],
  ["that the terminal is asked too", false, true],
])("a call %s waits on, whoever comes and goes", (_, hold, elsewhere) => {
  holds.setHold(hold);
  void ask(elsewhere);
  vi.advanceTimersByTime(2 * TEN_MINUTES);
  holds.setWatched(true);
  holds.setWatched(false);
  vi.advanceTimersByTime(2 * TEN_MINUTES);
  expect(holds.held()).toHaveLength(1);
});
