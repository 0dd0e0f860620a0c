import fc from "fast-check";
import { expect, test } from "vitest";
import { highlightJsonLine } from "../../src/text/highlight-json.ts";

function shown(line: string): string {
  return highlightJsonLine(line)
    .map(({ text, token }) => `${token.slice(5, 6)}(${text})`)
    .join("");
}

test.each([
  ['  "model": "gpt-5",', 'p(  )k("model")p(: )s("gpt-5")p(,)'],
  ['{"a":[1,-2.5e3,true,null]}', 'p({)k("a")p(:[)n(1)p(,)n(-2.5e3)p(,)l(true)p(,)l(null)p(]})'],
  ['"a\\"b: c" : "d"', 'k("a\\"b: c")p( : )s("d")'],
  ['"text": "cut at the ed', 'k("text")p(: )s("cut at the ed)'],
  ['"cut at an escape\\', 's("cut at an escape\\)'],
  ["not json - really", "p(not json - really)"],
  ['{model: "gpt-5", n: [2], …}', 'p({)k(model)p(: )s("gpt-5")p(, )k(n)p(: [)n(2)p(], …})'],
  ["abc123 x-4y", "p(abc123 x)n(-4)p(y)"],
  ["", ""],
])("%s", (line, pieces) => {
  expect(shown(line)).toBe(pieces);
});

test("the pieces of any line join up to the line", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.json(), fc.string({ unit: fc.constantFrom('"', "\\", ":", "-", "1", "t") })),
      (line) => {
        const pieces = highlightJsonLine(line);
        expect(pieces.map((piece) => piece.text).join("")).toBe(line);
      },
    ),
  );
});

test("a string of megabytes is one piece", () => {
  const line = `"${'x\\"'.repeat(1_000_000)}"`;
  expect(highlightJsonLine(line)).toEqual([{ text: line, token: "json.string" }]);
});
