import { expect, test } from "vitest";
import type { Message } from "../../src/providers/message.ts";
import { newResults, resultsOf } from "../../src/providers/tool-results.ts";

const result = (id: string) => ({ type: "result" as const, id, parts: [] });
const message: Message = { role: "user", parts: [{ type: "text", text: "a" }, result("1"), result("2")] };

test("resultsOf", () => {
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
