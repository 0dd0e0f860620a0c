import { expect, test } from "vitest";
import { recordSummary } from "../../src/cli/record-summary.ts";
import { RunTally } from "../../src/record/run-tally.ts";

test("an answer that broke off is counted by itself", () => {
  const tally = new RunTally();
  tally.begin("llm");
  tally.end({ status: "truncated" });
  const facts = { tally, cost: undefined, path: "run.vcr", argv: ["agent"], bypassed: new Map(), interrupted: true };
  expect(recordSummary(facts)[0]).toBe(
    "vcr: recorded 1 event (1 llm) · 0 errors · 1 truncated · tokens unknown in run.vcr",
  );
});
