import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileFilter, type Predicate } from "../../src/query/evaluate.ts";
import type { FilterContext } from "../../src/query/filter-context.ts";
import { parseFilter } from "../../src/query/syntax/parse.ts";
import type { MessageRef } from "../../src/run/run.ts";
import { type GivenRow, RunOf, said } from "../support/run-of.ts";

/** Places of the rows that match. */
function hits(on: RunOf, filter: Predicate): number[] {
  return Array.from({ length: on.length }, (_, i) => i).filter((i) => filter.test(on, i));
}

const START = new Date(2026, 10, 29, 14, 1, 50).getTime();

const facts = {
  model: "gpt-4o-mini",
  stream: false,
  system: [{ role: "system", parts: [{ type: "text", text: "You plan travels" }] }],
  tools: [{ name: "search", description: "finds flights" }],
  params: { temperature: 0.5 },
} as const;

const rows: readonly GivenRow[] = [
  {
    kind: "llm",
    name: "gpt-4o-mini",
    provider: "openai",
    at: START,
    durationMs: 2440,
    tokens: { in: 4200, out: 88, cacheRead: 2048 },
    cost: 0.031,
    httpStatus: 200,
    size: 2_000_000,
    turn: 1,
    messages: [said("user", "Weather in Oslo?")],
    what: "calls search",
    exchange: {
      facts,
      answer: {
        message: { role: "assistant", parts: [{ type: "text", text: "Looking it up" }] },
        calls: [{ id: "call_9", name: "search", args: { city: "Oslo" } }],
        usage: {},
      },
    },
    body: {
      request: {
        json: { messages: [{ role: "system" }, { role: "user" }], tools: facts.tools, temperature: 0.5, stream: null },
      },
    },
  },
  {
    kind: "tool",
    step: "0a",
    name: "search",
    at: START + 2500,
    durationMs: 200,
    status: "error",
    turn: 1,
    parent: 0,
    args: { q: 'SFO "flights"' },
    result: { role: "tool", parts: [{ type: "text", text: "timeout after 200 ms" }] },
    what: 'q="SFO flights"',
  },
  {
    kind: "llm",
    step: "1",
    name: "claude-haiku-4",
    provider: "anthropic",
    at: START + 15_000,
    status: "pending",
    origin: "live",
    turn: 2,
    messages: [said("user", "Weather in Oslo?"), said("tool", "timeout")],
    exchange: { facts: { ...facts, system: [], model: "claude-haiku-4" } },
    body: { request: { json: { messages: [{ role: "user" }], tools: facts.tools, temperature: 0.7 } } },
  },
  {
    kind: "node",
    step: "2",
    name: "plan",
    lane: 1,
    parent: 1,
    body: { before: { a: 1, b: 2 }, after: { a: 1, b: 3 }, error: { type: "RateLimit", message: "slow down" } },
  },
  {
    kind: "http",
    step: "3",
    name: "GET /models",
    httpStatus: 429,
    status: "error",
    retryOf: 1,
    durationMs: 12_000,
    body: { response: { text: "plain répönse", status: 429 } },
  },
];

const lanes = [
  { number: 0, name: "main", calls: 2, notes: [] },
  { number: 1, name: "planner", parent: 0, calls: 0, notes: [] },
];

function run(): RunOf {
  return new RunOf(rows, lanes);
}

function predicate(text: string) {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return compileFilter(parsed.ast);
}

function steps(text: string, context?: FilterContext): string {
  const on = run();
  const filter = predicate(text);
  return rows.flatMap((_, i) => (filter.test(on, i, context) ? [on.row(i).step] : [])).join(" ");
}

describe("columns", () => {
  test.each([
    ["", "0 0a 1 2 3"],
    ["kind:llm", "0 1"],
    ["kind:llm,http", "0 1 3"],
    ["kind!=llm", "0a 2 3"],
    ["role:assistant", "0 1"],
    ["role:tool", "0a"],
    ["model:GPT", ""],
    ["model:gpt", "0"],
    ["model:/HAIKU|mini/i", "0 1"],
    ["model=gpt-4o", ""],
    ["model=gpt-4o-mini", "0"],
    ["tool:search", "0a"],
    ["provider:open", "0"],
    ["status:error", "0a 3"],
    ["status:429", "3"],
    ["status:4xx,2xx", "0 3"],
    ["status>=400", "3"],
    ["~q", "1"],
    ["agent:planner", "2"],
    ["under:gpt", "0a 2"],
    ["under:search", "2"],
    ["under:main", "2"],
    ["is:live", "1"],
    ["is:slow", "3"],
    ["is:retried", "3"],
  ])("%s", (text, expected) => {
    expect(steps(text)).toBe(expected);
  });
});

describe("numbers and times", () => {
  test.each([
    ["step:0", "0 0a"],
    ["step:0a", "0a"],
    ["step:1..2", "1 2"],
    ["turn:1", "0 0a"],
    ["dur:2.4s", "0"],
    ["dur=2.4s", ""],
    ["dur:200ms..3s", "0 0a"],
    ["dur>2s", "0 3"],
    ["dur:..", "0 0a 3"],
    ["dur:1..3s", "0"],
    ["tok>4k", "0"],
    ["tok:4.3k", "0"],
    ["in:4200", "0"],
    ["out<=88", "0"],
    ["cached:2k", "0"],
    ["cost>0.03", "0"],
    ["cost:$0.03", "0"],
    ["size>1mb", "0"],
    ["at:+2s..+16s", "0a 1"],
    ["at>+2.5s", "1"],
    ["at:14:02..14:05", "1"],
    ["at:14:01", "0 0a"],
    ["at<14:02", "0 0a"],
    ["at:23:00..14:01", "0 0a"],
    ["total.calls:2", "1 2 3"],
    ["total.tok>4k", "0 0a 1 2 3"],
    ["total.cost>0.04", ""],
  ])("%s", (text, expected) => {
    expect(steps(text)).toBe(expected);
  });

  test("an unknown number fits no comparison", () => {
    expect(steps("in<1 | in>=0")).toBe("0");
  });
});

