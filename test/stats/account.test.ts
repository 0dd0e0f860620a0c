import { describe, expect, test } from "vitest";
import { account } from "../../src/stats/account.ts";
import { renderStats } from "../../src/stats/render-stats.ts";
import { statsJson } from "../../src/stats/stats-json.ts";
import { type GivenRow, RunOf } from "../support/run-of.ts";

const START = new Date(2026, 10, 29, 14, 2, 0).getTime();

const rows: readonly GivenRow[] = [
  {
    kind: "llm",
    name: "gpt-4o",
    at: START,
    durationMs: 1000,
    tokens: { in: 1000, out: 50, cacheRead: 400 },
    cost: 0.02,
  },
  { kind: "tool", step: "0a", name: "search", at: START + 1000, durationMs: 200, approximate: true },
  {
    kind: "tool",
    step: "0b",
    name: "search",
    at: START + 1000,
    status: "error",
    what: "timeout\nafter \u001b[31m200 ms",
  },
  { kind: "llm", step: "1", name: "gpt-4o", at: START + 60_000, durationMs: 3000, tokens: { in: 1500, out: 70 } },
  { kind: "llm", step: "2", name: "haiku", at: START + 50_000, status: "pending" },
  { kind: "node", step: "3", name: "plan", durationMs: 99_000 },
  { kind: "http", step: "4", durationMs: 10, status: "error", what: "404" },
];

describe("account", () => {
  const run = new RunOf(rows);
  const stats = account(run);

  test("counts by kind and status", () => {
    expect(Object.fromEntries(stats.byKind)).toEqual({ llm: 3, tool: 2, node: 1, http: 1 });
    expect(Object.fromEntries(stats.byStatus)).toEqual({ ok: 4, error: 2, pending: 1 });
    expect([stats.steps, stats.events]).toEqual([5, 7]);
  });

  test("from the first start to the last end, whatever the order", () => {
    expect([stats.firstAt, stats.lastAt]).toEqual([START, START + 63_000]);
  });

  test("the first error with its step and text", () => {
    expect(stats.firstError).toEqual({ step: "0b", kind: "tool", name: "search", text: rows[2]?.what });
  });

  test("time in calls leaves out spans and derived tool calls, and counts what it does not know", () => {
    expect(stats.time).toEqual({ known: 4010, unknown: 1 });
  });

  test("tokens by model: unknown is not 0", () => {
    expect(stats.models.map(({ model, calls, callsWithoutUsage }) => [model, calls, callsWithoutUsage])).toEqual([
      ["gpt-4o", 2, 0],
      ["haiku", 1, 1],
    ]);
    expect(stats.models[0]?.tokens.in).toEqual({ known: 2500, unknown: 0 });
    expect(stats.models[0]?.tokens.cacheRead).toEqual({ known: 400, unknown: 1 });
    expect(stats.models[1]?.tokens.in).toEqual({ known: undefined, unknown: 1 });
    expect(stats.tokens.out).toEqual({ known: 120, unknown: 1 });
    expect(stats.storedCost).toEqual({ known: 0.02, unknown: 2 });
  });

  test("tools by name", () => {
    const time = { known: 200, unknown: 1 };
    expect(stats.tools).toEqual([
      { name: "search", calls: 2, errors: 1, pending: 0, time, approximate: true, first: "0a" },
    ]);
  });
});

