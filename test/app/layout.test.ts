import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { layoutOf, listHeight, type ScreenLayout } from "../../src/app/layout/layout.ts";
import { liveState } from "../../src/app/live/live-state.ts";
import type { Layout, PaneName } from "../../src/app/state.ts";
import type { Rect } from "../../src/cells/line.ts";
import { NO_RUN } from "../../src/run/no-run.ts";
import { app } from "./driver.ts";
import { held, hello } from "./live-run.ts";

const NOT_LIVE = { live: null, run: NO_RUN };

function rects(layout: ScreenLayout): readonly Rect[] {
  const { header, list, divider, tabs, detail, minimap, output, held, status, hints } = layout;
  return [header, list, divider, tabs, detail, minimap, output, held, status, hints].filter(
    (rect) => rect !== undefined,
  );
}

/** How often each cell of the screen is covered. */
function cover(columns: number, rows: number, layout: ScreenLayout): Uint8Array {
  const cells = new Uint8Array(columns * rows);
  for (const { x, y, width, height } of rects(layout)) {
    for (let dy = 0; dy < height; dy++) for (let dx = 0; dx < width; dx++) cells[(y + dy) * columns + x + dx]!++;
  }
  return cells;
}

describe("rectangles", () => {
  test("tile the screen at every size, layout, zoom and focus: no gap, no overlap, none empty or outside", () => {
    const layouts = fc.record({
      columns: fc.integer({ min: 40, max: 260 }),
      rows: fc.integer({ min: 10, max: 90 }),
      layout: fc.constantFrom<Layout>("auto", "side", "stacked", "single"),
      zoom: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
      focus: fc.constantFrom<PaneName>("list", "detail"),
    });
    fc.assert(
      fc.property(layouts, ({ columns, rows, layout, zoom, focus }) => {
        const made = layoutOf({ ...NOT_LIVE, size: { columns, rows }, window: { layout, zoom }, focus });
        for (const { x, y, width, height } of rects(made)) {
          expect(x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= columns && y + height <= rows).toBe(true);
        }
        expect(cover(columns, rows, made).every((count) => count === 1)).toBe(true);
        expect(made[focus]).toBeDefined();
        expect(listHeight(made)).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  test("tile it too with a held call and the agent's output, and leave the list a row", () => {
    const layouts = fc.record({
      columns: fc.integer({ min: 40, max: 260 }),
      rows: fc.integer({ min: 10, max: 90 }),
      layout: fc.constantFrom<Layout>("auto", "side", "stacked", "single"),
      zoom: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
      focus: fc.constantFrom<PaneName>("list", "detail"),
      calls: fc.integer({ min: 0, max: 2 }),
      open: fc.boolean(),
      focused: fc.boolean(),
    });
    fc.assert(
      fc.property(layouts, ({ columns, rows, layout, zoom, focus, calls, open, focused }) => {
        const said = liveState(hello({ held: Array.from({ length: calls }, (_, id) => held(id)) }), NO_RUN.path);
        const live = { ...said, pane: { open, focused: open && focused, top: null } };
        const made = layoutOf({ size: { columns, rows }, window: { layout, zoom }, focus, run: NO_RUN, live });
        for (const { x, y, width, height } of rects(made)) {
          expect(x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= columns && y + height <= rows).toBe(true);
        }
        expect(cover(columns, rows, made).every((count) => count === 1)).toBe(true);
        expect(made.held !== undefined).toBe(calls > 0);
        if (!(open && focused && zoom === 2)) expect(made[focus]).toBeDefined();
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    [140, "side"],
    [120, "side"],
    [119, "side"],
    [80, "side"],
    [79, "stacked"],
    [60, "stacked"],
    [59, "single"],
    [40, "single"],
  ])("%i columns are laid out %s", (columns, arrangement) => {
    const layout = layoutOf({
      ...NOT_LIVE,
      size: { columns, rows: 30 },
      window: { layout: "auto", zoom: 0 },
      focus: "list",
    });
    expect(layout.arrangement).toBe(arrangement);
  });

  test("the list has 40 of 100 from 120 columns on, 45 below", () => {
    const width = (columns: number) => {
      const { list } = layoutOf({
        ...NOT_LIVE,
        size: { columns, rows: 30 },
        window: { layout: "auto", zoom: 0 },
        focus: "list",
      });
      return (list?.width ?? 0) + 1;
    };
    expect([width(200), width(120), width(100), width(80)]).toEqual([80, 48, 45, 36]);
  });

  test.each([
    [39, 30],
    [80, 9],
    [1, 1],
  ])("%ix%i is too small for any", (columns, rows) => {
    const layout = layoutOf({
      ...NOT_LIVE,
      size: { columns, rows },
      window: { layout: "auto", zoom: 0 },
      focus: "list",
    });
    expect(layout).toEqual({ small: true, arrangement: "single" });
  });
});

describe("the window", () => {
  const rows = Array.from({ length: 200 }, () => ({ kind: "llm" as const }));

  test("+ zooms to most, to all and back; _ the other way", () => {
    const trace = app(rows);
    const widths = ["+", "+", "+", "_"].map((key) => layoutOf(trace.press(key).state).list?.width);
    expect(widths).toEqual([83, 119, 47, 119]);
  });

  test("Tab changes the pane; alone on the screen it is the one that shows", () => {
    const trace = app(rows, { columns: 50, rows: 20 });
    expect(layoutOf(trace.state).detail).toBeUndefined();
    trace.press("tab");
    expect([layoutOf(trace.state).list, trace.state.focus]).toEqual([undefined, "detail"]);
  });

  test("- goes through the layouts and says which", () => {
    const trace = app(rows);
    const seen = ["-", "-", "-", "-"].map((key) => trace.press(key).toast);
    expect(seen).toEqual(["layout: side", "layout: stacked", "layout: single", "layout: auto"]);
  });

  test("resizing keeps the selected row, at its place of the screen where that can be", () => {
    const trace = app(rows).press("1 0 0 G z z");
    const { offset } = trace.state.list;
    trace.act({ type: "resize", size: { columns: 90, rows: 50 } });
    expect([trace.step, trace.state.list.offset]).toEqual(["100", offset]);
    trace.act({ type: "resize", size: { columns: 40, rows: 10 } });
    expect(trace.step).toBe("100");
    // Ten rows leave seven for the panes, six for events; two stay below the cursor.
    expect(trace.state.list.offset).toBe(3);
  });

  test("no sequence of sizes loses the row or leaves it outside", () => {
    const sizes = fc.array(
      fc.record({ columns: fc.integer({ min: 1, max: 200 }), rows: fc.integer({ min: 1, max: 80 }) }),
    );
    fc.assert(
      fc.property(fc.nat(199), sizes, (start, storm) => {
        const trace = app(rows).act({ type: "command", id: "move.step", argument: String(start) });
        for (const size of storm) {
          trace.act({ type: "resize", size });
          expect(trace.step).toBe(String(start));
          const height = listHeight(layoutOf(trace.state));
          if (!layoutOf(trace.state).small) expect(trace.state.list.offset).toBeLessThan(height);
          expect(trace.state.list.offset).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 50 },
    );
  });
});
