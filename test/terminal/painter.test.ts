import fc from "fast-check";
import { expect, test } from "vitest";
import { compose, type Grid, type Piece } from "../../src/cells/grid.ts";
import { type Line, type Style, span } from "../../src/cells/line.ts";
import { styleId } from "../../src/cells/style-table.ts";
import { paint } from "../../src/terminal/painter.ts";
import { inTerminal } from "../support/in-terminal.ts";

const PLAIN_PAINT = { colors: "true", sync: false } as const;
const NO_WRAP = "\x1b[?7l";

function screenOf(rows: string[], columns = 20, cursor: { x: number; y: number } | null = null): Grid {
  const size = { columns, rows: rows.length };
  const lines: Line[] = rows.map((row) => [span(row)]);
  return compose(size, [{ rect: { x: 0, y: 0, width: columns, height: rows.length }, lines }], cursor);
}

const style: fc.Arbitrary<Style> = fc.oneof(
  fc.constant({}),
  fc.record(
    {
      fg: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom("#ff8800" as const, "#010203" as const)),
      bg: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constant("#00ff7f" as const)),
      bold: fc.boolean(),
      dim: fc.boolean(),
      italic: fc.boolean(),
      underline: fc.boolean(),
      inverse: fc.boolean(),
      strike: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
);
const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "│", "é", "漢", "한", "n\u0303"), maxLength: 16 });
const piece: fc.Arbitrary<Piece> = fc.record({
  rect: fc.record({
    x: fc.integer({ min: -2, max: 12 }),
    y: fc.integer({ min: 0, max: 4 }),
    width: fc.integer({ min: 0, max: 16 }),
    height: fc.integer({ min: 0, max: 5 }),
  }),
  lines: fc.array(fc.array(fc.record({ text, style }), { maxLength: 3 }), { maxLength: 5 }),
});
const size = fc.record({ columns: fc.constantFrom(1, 7, 16), rows: fc.constantFrom(1, 4, 6) });
const frame = fc.record({ pieces: fc.array(piece, { maxLength: 3 }), resize: fc.option(size, { freq: 5 }) });

/** Cells that show something else than the grid says. */
function wrongCells(terminal: ReturnType<typeof inTerminal>, grid: Grid): string[] {
  const wrong: string[] = [];
  for (let y = 0; y < grid.rows; y++) {
    for (let x = 0; x < grid.columns; x++) {
      const cell = terminal.cell(x, y);
      const at = y * grid.columns + x;
      const styled = cell.text === "" || styleId(cell.style) === grid.style[at];
      if (cell.text !== grid.text[at] || !styled) wrong.push(`${x},${y} ${JSON.stringify(cell)}`);
    }
  }
  return wrong;
}

test("what is painted is what was composed, for any sequence of frames and sizes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 5 }), fc.boolean(), async (frames, sync) => {
      let now = { columns: 16, rows: 6 };
      const terminal = inTerminal(now);
      await terminal.feed(`${NO_WRAP}left over from before\r\nmore of it`);
      let prev: Grid | null = null;
      for (const { pieces, resize } of frames) {
        now = resize ?? now;
        terminal.resize(now);
        const next = compose(now, pieces);
        await terminal.feed(paint(prev, next, { colors: "true", sync }));
        expect(wrongCells(terminal, next)).toEqual([]);
        prev = next;
      }
      terminal.dispose();
    }),
    { numRuns: 150 },
  );
});

test("a cluster of unsure width moves nothing that stands behind it", async () => {
  const unsure = fc.array(fc.constantFrom("👨‍👩‍👧", "🇳🇴", "👍🏽", "❤️", "1️⃣", "x", "漢"), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(unsure, { minLength: 2, maxLength: 4 }), async (rows) => {
      const terminal = inTerminal({ columns: 20, rows: 1 });
      await terminal.feed(NO_WRAP);
      let prev: Grid | null = null;
      for (const clusters of rows) {
        const pieces = [
          { rect: { x: 0, y: 0, width: 10, height: 1 }, lines: [[span(clusters.join(""))]] },
          { rect: { x: 10, y: 0, width: 10, height: 1 }, lines: [[span("│neighbour")]] },
        ];
        const next = compose({ columns: 20, rows: 1 }, pieces);
        await terminal.feed(paint(prev, next, PLAIN_PAINT));
        for (let x = 10; x < 20; x++) expect(terminal.cell(x, 0).text).toBe(next.text[x]);
        prev = next;
      }
      terminal.dispose();
    }),
    { numRuns: 60 },
  );
});

test("an equal frame costs nothing", () => {
  const rows = ["one", "two"];
  expect(paint(screenOf(rows), screenOf(rows), { colors: "true", sync: true })).toBe("");
});

