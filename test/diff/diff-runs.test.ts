import { describe, expect, test } from "vitest";
import { renderDiff } from "../../src/diff/payload/render-diff.ts";
import type { EventRecord } from "../../src/trace/write/record.ts";
import {
  agentEvents,
  type GivenAgent,
  type GivenCall,
  type GivenTurn,
  openAgent,
  openEvents,
} from "../support/agent-run.ts";
import { diffOf, firstOf, rowsOf } from "./rows.ts";

const search = (q: string, result = `fares for ${q}`): GivenCall => ({ name: "search", args: { q }, result });
const book = (flight: string, result = `booked ${flight}`): GivenCall => ({ name: "book", args: { flight }, result });

/** Steps 0, 0a, 1, 1a, 2. */
const BASE: readonly GivenTurn[] = [
  { calls: [search("SFO")] },
  { calls: [book("UA 12")] },
  { text: "Your flight UA 12 is booked." },
];

async function compared(a: GivenAgent, b: GivenAgent) {
  return diffOf(await openAgent(a), await openAgent(b));
}

describe("agents", () => {
  test("equal runs", async () => {
    const diff = await compared({ turns: BASE }, { turns: BASE });
    expect(rowsOf(diff)).toEqual(["= 0 0", "= 0a 0a", "= 1 1", "= 1a 1a", "= 2 2"]);
    expect([diff.diverged, diff.firstDivergence, diff.cause]).toEqual([false, -1, ""]);
    expect(diff.summary()).toBe("3 equal\nno divergence");
  });

  test("only ids and times differ", async () => {
    const diff = await compared({ turns: BASE }, { turns: BASE, ids: "toolu", start: 2e12 });
    expect(diff.diverged).toBe(false);
  });

  test("the model calls with other arguments", async () => {
    const other = [{ calls: [search("SFO")] }, { calls: [book("UA 99", "booked UA 12")] }, BASE[2]!];
    const diff = await compared({ turns: BASE }, { turns: other });
    expect(rowsOf(diff)).toEqual(["= 0 0", "= 0a 0a", "~ 1 1", "~ 1a 1a", "= 2 2"]);
    expect(firstOf(diff)).toBe("~ 1 1");
    expect(diff.cause).toBe("the model answered the same request differently; call book has other arguments");
    expect(diff.entries[4]?.inherited).toBe(true);
  });

  test("the model calls another tool", async () => {
    const other = [{ calls: [search("SFO")] }, { calls: [search("OAK")] }, BASE[2]!];
    const diff = await compared({ turns: BASE }, { turns: other });
    expect(rowsOf(diff)).toEqual(["= 0 0", "= 0a 0a", "~ 1 1", "- 1a .", "+ . 1a", "~ 2 2"]);
    expect(diff.cause).toBe("the model answered the same request differently; A calls book, B calls search");
  });

  test("the model answers with text instead of a call", async () => {
    const diff = await compared({ turns: BASE }, { turns: [BASE[0]!, { text: "Which date?" }] });
    expect(rowsOf(diff)).toEqual(["= 0 0", "= 0a 0a", "~ 1 1", "- 1a .", "- 2 ."]);
    expect(diff.cause).toBe("the model answered the same request differently; A calls book, B answers with text");
  });

  test("the model says something else", async () => {
    const diff = await compared({ turns: BASE }, { turns: [BASE[0]!, BASE[1]!, { text: "Your seat is booked." }] });
    expect(firstOf(diff)).toBe("~ 2 2");
    expect(diff.cause).toBe("the model answered the same request differently; the text differs at /content");
  });

  test("a tool's result changed", async () => {
    const other = [{ calls: [search("SFO", "no fares")] }, BASE[1]!, BASE[2]!];
    const diff = await compared({ turns: BASE }, { turns: other });
    expect(rowsOf(diff)).toEqual(["= 0 0", "~ 0a 0a", "~ 1 1", "= 1a 1a", "= 2 2"]);
    expect(diff.cause).toBe("the result of tool search at step 0a changed at /result, with the same arguments");
  });

  test("the user's prompt was edited", async () => {
    const diff = await compared({ turns: BASE }, { turns: BASE, prompt: "Find a flight to San Jose" });
    expect(rowsOf(diff)).toEqual(["~ 0 0", "= 0a 0a", "= 1 1", "= 1a 1a", "= 2 2"]);
    expect(diff.cause).toBe("the request differs because the prompt changed at /messages/1/content");
    expect(diff.entries.map((entry) => entry.inherited === true)).toEqual([false, false, true, false, true]);
  });

  test("the system prompt was edited", async () => {
    const diff = await compared({ turns: BASE }, { turns: BASE, system: "You book trains." });
    expect(rowsOf(diff)[0]).toBe("~ 0 0");
    expect(diff.cause).toBe("the request differs because the prompt changed at /messages/0/content");
  });

  test("another model", async () => {
    const diff = await compared({ turns: BASE }, { turns: BASE, model: "gpt-5" });
    expect(firstOf(diff)).toBe("~ 0 0");
    expect(diff.cause).toBe('the request differs because model changed at /model: "gpt-4o-mini" → "gpt-5"');
  });

  test("another parameter", async () => {
    const diff = await compared({ turns: BASE, params: { temperature: 0 } }, { turns: BASE });
    expect(diff.cause).toBe("the request differs because temperature changed at /temperature: 0 → not set");
  });

  test("a turn inserted", async () => {
    const other = [BASE[0]!, { calls: [search("OAK")] }, BASE[1]!, BASE[2]!];
    const diff = await compared({ turns: BASE }, { turns: other });
    // A's second request asks what B's second asks; what follows is found again.
    expect(rowsOf(diff)).toEqual(["= 0 0", "= 0a 0a", "~ 1 1", "+ . 1a", "+ . 2", "= 1a 2a", "= 2 3"]);
    expect(diff.cause).toBe("the model answered the same request differently; A calls book, B calls search");
  });

  test("the call failed in one run", async () => {
    const other = [BASE[0]!, { error: "overloaded" }];
    const diff = await compared({ turns: BASE }, { turns: other });
    expect(firstOf(diff)).toBe("~ 1 1");
    expect(diff.cause).toBe('the call at step 1 failed in B ("overloaded") and succeeded in A, with the same request');
  });

  test("one run is the beginning of the other", async () => {
    const diff = await compared({ turns: BASE.slice(0, 2) }, { turns: BASE });
    expect(rowsOf(diff)).toEqual(["= 0 0", "= 0a 0a", "= 1 1", "~ 1a 1a", "+ . 2"]);
    expect(diff.cause).toBe("step 1a tool book was never answered in A");
  });

  test("unrelated runs are called so, and no step is named", async () => {
    const other: GivenAgent = {
      system: "You add figures.",
      prompt: "Sum column three of march.csv",
      model: "claude",
      turns: [{ calls: [{ name: "read_file", args: { path: "march.csv" }, result: "1,2,3" }] }, { text: "It is 6." }],
    };
    const diff = await compared({ turns: BASE }, other);
    expect(diff.unrelated).toEqual({ share: 0 });
    expect([diff.diverged, diff.firstDivergence, diff.cause]).toEqual([true, -1, ""]);
    expect(diff.summary()).toContain("unrelated: 0 % of the steps");
  });

  test("parallel calls of one turn in another order are the same", async () => {
    const turns = (calls: readonly GivenCall[]): GivenTurn[] => [{ calls }, { text: "Done." }];
    const diff = await compared(
      { turns: turns([search("SFO"), book("UA 12")]) },
      { turns: turns([book("UA 12"), search("SFO")]) },
    );
    expect(rowsOf(diff).filter((row) => row.startsWith("=")).length).toBe(3);
    expect(rowsOf(diff).filter((row) => row.startsWith(">")).length).toBe(1);
    expect(diff.diverged).toBe(false);
  });

  test("a run without steps", async () => {
    const diff = diffOf(await openEvents([]), await openAgent({ turns: BASE }));
    expect(rowsOf(diff)).toEqual(["+ . 0", "+ . 0a", "+ . 1", "+ . 1a", "+ . 2"]);
    expect(diff.cause).toBe("A has no steps; B begins with step 0 llm gpt-4o-mini");
    expect(diffOf(await openEvents([]), await openEvents([])).diverged).toBe(false);
  });

  test("what is ignored does not count", async () => {
    const [a, b] = [await openAgent({ turns: BASE }), await openAgent({ turns: BASE, system: "You book trains." })];
    expect(diffOf(a, b, { ignore: ["/messages/0/content"] }).diverged).toBe(false);
    expect(diffOf(a, b, { ignore: ["/messages/1/content"] }).diverged).toBe(true);
  });

  test("answers can be ignored by the pointers that the report shows", async () => {
    const text = (said: string): GivenAgent => ({ turns: [{ text: said }] });
    const [a, b] = [await openAgent(text("one")), await openAgent(text("two"))];
    expect(diffOf(a, b).diverged).toBe(true);
    expect(diffOf(a, b, { ignore: ["/content"] }).diverged).toBe(false);
  });

  test("scrubbed times do not count", async () => {
    const at = (time: string): GivenAgent => ({ turns: BASE, system: `It is ${time}.` });
    const [a, b] = [await openAgent(at("2026-11-29T10:00:00Z")), await openAgent(at("2026-11-30T11:30:00Z"))];
    expect(diffOf(a, b).diverged).toBe(true);
    expect(diffOf(a, b, { scrub: ["time"] }).diverged).toBe(false);
  });

  test("a streamed answer is the same as a plain one", async () => {
    const [event] = agentEvents({ turns: [{ text: "Hello there" }] });
    const chunk = (delta: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
    const body = `${chunk({ role: "assistant", content: "Hello " })}${chunk({ content: "there" })}data: [DONE]\n\n`;
    const streamed = { ...event!, response: { status: 200, streamed: true, body } };
    expect(diffOf(await openEvents([event!]), await openEvents([streamed])).diverged).toBe(false);
  });
});

const tool = (name: string, args: string, result: string, over: Partial<EventRecord> = {}): EventRecord => ({
  kind: "tool",
  name,
  status: "ok",
  request: { body: JSON.stringify({ q: args }) },
  response: { body: JSON.stringify(result) },
  ...over,
});

describe("recorded steps", () => {
  const steps = [tool("search", "a", "1"), tool("search", "b", "2"), tool("book", "c", "3"), tool("mail", "d", "4")];

  test("a step inserted", async () => {
    const diff = diffOf(
      await openEvents(steps),
      await openEvents([...steps.slice(0, 2), tool("pay", "x", "9"), ...steps.slice(2)]),
    );
    expect(rowsOf(diff)).toEqual(["= 0 0", "= 1 1", "+ . 2", "= 2 3", "= 3 4"]);
    expect(diff.cause).toBe("step 2 tool pay was inserted in B");
    expect(diff.summary().split("\n")[1]).toBe("first divergence: step 2 (B)");
  });

  test("a step removed", async () => {
    const diff = diffOf(await openEvents(steps), await openEvents([steps[0]!, ...steps.slice(2)]));
    expect(rowsOf(diff)).toEqual(["= 0 0", "- 1 .", "= 2 1", "= 3 2"]);
    expect(diff.cause).toBe("step 1 tool search of A is missing in B");
  });

  test("a step repeated", async () => {
    const diff = diffOf(
      await openEvents(steps),
      await openEvents([steps[0]!, steps[1]!, steps[1]!, ...steps.slice(2)]),
    );
    expect(diff.counts).toEqual({ equal: 4, changed: 0, added: 1, removed: 0, moved: 0 });
    expect(diff.cause).toMatch(/^step 2 tool search of B repeats step 1, which A does only once$/);
  });

  test("B goes on where A ends, and the other way round", async () => {
    const [short, long] = [await openEvents(steps.slice(0, 2)), await openEvents(steps)];
    expect(rowsOf(diffOf(short, long))).toEqual(["= 0 0", "= 1 1", "+ . 2", "+ . 3"]);
    expect(diffOf(short, long).cause).toBe("A ends after step 1; B goes on with step 2 tool book");
    expect(diffOf(long, short).cause).toBe("B ends after step 1; A goes on with step 2 tool book");
  });

  test("a tool fails in one run only", async () => {
    const failed = tool("search", "b", "", { status: "error", error: { message: "timeout after 200 ms" } });
    const { response: _response, ...event } = failed;
    const diff = diffOf(await openEvents(steps), await openEvents([steps[0]!, event, ...steps.slice(2)]));
    expect(rowsOf(diff)).toEqual(["= 0 0", "~ 1 1", "= 2 2", "= 3 3"]);
    expect(diff.cause).toBe(
      'tool search at step 1 failed in B ("timeout after 200 ms") and succeeded in A, with the same arguments',
    );
  });

  test("a step moved", async () => {
    const diff = diffOf(await openEvents(steps), await openEvents([steps[3]!, ...steps.slice(0, 3)]));
    expect(rowsOf(diff)).toEqual(["> 3 0", "= 0 1", "= 1 2", "= 2 3"]);
    expect(diff.diverged).toBe(true);
    expect(diff.cause).toBe("step 3 tool mail of A comes earlier in B, as step 0");
  });

  test("steps that overlap in time may come in either order", async () => {
    const at = (event: EventRecord, start: number): EventRecord => ({ ...event, at: start, durationMs: 1000 });
    const a = [at(steps[0]!, 1000), at(steps[2]!, 1100), at(steps[3]!, 5000)];
    const b = [at(steps[2]!, 1000), at(steps[0]!, 1100), at(steps[3]!, 5000)];
    const diff = diffOf(await openEvents(a), await openEvents(b));
    expect(diff.counts).toEqual({ equal: 2, changed: 0, added: 0, removed: 0, moved: 1 });
    expect(diff.diverged).toBe(false);
  });

  test("a memory returns other context", async () => {
    const memory = (fact: string): EventRecord => ({ ...tool("recall", "home", fact), kind: "memory" });
    const diff = diffOf(await openEvents([memory("Oslo"), ...steps]), await openEvents([memory("Rome"), ...steps]));
    expect(firstOf(diff)).toBe("~ 0 0");
    expect(diff.cause).toBe("memory recall at step 0 returned other context at /response");
  });

  test("a node leaves another state, from the same one", async () => {
    const node = (x: number): EventRecord => ({
      kind: "node",
      name: "plan",
      status: "ok",
      before: { x: 0 },
      after: { x },
    });
    const diff = diffOf(await openEvents([node(1)]), await openEvents([node(2)]));
    expect(diff.cause).toBe("step 0 node plan came to something else at /after/x");
  });
});

describe("calls that were made again", () => {
  const call = (seq: number, text: string, more: Partial<EventRecord> = {}): EventRecord => ({
    kind: "llm",
    name: "gpt-4o",
    provider: "openai",
    op: "openai/chat",
    at: 1000 + seq * 100,
    durationMs: 10,
    status: "ok",
    request: {
      method: "POST",
      path: "/v1/chat/completions",
      body: JSON.stringify({ model: "gpt-4o", messages: [{ role: "user", content: text }] }),
    },
    response: {
      status: 200,
      body: JSON.stringify({ choices: [{ index: 0, message: { role: "assistant", content: `${text} done` } }] }),
    },
    ...more,
  });
  const failed: Partial<EventRecord> = {
    status: "error",
    response: { status: 429, body: JSON.stringify({ error: { message: "rate limit" } }) },
  };
  const smooth = [call(0, "one"), call(1, "two"), call(2, "three")];
  const bumpy = [
    call(0, "one"),
    call(1, "two", failed),
    call(2, "two", { ...failed, retryOf: 1 }),
    call(3, "two", { retryOf: 2 }),
    call(4, "three"),
  ];

  test("are compared by their last attempt: one that came through at once is equal", async () => {
    const diff = diffOf(await openEvents(bumpy), await openEvents(smooth));
    expect(rowsOf(diff)).toEqual(["= 0 0", "= 3 1", "= 4 2"]);
    expect([diff.diverged, diff.retries]).toEqual([false, { a: 2, b: 0 }]);
    expect(renderDiff(diff).split("\n")[0]).toMatch(/3 equal · 2 retries in A$/);
  });

  test("the other way round too", async () => {
    const diff = diffOf(await openEvents(smooth), await openEvents(bumpy));
    expect(rowsOf(diff)).toEqual(["= 0 0", "= 1 3", "= 2 4"]);
  });

  test("one that failed for good in one run differs at its last attempt", async () => {
    const never = [...bumpy.slice(0, 3), call(3, "two", { ...failed, retryOf: 2 }), call(4, "three")];
    const diff = diffOf(await openEvents(never), await openEvents(smooth));
    expect(rowsOf(diff)).toEqual(["= 0 0", "~ 3 1", "= 4 2"]);
    expect(firstOf(diff)).toBe("~ 3 1");
  });
});