describe("lines", () => {
  test("a run with gaps says so", () => {
    const run = new RunOf(rows);
    expect(renderStats(run, account(run)).join("\n")).toMatchInlineSnapshot(`
      "file            test.vcr (vcr)
      recorded        2026-11-29 14:02:00 to 14:03:03, 1m03s
      steps           5
      events          3 llm · 2 tool · 1 node · 1 http
      errors          2
      first error     step 0b, tool search: timeout after ␛[31m200 ms
      pending         1 without an answer
      time in calls   at least 4.0s (1 unknown)
      tokens          ≥2.5k in, ≥120 out (1 of 3 calls without usage)
      cache           at least 16% of input read from a cache
      cost            at least $0.020 (as stored; 1 call without usage; no price for gpt-4o: --price MODEL=IN/OUT gives one)

      model                                calls        in    cached       out  no usage      time      cost
      gpt-4o                                   2      2.5k      ≥400       120         0      4.0s   ≥$0.020
      haiku                                    1         ?         ?         ?         1         ?         ?

      tool                                 calls    errors      time
      search                                   2         1   ≥≈200ms"
    `);
  });

  test("a run without times, usage and errors", () => {
    const run = new RunOf([{ kind: "llm" }]);
    expect(renderStats(run, account(run)).join("\n")).toMatchInlineSnapshot(`
      "file            test.vcr (vcr)
      recorded        unknown (the file has no times)
      steps           1
      events          1 llm
      errors          0
      time in calls   unknown
      tokens          unknown (no call says its usage)
      cost            unknown (1 call without usage)

      model                                calls        in       out  no usage      time
      (not named)                              1         ?         ?         1         ?"
    `);
  });

  test("times that count from nowhere are no dates", () => {
    const run = new RunOf([{ kind: "llm", at: 0, durationMs: 2800 }]);
    expect(renderStats(run, account(run))[1]).toBe("recorded        for 2.8s (the file has no dates)");
    expect(statsJson(run, account(run)).recorded).toEqual({ from: null, to: null, durationMs: 2800 });
  });

  test("an empty run", () => {
    const run = new RunOf([]);
    expect(renderStats(run, account(run)).join("\n")).toMatchInlineSnapshot(`
      "file            test.vcr (vcr)
      recorded        unknown (the file has no times)
      steps           0
      events          none
      errors          0
      time in calls   none
      tokens          no model calls"
    `);
  });
});

test("the JSON object says null for unknown", () => {
  const run = new RunOf([{ kind: "llm", status: "error", what: "no" }]);
  const json = statsJson(run, account(run));
  expect(JSON.parse(JSON.stringify(json))).toEqual(json);
  expect(json).toMatchObject({
    file: "test.vcr",
    id: null,
    recorded: { from: null, to: null, durationMs: null },
    kinds: { llm: 1 },
    errors: 1,
    firstError: { step: "0", kind: "llm", name: null, text: "no" },
    callTimeMs: { value: null, unknown: 1 },
    tokens: { in: { value: null, unknown: 1 } },
    storedCost: { value: null, unknown: 1 },
    models: [{ model: null, calls: 1, callsWithoutUsage: 1 }],
    tools: [],
  });
});

describe("calls that were made again", () => {
  const run = new RunOf([
    { kind: "llm", name: "gpt-4o", status: "error", attempt: 1, repeatedBy: 1, what: "rate limit" },
    { kind: "llm", name: "gpt-4o", attempt: 2, repeats: 0, retryOf: 0, tokens: { in: 10, out: 2 } },
    { kind: "llm", name: "gpt-4o", status: "error", attempt: 1, repeatedBy: 3, what: "overloaded" },
    { kind: "llm", name: "gpt-4o", status: "error", attempt: 2, repeats: 2, retryOf: 2, what: "gave up" },
  ]);
  const stats = account(run);

  test("an error is one that was not tried again", () => {
    expect([stats.errors, stats.retries, stats.firstError?.step]).toEqual([1, 2, "3"]);
    expect(stats.models.map(({ calls, errors, retries }) => [calls, errors, retries])).toEqual([[4, 1, 2]]);
    expect(Object.fromEntries(stats.byStatus)).toEqual({ ok: 1, error: 3 });
  });

  test("the report and its JSON say so", () => {
    const lines = renderStats(run, stats).join("\n");
    expect(lines).toMatch(/^errors +1$/m);
    expect(lines).toMatch(/^retries +2$/m);
    expect(statsJson(run, stats)).toMatchObject({ errors: 1, retries: 2, statuses: { error: 3 } });
  });
});
