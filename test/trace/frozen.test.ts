import { join } from "node:path";
import { expect, test } from "vitest";
import { readTrace } from "./seen-rows.ts";

/** A file of version 1 made by hand, with checksums by another program. It must open like this for ever. */
const FROZEN = join(import.meta.dirname, "../fixtures/vcr/v1.vcr");
const USER = '{"role": "user", "content": "gr\\u00fc\\u00dfe 😀"}';
const ASSISTANT = '{"role": "assistant", "content": "1.50 und 1e2", "n": 1.50}';

test("header", () => {
  const { headers } = readTrace(FROZEN).sink;
  expect(headers.at(-1)?.header).toEqual({
    id: "frozen-1",
    created: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    by: "by hand",
    argv: ["node", "agent.mjs"],
    meta: JSON.parse('{"__proto__":1}'),
    tags: ["frozen"],
    parent: { kind: "fork", id: "r_0", at: 3 },
    exit: { code: 3, at: 1767323050000 },
  });
});

test("rows", () => {
  const { rows, damages, warnings } = readTrace(FROZEN).sink;
  expect(rows.map(({ seq, fields }) => [seq, fields.kind, fields.name, fields.status])).toEqual([
    [0, "llm", "m", "ok"],
    [1, "llm", "m", "error"],
    [2, "http", "GET /x", "ok"],
    [3, "llm", undefined, "pending"],
    [4, "tool", "search", "ok"],
    [5, "node", "plan", "ok"],
    [6, "checkpoint", "save", "ok"],
    [7, "llm", undefined, "pending"],
  ]);
  expect(rows[0]?.fields).toMatchObject({
    provider: "groq",
    op: "openai/chat",
    agent: "planner",
    at: 1767323045678.5,
    durationMs: 12.5,
    tokens: { in: 10, out: 0, cacheRead: 4, cacheWrite: 3, reasoning: 2 },
    httpStatus: 200,
  });
  expect(rows[1]?.fields.retryOf).toBe(0);
  expect(rows[4]?.callId).toBe("call_1");
  expect([...damages, ...warnings]).toEqual([]);
});

test("exact request text, separators, trailing white space and checksum", () => {
  const { body } = readTrace(FROZEN);
  const first = body(0).request;
  expect(first?.text).toBe(`{"model": "m", "messages": [${USER}], "big": 12345678901234567890}\n`);
  expect(first?.notice).toBeUndefined();
  expect(first?.headers).toEqual({ "content-type": "application/json" });
  const second = body(1).request;
  expect(second?.text).toBe(`{"model": "m", "messages": [${USER}, ${ASSISTANT}], "big": 12345678901234567890}\n`);
  expect(second?.notice).toBeUndefined();
});

test("elements one by one", () => {
  const elements = readTrace(FROZEN).body(1).request?.elements?.("/messages");
  expect(elements?.length).toBe(2);
  expect(elements?.key(1)).toBe("a:1");
  expect(elements?.at(1)).toEqual({ role: "assistant", content: "1.50 und 1e2", n: 1.5 });
});

test("a stream's bytes and timing", () => {
  const response = readTrace(FROZEN).body(0).response;
  expect(response?.text).toBe('data: {"a":1}\n\ndata: ü\n\ndata: [DONE]\n\n');
  expect(response?.chunks).toEqual([
    [5, 21],
    [1.5, 18],
  ]);
  expect(response?.streamed).toBe(true);
  expect(response?.json).toBeUndefined();
});

test("bytes, text, error and states", () => {
  const { body } = readTrace(FROZEN);
  expect(body(2).request?.bytes).toEqual(Buffer.from(Array.from({ length: 256 }, (_, i) => i)));
  expect(body(2).request?.notice).toBeUndefined();
  expect(body(2).response).toMatchObject({ status: 404, text: "not\nJSON" });
  expect(body(1).error).toEqual({ type: "APIError", message: "overloaded", detail: { code: 529 } });
  expect(body(5)).toMatchObject({ before: { x: 1 }, after: { x: null } });
  expect(body(4).response?.json).toBe("found");
});

test("a blob inside an element, and a value in a pool", () => {
  const request = readTrace(FROZEN).body(3).request;
  const url = `data:image/png;base64,${Buffer.from("\x89PNG not really", "latin1").toString("base64")}`;
  expect(request?.json).toEqual({ input: [{ type: "image", url }], system: "s".repeat(70) });
  expect(request?.notice).toBeUndefined();
});

test("an element that differs by what is inserted", () => {
  const request = readTrace(FROZEN).body(7).request;
  const marked = ASSISTANT.replace(/\}$/, ', "cache_control": {"type": "ephemeral"}}');
  expect(request?.text).toBe(`{"model": "m", "messages": [${USER}, ${marked}], "big": 12345678901234567890}`);
  expect(request?.notice).toBeUndefined();
});
