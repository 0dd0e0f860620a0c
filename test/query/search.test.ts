import { describe, expect, test } from "vitest";
import { type Searcher, searcher, searchMatcher } from "../../src/query/search/search.ts";
import type { MessageRef } from "../../src/run/run.ts";
import { type GivenRow, RunOf, said } from "../support/run-of.ts";

const NEVER = Number.POSITIVE_INFINITY;

/** A call whose request body and conversation say the same, as an API's does. */
function call(texts: readonly string[], more: Partial<GivenRow> = {}): GivenRow {
  const messages = texts.map((text, k) => said(k % 2 ? "assistant" : "user", text));
  const json = { model: "m", messages: texts.map((content, k) => ({ role: k % 2 ? "assistant" : "user", content })) };
  return { kind: "llm", name: "m", messages, body: { request: { json } }, ...more };
}

function answered(text: string): Pick<GivenRow, "exchange"> {
  return {
    exchange: { answer: { message: { role: "assistant", parts: [{ type: "text", text }] }, calls: [], usage: {} } },
  };
}

function all(run: RunOf, query: string, start = 0): Searcher {
  const matcher = searchMatcher(query);
  if ("problem" in matcher) throw new Error(matcher.problem);
  const search = searcher(run, matcher, start);
  while (!search.advance(NEVER));
  return search;
}

function hits(run: RunOf, query: string) {
  return all(run, query).hits.map(({ step, where, pointer, count }) => `${step} ${where} ${pointer ?? "-"} ${count}`);
}

describe("where a hit lies", () => {
  test("history sent again belongs to the step where it was new", () => {
    const run = new RunOf([
      call(["find a hotel"], answered("which town?")),
      call(["find a hotel", "which town?", "any hotel, a cheap hotel"]),
      call(["find a hotel", "which town?", "any hotel, a cheap hotel", "ok", "thanks"]),
    ]);
    expect(hits(run, "hotel")).toEqual(["0 request /messages/0/content 1", "1 request /messages/2/content 2"]);
  });

  test("an answer is not found again in the history of the next call", () => {
    const run = new RunOf([call(["hi"], answered("which town?")), call(["hi", "which town?", "Oslo"])]);
    expect(hits(run, "town")).toEqual(["0 response - 1"]);
  });

  test("a sentence said a second time is a hit of its own", () => {
    const run = new RunOf([call(["go on"]), call(["go on", "done", "go on"])]);
    expect(hits(run, "go on")).toEqual(["0 request /messages/0/content 1", "1 request /messages/2/content 1"]);
  });

  test("a message that stays when the history before it is rewritten is not new", () => {
    const run = new RunOf([call(["long story", "hm", "hotel"]), call(["summary", "hm", "hotel"])]);
    expect(hits(run, "hotel")).toEqual(["0 request /messages/2/content 1"]);
  });

  test("parameters and system prompts count where they change", () => {
    const request = (system: string) => ({ body: { request: { json: { system, messages: [] } } } });
    const run = new RunOf([
      { kind: "llm", ...request("be brief") },
      { kind: "llm", ...request("be brief") },
      { kind: "llm", ...request("be brief, be kind") },
    ]);
    expect(hits(run, "brief")).toEqual(["0 request /system 1", "2 request /system 1"]);
  });

  test("a tool's arguments, its result and the message that carries the result: once each at the tool", () => {
    const part = { type: "result", id: "c1", parts: [{ type: "text", text: "rain in Oslo, Oslo" }] } as const;
    const carrier: MessageRef = { key: "r", read: () => ({ role: "tool", parts: [part] }) };
    const run = new RunOf([
      { kind: "llm", messages: [] },
      {
        kind: "tool",
        step: "0a",
        callId: "c1",
        parent: 0,
        args: { "c/ty": "Oslo" },
        result: { role: "tool", parts: part.parts },
      },
      { kind: "llm", step: "1", messages: [carrier] },
    ]);
    expect(hits(run, "Oslo")).toEqual(["0a args /c~1ty 1", "0a result - 2"]);
  });

  test("arguments are found at the tool's row, not in the answer that holds them too", () => {
    const calls = {
      json: {
        content: [
          { type: "text", text: "to Oslo" },
          { name: "fly", input: { to: "Oslo" } },
        ],
      },
    };
    const asked: GivenRow = { kind: "llm", body: { response: calls } };
    const tool: GivenRow = { kind: "tool", step: "0a", parent: 0, args: { to: "Oslo" } };
    expect(hits(new RunOf([asked, tool]), "Oslo")).toEqual(["0 response /content/0/text 1", "0a args /to 1"]);
    expect(hits(new RunOf([asked]), "Oslo")).toEqual([
      "0 response /content/0/text 1",
      "0 response /content/1/input/to 1",
    ]);
  });

  test("an error's text, once", () => {
    const failed = { error: { message: "slow down" }, response: { json: { error: { message: "slow down" } } } };
    const run = new RunOf([
      { kind: "llm", body: failed },
      { kind: "error", body: { error: failed.error } },
    ]);
    expect(hits(run, "slow")).toEqual(["0 response /error/message 1", "1 error - 1"]);
  });

  test("a message event's own text", () => {
    const message = { role: "user", parts: [{ type: "text", text: "hello" }] } as const;
    expect(hits(new RunOf([{ kind: "message", name: "user", message }]), "hello")).toEqual(["0 response - 1"]);
  });

  test("what the list shows counts when nothing else does", () => {
    expect(hits(new RunOf([{ kind: "node", name: "planner" }]), "plan")).toEqual(["0 row - 1"]);
  });
});

