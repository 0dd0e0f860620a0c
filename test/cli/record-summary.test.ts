import { expect, test } from "vitest";
import { recordSummary } from "../../src/cli/record/record-summary.ts";
import { RunTally } from "../../src/record/run-tally.ts";

const RAN = { path: "run.vcr", argv: ["agent"], bypassed: new Map(), tokens: undefined };

test("an answer that broke off is counted by itself", () => {
  const tally = new RunTally();
  tally.begin("llm");
  tally.end({ status: "truncated" });
  const facts = { tally, errors: 0, cost: undefined, ...RAN, interrupted: true };
  expect(recordSummary(facts)[0]).toBe(
    "vcr: recorded 1 event (1 llm) · 0 errors · 1 truncated · tokens unknown in run.vcr",
  );
});

test("a call that failed and was made again is a retry, not an error", () => {
  const tally = new RunTally();
  tally.begin("llm");
  tally.end({ status: "error" }, 0);
  tally.begin("llm");
  tally.retry(0);
  tally.end({ status: "ok" }, 1);
  const facts = { tally, errors: tally.errors, cost: undefined, ...RAN, interrupted: false };
  expect(recordSummary(facts)[0]).toBe(
    "vcr: recorded 2 events (2 llm) · 0 errors · 1 retry · tokens unknown in run.vcr",
  );
});

test("the last attempt of a call that never came through is its error", () => {
  const tally = new RunTally();
  for (const step of [0, 1, 2]) {
    tally.begin("llm");
    if (step > 0) tally.retry(step - 1);
    tally.end({ status: "error" }, step);
  }
  expect([tally.errors, tally.retries]).toEqual([1, 2]);
});

test("tokens are at least those known where a call does not say its own", () => {
  const tally = new RunTally();
  tally.begin("llm");
  tally.begin("llm");
  const tokens = { in: { known: 17, unknown: 1 }, out: { known: 20, unknown: 0 } };
  const facts = { ...RAN, tally, errors: 0, cost: undefined, tokens, interrupted: false };
  expect(recordSummary(facts)[0]).toBe("vcr: recorded 2 events (2 llm) · 0 errors · ≥17→20 tokens in run.vcr");
});
