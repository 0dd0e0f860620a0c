import fc from "fast-check";
import { expect, test } from "vitest";
import { fitLine, lineText, lineWidth, markRanges, sliceLine } from "../../components/fit-line.ts";
import { type Line, span } from "../../src/cells/line.ts";
import { sanitise } from "../../src/text/sanitise.ts";

const anyLine: fc.Arbitrary<Line> = fc.array(
  fc
    .string({ unit: fc.oneof(fc.constantFrom("a", " ", "漢", "👩‍🚀"), fc.string({ maxLength: 2 })), maxLength: 6 })
    .map((text) => span(sanitise(text))),
  { maxLength: 4 },
);

test.each([
  [["hello"], 5, "hello"],
  [["hello"], 4, "hel…"],
  [["hel", "lo"], 3, "he…"],
  [["hel", ""], 3, "hel"],
  [["a", "漢字"], 4, "a漢…"],
  [["a"], 3, "a  "],
  [[], 2, "  "],
  [["a"], 0, ""],
])("%j in %i cells is %j", (texts, cells, shown) => {
  expect(
    lineText(
      fitLine(
        texts.map((text) => span(text)),
        cells,
      ),
    ),
  ).toBe(shown);
});

test("a fitted line is exactly as wide as asked", () => {
  fc.assert(
    fc.property(anyLine, fc.nat(12), (line, cells) => {
      expect(lineWidth(fitLine(line, cells))).toBe(cells);
      expect(lineWidth(sliceLine(line, 3, cells))).toBeLessThanOrEqual(cells);
    }),
  );
});

test("sideways scrolling cuts across spans", () => {
  expect(lineText(sliceLine([span("abc"), span("def"), span("ghi")], 2, 5))).toBe("cdefg");
});

test("ranges are marked across spans", () => {
  const line = markRanges([span("ab"), span("cdef")], [{ from: 1, to: 4 }], { bold: true });
  expect(line).toEqual([
    { text: "a", style: {} },
    { text: "b", style: { bold: true } },
    { text: "cd", style: { bold: true } },
    { text: "ef", style: {} },
  ]);
});
