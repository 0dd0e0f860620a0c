import fc from "fast-check";
import { expect, test } from "vitest";
import { compose, toLines, toText } from "../../src/cells/grid.ts";
import { type Line, span } from "../../src/cells/line.ts";

const text = (...rows: string[]): Line[] => rows.map((row) => [span(row)]);
const at = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

test("lines stand at the place of their rectangle", () => {
  const grid = compose({ columns: 6, rows: 3 }, [{ rect: at(2, 1, 3, 2), lines: text("abc", "def") }]);
  expect(toText(grid)).toBe("\n  abc\n  def");
});

test("a piece is clipped to its rectangle", () => {
  const grid = compose({ columns: 8, rows: 2 }, [{ rect: at(1, 0, 3, 1), lines: text("abcdef", "below") }]);
  expect(toText(grid)).toBe(" abc\n");
});

test("a piece is clipped to the screen on every side", () => {
  const grid = compose({ columns: 3, rows: 2 }, [
    { rect: at(-2, -1, 9, 9), lines: text("first", "abcdefg", "ABCDEFG") },
  ]);
  expect(toText(grid)).toBe("cde\nCDE");
});

test("a later piece hides an earlier one, also where its own lines are short or missing", () => {
  const grid = compose({ columns: 5, rows: 2 }, [
    { rect: at(0, 0, 5, 2), lines: text("xxxxx", "xxxxx") },
    { rect: at(1, 0, 3, 2), lines: text("a") },
  ]);
  expect(toText(grid)).toBe("xa  x\nx   x");
});

test("a wide cluster takes a cell and an empty one behind it", () => {
  const grid = compose({ columns: 4, rows: 1 }, [{ rect: at(0, 0, 4, 1), lines: text("漢a") }]);
  expect(grid.text).toEqual(["漢", "", "a", " "]);
});

test("a mark stays with the letter before it", () => {
  const grid = compose({ columns: 3, rows: 1 }, [{ rect: at(0, 0, 3, 1), lines: text("ae\u0301b") }]);
  expect(grid.text).toEqual(["a", "e\u0301", "b"]);
});

test("a wide cluster cut by the edge of its rectangle becomes a space", () => {
  const right = compose({ columns: 5, rows: 1 }, [{ rect: at(0, 0, 3, 1), lines: text("漢字") }]);
  expect(right.text).toEqual(["漢", "", " ", " ", " "]);
  const left = compose({ columns: 3, rows: 1 }, [{ rect: at(-1, 0, 4, 1), lines: text("漢字") }]);
  expect(left.text).toEqual([" ", "字", ""]);
});

test("a half covered wide cluster becomes a space", () => {
  const under = { rect: at(0, 0, 6, 1), lines: text("漢字語") };
  const grid = compose({ columns: 6, rows: 1 }, [under, { rect: at(1, 0, 4, 1), lines: text("wxyz") }]);
  expect(grid.text).toEqual([" ", "w", "x", "y", "z", " "]);
});

test("control and bidi characters do not get into a cell", () => {
  const grid = compose({ columns: 9, rows: 1 }, [{ rect: at(0, 0, 9, 1), lines: text("a\x1b[2J\u202eb\x9bc") }]);
  expect(toText(grid)).toBe("a\ufffd[2J\ufffdb\ufffdc");
});

test("a cursor outside of the screen is hidden", () => {
  expect(compose({ columns: 4, rows: 2 }, [], { x: 3, y: 1 }).cursor).toEqual({ x: 3, y: 1 });
  expect(compose({ columns: 4, rows: 2 }, [], { x: 4, y: 1 }).cursor).toBeNull();
});

test("lines of a grid have its width and join cells of one style", () => {
  const red = { fg: 1 };
  const line = [span("a", red), span("b", { fg: 1 }), span("漢")];
  const grid = compose({ columns: 5, rows: 1 }, [{ rect: at(0, 0, 5, 1), lines: [line] }]);
  expect(toLines(grid)).toEqual([[span("ab", red), span("漢 ")]]);
});

test("any text in any rectangle fills exactly the cells of the grid", () => {
  const piece = fc.record({
    rect: fc.record({
      x: fc.integer({ min: -5, max: 12 }),
      y: fc.integer({ min: -3, max: 5 }),
      width: fc.integer({ min: 0, max: 14 }),
      height: fc.integer({ min: 0, max: 6 }),
    }),
    lines: fc.array(fc.array(fc.record({ text: fc.string({ unit: "grapheme" }), style: fc.constant({}) }))),
  });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
      const grid = compose({ columns: 10, rows: 4 }, pieces);
      expect(grid.text).toHaveLength(40);
      for (let y = 0; y < 4; y++) expect(grid.text[y * 10]).not.toBe("");
    }),
  );
});
