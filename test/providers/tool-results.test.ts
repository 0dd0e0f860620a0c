import { describe, expect, test } from "vitest";
import type { Json } from "../../src/json/json.ts";
import type { Message } from "../../src/providers/message.ts";
import { dialectById } from "../../src/providers/registry.ts";
import { newResults, resultFailed, resultsOf, saysFailure } from "../../src/providers/tool-results.ts";

const result = (id: string) => ({ type: "result" as const, id, parts: [] });
const message: Message = { role: "user", parts: [{ type: "text", text: "a" }, result("1"), result("2")] };

test("resultsOf gives the results of a message, without its texts", () => {
  expect(resultsOf(message)).toEqual([result("1"), result("2")]);
});

test("newResults gives each id once and remembers it", () => {
  const seen = new Set(["1"]);
  expect(newResults([message, { role: "tool", parts: [result("2"), result("3")] }], seen)).toEqual([
    result("2"),
    result("3"),
  ]);
  expect(newResults([message], seen)).toEqual([]);
});

describe("a tool says that it failed", () => {
  test.each<[string, Json]>([
    ["by an error in a JSON text", '{"error":"timeout after 200 ms"}'],
    ["by an error with parts", '  {"error": {"code": 404}, "hits": []}'],
    ["by an error that is true", '{"error":true,"message":"no"}'],
    ["by MCP's flag", '{"content":[],"isError":true}'],
    ["by the flag as Anthropic spells it", '{"is_error":true}'],
    ["by an object", { error: "no fare" }],
  ])("%s", (_, value) => {
    expect(saysFailure(value)).toBe(true);
  });

  test.each<[string, Json]>([
    ["words that speak of an error", "Error: timeout after 200 ms"],
    ["words around JSON", 'it said {"error":"timeout"}'],
    ["an empty error", '{"error":"","fare":120}'],
    ["no error", '{"error":null,"fare":120}'],
    ["an error that is false", '{"error":false}'],
    ["an empty list or object of errors", '{"error":[]}'],
    ["an error further inside", '{"log":[{"error":"timeout"}]}'],
    ["a flag that is off", '{"isError":false}'],
    ["a list", '[{"error":"timeout"}]'],
    ["JSON that is cut", '{"error":"timeout'],
    ["JSON in JSON", JSON.stringify('{"error":"timeout"}')],
    ["nothing", ""],
  ])("%s is no failure", (_, value) => {
    expect(saysFailure(value)).toBe(false);
  });
});

const FAILED = '{"error":"timeout after 200 ms"}';

/** The same failure as each API carries it: the dialect, and the element of the conversation. */
test.each<[string, Json]>([
  ["openai/chat", { role: "tool", tool_call_id: "c1", content: FAILED }],
  ["openai/responses", { type: "function_call_output", call_id: "c1", output: FAILED }],
  ["anthropic/messages", { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: FAILED }] }],
  [
    "gemini/generate",
    { role: "user", parts: [{ functionResponse: { id: "c1", name: "f", response: { error: "t" } } }] },
  ],
  ["cohere/chat", { role: "tool", tool_call_id: "c1", content: [{ type: "document", document: { data: FAILED } }] }],
  ["ollama/chat", { role: "tool", tool_call_id: "c1", content: FAILED }],
])("%s: a result that says so has failed", (id, element) => {
  const message = dialectById(id)?.message(element);
  expect(message && resultsOf(message)).toMatchObject([{ id: "c1", isError: true }]);
});

test("a flag that says otherwise counts more than what the tool said", () => {
  const block = { type: "tool_result", tool_use_id: "c1", content: FAILED, is_error: false };
  const message = dialectById("anthropic/messages")?.message({ role: "user", content: [block] });
  expect(message && resultsOf(message)[0]).not.toHaveProperty("isError");
});

test.each<[string, Json, boolean]>([
  ["an error of its own", { error: "no fare" }, true],
  ["an error in the only text of an MCP result", { content: [{ type: "text", text: '{"error":"no fare"}' }] }, true],
  ["the same, said to be none", { isError: false, content: [{ type: "text", text: '{"error":"no fare"}' }] }, false],
  ["MCP's flag", { isError: true, content: [] }, true],
  ["an error in one of several texts", { content: [{ text: "a" }, { text: '{"error":"no fare"}' }] }, false],
])("a whole result: %s", (_, result, failed) => expect(resultFailed(result)).toBe(failed));