describe("content", () => {
  test.each([
    ["oslo", "0 1"],
    ["Oslo", "0 1"],
    ["OSLO", ""],
    ['"looking it"', "0"],
    ["req:flights", "0 1"],
    ["req:temperature", "0 1"],
    ["resp:oslo", "0"],
    ["resp:/r.p.nse/", "3"],
    ["args:'\"flights\"'", "0a"],
    ["result:timeout", "0a"],
    ["sys:travels", "0"],
    ["err:timeout", "0a"],
    ["err:ratelimit", "2"],
    ["path:messages.0.role=system", "0"],
    ["path:messages.*.role=user", "0 1"],
    ["path:/temperature>0.6", "1"],
    ["path:stream", "0"],
    ["path:messages.length", ""],
    ["changed:/b", "2"],
    ["changed:/a", ""],
    ["changed:/temperature", "1"],
    ["~b oslo", "0 1"],
  ])("%s", (text, expected) => {
    expect(steps(text)).toBe(expected);
  });

  test("columns decide before a body is read", () => {
    const on = run();
    const filter = predicate("err:timeout kind:tool");
    rows.forEach((_, i) => {
      filter.test(on, i);
    });
    expect(on.reads).toBe(1);
  });

  test("a message sent again with every call is read once", () => {
    let reads = 0;
    const { key, read } = said("user", "hello");
    const message: MessageRef = {
      key,
      read: () => {
        reads++;
        return read();
      },
    };
    const on = new RunOf(Array.from({ length: 40 }, () => ({ kind: "llm" as const, messages: [message] })));
    const filter = predicate("req:hello");
    expect(hits(on, filter)).toHaveLength(40);
    expect(reads).toBe(1);
  });
});

describe("facts of the host", () => {
  test("marks, comparison and prices come from the context", () => {
    const context: FilterContext = {
      marked: (step) => step === "0a",
      diff: (step) => (step === "2" ? "changed" : "equal"),
      cost: (i) => (i === 2 ? 1 : undefined),
    };
    expect(steps("is:marked", context)).toBe("0a");
    expect(steps("diff:changed", context)).toBe("2");
    expect(steps("cost>0.5", context)).toBe("1");
    expect(steps("total.cost>1", context)).toBe("1 2 3");
  });

  test.each(["is:marked", "is:fork", "is:loose", "is:diverged", "diff:changed", "phase:request"])(
    "%s without such facts is empty, with a hint",
    (text) => {
      const on = run();
      const filter = predicate(text);
      expect(hits(on, filter)).toEqual([]);
      expect(filter.hints()).toEqual([`${text} nothing of the kind is known in this run`]);
    },
  );

  test("a column that no row has gives the hint too; one that some have does not", () => {
    const on = new RunOf([{ kind: "llm" }]);
    const filter = predicate("cost>1");
    filter.test(on, 0);
    expect(filter.hints()).toEqual(["cost: nothing of the kind is known in this run"]);
    const known = predicate("cost>1");
    known.test(run(), 0);
    expect(known.hints()).toEqual([]);
  });
});

test("totals so far follow a run that grows and changes", () => {
  const on = new RunOf([{ kind: "llm", status: "pending" }]);
  const filter = predicate("total.tok>=300");
  expect(filter.test(on, 0)).toBe(false);
  on.change(0, { tokens: { in: 200, out: 100 } });
  on.add({ kind: "tool" });
  expect([filter.test(on, 0), filter.test(on, 1)]).toEqual([true, true]);
});

test("a regex that backtracks without end is cut off and said", () => {
  const on = new RunOf([{ kind: "llm", what: `${"a".repeat(60)}!` }]);
  const filter = predicate("/(a+)+$/");
  // To its end it would run for longer than a test may.
  expect(filter.test(on, 0)).toBe(false);
  expect(filter.hints()[0]).toContain("the regex was too slow on 1 text");
});

describe("properties", () => {
  const term = fc.constantFrom(
    ...[
      "kind:llm",
      "status!=ok",
      "dur>1s",
      "oslo",
      "resp:/o/",
      "is:slow",
      "is:marked",
      "cost:..",
      "at:+1s..",
      "path:stream",
    ],
  );
  const filter = fc.array(term, { minLength: 1, maxLength: 3 }).map((terms) => terms.join(" "));

  test("!x is the opposite of x", () => {
    fc.assert(
      fc.property(filter, (x) => {
        const [yes, no] = [steps(x).split(" "), steps(`!(${x})`).split(" ")].map((s) =>
          s.filter((step) => step !== ""),
        );
        expect([...(yes ?? []), ...(no ?? [])].sort()).toEqual(["0", "0a", "1", "2", "3"]);
      }),
      { numRuns: 60 },
    );
  });

  test("De Morgan", () => {
    fc.assert(
      fc.property(filter, filter, (x, y) => {
        expect(steps(`!((${x}) | (${y}))`)).toBe(steps(`!(${x}) !(${y})`));
        expect(steps(`!((${x}) (${y}))`)).toBe(steps(`!(${x}) | !(${y})`));
      }),
      { numRuns: 60 },
    );
  });
});
