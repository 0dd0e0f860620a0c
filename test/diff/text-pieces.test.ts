import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type TextPiece, textPieces } from "../../src/diff/payload/text-pieces.ts";

const told = (pieces: readonly TextPiece[]): string =>
  pieces.map(({ op, text }) => (op === "same" ? text : op === "added" ? `{+${text}+}` : `{-${text}-}`)).join("");

describe("textPieces", () => {
  test("marks the words that changed", () => {
    expect(told(textPieces("flights to SFO today", "flights to San Jose today").pieces)).toBe(
      "flights to {-SFO-}{+San Jose+} today",
    );
  });

  test("no word is cut where texts begin or end alike", () => {
    expect(told(textPieces("a booking", "a boot").pieces)).toBe("a {-booking-}{+boot+}");
    expect(told(textPieces("redo it", "undo it").pieces)).toBe("{-redo-}{+undo+} it");
  });

  test("long texts are compared by lines, and say so", () => {
    const lines = Array.from({ length: 4000 }, (_, i) => `line number ${i} of a long text`);
    const other = lines.map((line, i) => (i % 1000 === 7 ? `${line} changed` : line));
    const diff = textPieces(lines.join("\n"), other.join("\n"));
    expect(diff.by).toBe("lines");
    expect(diff.notice).toContain("compared by lines");
    expect(diff.pieces.filter((piece) => piece.op === "added").map((piece) => piece.text.trim())).toEqual(
      [7, 1007, 2007, 3007].map((i) => `line number ${i} of a long text changed`),
    );
  });

  test("what is too long for that is one piece, and says so", () => {
    const diff = textPieces(`same ${"x ".repeat(600_000)}end`, `same ${"y ".repeat(600_000)}end`);
    expect(diff.by).toBe("whole");
    expect(diff.notice).toContain("characters differ");
    expect(diff.pieces.map((piece) => piece.op)).toEqual(["same", "removed", "added", "same"]);
  });

  test("its pieces are both texts", () => {
    const word = fc.constantFrom("a", "bb", " ", "\n", "é", "👍", ".", "\t");
    const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(""));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const { pieces } = textPieces(a, b);
        const without = (op: TextPiece["op"]) => pieces.filter((piece) => piece.op !== op).map((piece) => piece.text);
        expect(without("added").join("")).toBe(a);
        expect(without("removed").join("")).toBe(b);
      }),
      { numRuns: 500 },
    );
  });
});
