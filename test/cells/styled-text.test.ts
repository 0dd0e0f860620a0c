import fc from "fast-check";
import { expect, test } from "vitest";
import { parseStyledText } from "../../src/cells/styled-text.ts";

test("text without escapes is one plain span a line", () => {
  expect(parseStyledText("ab\n\ncd")).toEqual([[{ text: "ab", style: {} }], [], [{ text: "cd", style: {} }]]);
});

test("attributes and colours go on until they are switched off", () => {
  expect(parseStyledText("\x1b[1;31mred\x1b[22m thin\x1b[39m plain")).toEqual([
    [
      { text: "red", style: { bold: true, fg: 1 } },
      { text: " thin", style: { fg: 1 } },
      { text: " plain", style: {} },
    ],
  ]);
});

test("bright, palette and 24-bit colours are read", () => {
  expect(parseStyledText("\x1b[91;104ma\x1b[38;5;208;48;2;1;2;255mb\x1b[mc")).toEqual([
    [
      { text: "a", style: { fg: 9, bg: 12 } },
      { text: "b", style: { fg: 208, bg: "#0102ff" } },
      { text: "c", style: {} },
    ],
  ]);
});

test("a style goes on over the end of a line", () => {
  expect(parseStyledText("\x1b[7ma\nb\x1b[27mc")).toEqual([
    [{ text: "a", style: { inverse: true } }],
    [
      { text: "b", style: { inverse: true } },
      { text: "c", style: {} },
    ],
  ]);
});

test("other sequences are left out", () => {
  expect(parseStyledText("a\x1b[2J\x1b]8;;http://x\x07link\x1b]8;;\x1b\\\x1bc\x1b[?25hb")).toEqual([
    [
      { text: "a", style: {} },
      { text: "link", style: {} },
      { text: "b", style: {} },
    ],
  ]);
});

test("any text is read, and no escape is left in it", () => {
  const unit = fc.oneof(
    fc.constantFrom("\x1b", "\x1b[", "\x1b[38;", "\x1b[31m", ";", "m", "5"),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const lines = parseStyledText(text);
      expect(lines.flat().some(({ text: piece }) => piece.includes("\x1b"))).toBe(false);
    }),
  );
});