test("one changed cell is one move and one character", () => {
  expect(paint(screenOf(["abc", "def"]), screenOf(["abc", "dXf"]), PLAIN_PAINT)).toBe("\x1b[2;2HX");
});

test("a frame is wrapped for synchronised output when asked", () => {
  const bytes = paint(screenOf(["a"]), screenOf(["b"]), { colors: "true", sync: true });
  expect(bytes).toBe("\x1b[?2026h\x1b[Hb\x1b[?2026l");
});

test("a whole repaint erases row by row, never the screen", () => {
  expect(paint(null, screenOf(["ab", "cd"], 4), PLAIN_PAINT)).toBe("\x1b[Hab\x1b[K\x1b[2Hcd\x1b[K\x1b[?25l");
});

test("a full last row does not scroll the screen", async () => {
  const terminal = inTerminal({ columns: 4, rows: 2 });
  await terminal.feed(NO_WRAP + paint(null, screenOf(["abcd", "efgh"], 4), PLAIN_PAINT));
  expect(terminal.screen()).toBe("abcd\nefgh");
});

test("the cursor is shown where the grid has it and hidden while cells change", async () => {
  const before = screenOf(["abc"], 5, { x: 1, y: 0 });
  expect(paint(screenOf(["abc"], 5), before, PLAIN_PAINT)).toBe("\x1b[1;2H\x1b[?25h");
  expect(paint(before, screenOf(["abX"], 5, { x: 2, y: 0 }), PLAIN_PAINT)).toBe(
    "\x1b[?25l\x1b[1;3HX\x1b[1;3H\x1b[?25h",
  );
  expect(paint(before, screenOf(["abc"], 5), PLAIN_PAINT)).toBe("\x1b[?25l");
});

test("without colours the other attributes stay", () => {
  const styled = compose({ columns: 3, rows: 1 }, [
    { rect: { x: 0, y: 0, width: 3, height: 1 }, lines: [[span("abc", { fg: 1, bg: "#102030", inverse: true })]] },
  ]);
  expect(paint(screenOf([""], 3), styled, { colors: "none", sync: false })).toBe("\x1b[H\x1b[7mabc\x1b[m");
});

test("colours are reduced to what the terminal takes", () => {
  const styled = compose({ columns: 1, rows: 1 }, [
    { rect: { x: 0, y: 0, width: 1, height: 1 }, lines: [[span("x", { fg: "#ff8800", bg: 9 })]] },
  ]);
  const bytes = (colors: 16 | 256 | "true") => paint(screenOf([""], 1), styled, { colors, sync: false });
  expect(bytes("true")).toBe("\x1b[H\x1b[38;2;255;136;0;101mx\x1b[m");
  expect(bytes(256)).toBe("\x1b[H\x1b[38;5;208;101mx\x1b[m");
  expect(bytes(16)).toBe("\x1b[H\x1b[33;101mx\x1b[m");
});

test("no text puts a control byte of its own on the terminal", () => {
  const ours = /\x1b\[(?:\d*(?:;\d*)*[HmC]|K|\?25[lh]|\?2026[hl])/g;
  const hostile = fc.string({
    unit: fc.oneof(
      fc.constantFrom("\x1b", "\x9b", "\x07", "]52;c;", "[2J", "\r", "\n", "\0"),
      fc.string({ unit: "binary" }),
    ),
  });
  fc.assert(
    fc.property(hostile, hostile, (a, b) => {
      for (const bytes of [
        paint(null, screenOf([a, b]), { colors: 16, sync: true }),
        paint(screenOf([a, b]), screenOf([b, a]), { colors: 16, sync: true }),
      ]) {
        expect(bytes.replace(ours, "")).not.toMatch(/[\0-\x1f\x7f-\x9f\u202a-\u202e]/);
      }
    }),
    { numRuns: 300 },
  );
});

test("moving the cursor row in a list of 140x40 costs at most 500 bytes", () => {
  const list = (selected: number): Grid => {
    const lines = Array.from({ length: 40 }, (_, y): Line => {
      const mark = y === selected ? "▶" : " ";
      const row = `${mark} ${String(y).padStart(4)}  ◆ llm   gpt-4o-mini   1.8s  2.1k→312   calls search`.padEnd(140);
      return [span(row, y === selected ? { inverse: true } : {})];
    });
    return compose({ columns: 140, rows: 40 }, [{ rect: { x: 0, y: 0, width: 140, height: 40 }, lines }]);
  };
  const bytes = Buffer.byteLength(paint(list(10), list(11), { colors: 256, sync: true }));
  expect(bytes).toBeLessThanOrEqual(500);
});
