import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ClusterCursor } from "../../src/text/cluster.ts";
import { sanitise } from "../../src/text/sanitise.ts";
import { width } from "../../src/text/width.ts";
import { wrap, wrapWith } from "../../src/text/wrap.ts";

describe("wrap", () => {
  test.each([
    ["fits", "short text", 20, ["short text"]],
    ["nothing", "", 5, [""]],
    ["breaks at spaces", "the quick brown fox", 9, ["the quick", "brown fox"]],
    ["drops the spaces at a break", "aaa    bbb   ", 4, ["aaa", "bbb"]],
    ["breaks a long word", "abcdefghij", 4, ["abcd", "efgh", "ij"]],
    ["starts a long word on its own line", "ab cdefgh", 6, ["ab", "cdefgh"]],
    ["keeps indentation", "  if a then b else c", 12, ["  if a then", "  b else c"]],
    ["hangs under a list item", "- one two three", 10, ["- one two", "  three"]],
    ["hangs under a numbered item", "12. one two three", 12, ["12. one two", "    three"]],
    ["gives up deep indentation", "          deep one", 12, ["          de", "ep one"]],
    ["breaks between wide characters", "漢字漢字", 5, ["漢字", "漢字"]],
    ["moves a wide character that would be cut", "abc漢", 4, ["abc", "漢"]],
    ["keeps clusters whole", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 2, ["👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"]],
  ])("%s", (_, text, cells, lines) => {
    expect(wrap(text, cells)).toEqual(lines);
  });
});

const anyLine = fc
  .string({
    unit: fc.oneof(fc.constantFrom(" ", "a", "bc", "漢", "👩‍🚀", "e\u0301", "- "), fc.string({ maxLength: 3 })),
  })
  .map((text) => sanitise(text));

test("no line is too wide and nothing but spaces is lost", () => {
  fc.assert(
    fc.property(anyLine, fc.integer({ min: 2, max: 14 }), (text, cells) => {
      const lines = wrap(text, cells);
      for (const line of lines) expect(width(line)).toBeLessThanOrEqual(cells);
      expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    }),
    { numRuns: 2000 },
  );
});

test("a megabyte is walked once, cluster by cluster", () => {
  for (const text of ["x".repeat(1_000_000), "word ".repeat(200_000), "漢".repeat(330_000), " ".repeat(1_000_000)]) {
    const cursor = new ClusterCursor(text);
    let steps = 0;
    wrapWith(
      {
        text,
        get start() {
          return cursor.start;
        },
        get end() {
          return cursor.end;
        },
        get width() {
          return cursor.width;
        },
        next() {
          steps += 1;
          return cursor.next();
        },
      },
      80,
    );
    expect(steps).toBe(text.length + 1);
  }
});