describe("what is looked for", () => {
  const run = new RunOf([{ kind: "http", body: { response: { text: "Tea and tea" } } }]);
  test.each([
    ["tea", 2],
    ["Tea", 1],
    ["/t.a/", 1],
    ["/t.a/i", 2],
    ["t.a", 0],
  ])("%s", (query, count) => {
    expect(all(run, query).hits.reduce((sum, hit) => sum + hit.count, 0)).toBe(count);
  });

  test("a broken regex is a problem", () => {
    expect(searchMatcher("/(/")).toEqual({ problem: "no regular expression: Unterminated group" });
  });
});

describe("a search goes on", () => {
  const numbered = (n: number): GivenRow => ({ kind: "node", name: `x${n}` });

  test("one row a slice at the least, and hits in order whatever row it began at", () => {
    const run = new RunOf([0, 1, 2, 3, 4].map(numbered));
    const matcher = searchMatcher("x");
    if ("problem" in matcher) throw new Error(matcher.problem);
    const search = searcher(run, matcher, 3);
    expect(search.advance(0)).toBe(false);
    expect(search.hits.map((hit) => hit.i)).toEqual([3]);
    for (let slices = 0; !search.advance(0); slices++) expect(slices).toBeLessThan(6);
    expect(search.hits.map((hit) => hit.i)).toEqual([0, 1, 2, 3, 4]);
    expect(search.searched).toBe(5);
  });

  test("rows that appear are searched, and a call that gets its answer is searched again", () => {
    const run = new RunOf([{ kind: "llm", status: "pending" }]);
    const search = all(run, "town");
    expect(search.hits).toEqual([]);
    run.change(0, { status: "ok", ...answered("which town?") });
    run.add({ kind: "node", name: "town" });
    search.advance(NEVER);
    expect(search.hits.map((hit) => hit.step)).toEqual(["0", "1"]);
    search.advance(NEVER);
    expect(search.searched).toBe(2);
  });

  test("next and previous pass rows, not single hits", () => {
    const text = { response: { json: ["x", "x"] } };
    const run = new RunOf([numbered(0), { kind: "http", body: text }, { kind: "node" }, numbered(1)]);
    const search = all(run, "x");
    expect(search.next(0, 1)?.i).toBe(1);
    expect(search.next(1, 1)?.i).toBe(3);
    expect(search.next(3, 1)).toBeUndefined();
    expect(search.next(3, -1)).toMatchObject({ i: 1, pointer: "/0" });
    expect(search.next(0, -1)).toBeUndefined();
    expect(search.next(-1, 1)?.i).toBe(0);
  });
});
