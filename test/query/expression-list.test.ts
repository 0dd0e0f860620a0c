import fc from "fast-check";
import { expect, test } from "vitest";
import { joinedExpressions, splitExpressions } from "../../src/query/syntax/expression-list.ts";

test.each([
  ["tool:book; kind:llm ;; step:7;", ["tool:book", "kind:llm", "step:7"]],
  ['resp:"a;b"; tool:x', ['resp:"a;b"', "tool:x"]],
  ["resp:'say \\'a;b\\''; tool:x", ["resp:'say \\'a;b\\''", "tool:x"]],
  ["resp:/a;b\\/c/i; tool:x", ["resp:/a;b\\/c/i", "tool:x"]],
  ["path:/v1/chat; tool:x", ["path:/v1/chat", "tool:x"]],
  // A quote that is never closed runs to the end, as in the filter itself.
  ['resp:"a; tool:x', ['resp:"a; tool:x']],
  [" ; ", []],
])("%s", (text, expressions) => {
  expect(splitExpressions(text)).toEqual(expressions);
});

test("a word with a ; of its own is quoted where several stand in one text", () => {
  expect(joinedExpressions(["resp:a;b", "tool:x"])).toBe('resp:"a;b"; tool:x');
  expect(splitExpressions(joinedExpressions(["resp:a;b", "tool:x"]))).toEqual(['resp:"a;b"', "tool:x"]);
});

test("what is joined comes apart into as many", () => {
  const word = fc.stringMatching(/^[a-z]{1,4}:[a-z;]{1,6}$/);
  const closed = fc.stringMatching(/^[a-z]:("[a-z ;]{0,6}"|\/[a-z;]{1,6}\/)$/);
  fc.assert(
    fc.property(fc.array(fc.oneof(word, closed), { maxLength: 5 }), (expressions) => {
      expect(splitExpressions(joinedExpressions(expressions))).toHaveLength(expressions.length);
    }),
  );
});
