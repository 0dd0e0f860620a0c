import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { layoutOf } from "../../src/app/layout/layout.ts";
import { type Grid, toText } from "../../src/cells/grid.ts";
import type { Rect, Size } from "../../src/cells/line.ts";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import { paint } from "../../src/terminal/painter.ts";
import { app, type Driver } from "../app/driver.ts";
import { held, tell, watching } from "../app/live-run.ts";
import { inTerminal } from "../support/in-terminal.ts";
import { type GivenRow, said } from "../support/run-of.ts";
import { sample } from "../support/samples.ts";
import { fareRun } from "./fare-run.ts";
import { showing } from "./stage.ts";

const OPTIONS = { colors: 256, sync: false } as const;
const KEYS =
  "T = , . a A P X j k G g s S u % J K { } enter esc tab space l h L H + _ - t w 1 2 3 4 5 6 0 < > F ? : / f n N ~ ctrl-d ctrl-u ctrl-p ] [ z y e q a R M backspace down up";

async function hostile() {
  const file = await openFile(sample("hostile.vcr"));
  onTestFinished(() => file.close());
  await readAll(file);
  return file.runs[0]!;
}

/** Two calls held, text that arrives, an agent that tries to drive the terminal. */
async function beingWritten(size: Size): Promise<Driver> {
  const drift = { words: "differs\u001b[2J", lines: ["- \u202eone", "+ two"] };
  const reason = { type: "drift", words: "a\u0007b" } as const;
  const live = watching(await fareRun(), { held: [held(3, { reason, drift }), held(2, { until: 60_000 })] }, size);
  const piece = { from: "stdout", text: "\u001b]0;x\u0007\u001b[2Jred\r\u009b31m\n運賃" } as const;
  return tell(live, { type: "output", piece }, { type: "chunk", step: 3, text: "so far\u001b[H" });
}

describe("what the terminal shows", () => {
  test.each([
    ["a short run", async (size: Size) => app(await fareRun(), size)],
    ["a hostile run", async (size: Size) => app(await hostile(), size)],
    ["a run that is being written", beingWritten],
  ])(
    "is what was composed, after any keys and sizes: %s",
    async (_, make) => {
      const stage = showing();
      const keys = fc.array(fc.constantFrom(...KEYS.split(" ")), { minLength: 1, maxLength: 25 });
      const sizes = fc.constantFrom({ columns: 80, rows: 24 }, { columns: 61, rows: 20 }, { columns: 140, rows: 40 });
      await fc.assert(
        fc.asyncProperty(keys, sizes, sizes, async (pressed, first, second) => {
          const trace = await make(first);
          const screen = inTerminal(first);
          let shown: Grid | null = null;
          await screen.feed("\x1b[?7l");
          const show = async (): Promise<void> => {
            const grid = stage.grid(trace.state);
            const bytes = paint(shown, grid, OPTIONS);
            expect(bytes).not.toMatch(/\x1b\[[23]?J|\x1b\]|[\x80-\x9f\u202a-\u202e\u2066-\u2069]/);
            expect(bytes.replaceAll(/\x1b\[[?\d;]*[A-Za-z]/g, "")).not.toMatch(/[\x00-\x1f\x7f]/);
            await screen.feed(bytes);
            shown = grid;
          };
          await show();
          for (const [n, key] of pressed.entries()) {
            trace.press(key);
            if (n === 10) {
              trace.act({ type: "resize", size: second });
              screen.resize(second);
              shown = null;
            }
            await show();
          }
          const rows = screen.screen().split("\n");
          expect(rows.map((row) => row.trimEnd()).join("\n")).toBe(toText(stage.grid(trace.state)));
          screen.dispose();
        }),
        { numRuns: 8 },
      );
    },
    60_000,
  );
});

/** Bytes that bring `before` to `after` when only the cells of `rects` may differ. */
function bytesWithin(before: Grid, after: Grid, rects: readonly Rect[]): number {
  const inside = (cell: number): boolean => {
    const [x, y] = [cell % after.columns, Math.floor(cell / after.columns)];
    return rects.some((rect) => x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height);
  };
  const text = after.text.map((cluster, cell) => (inside(cell) ? cluster : before.text[cell]!));
  const style = after.style.map((id, cell) => (inside(cell) ? id : before.style[cell]!));
  return Buffer.byteLength(paint(before, { ...after, text, style }, OPTIONS));
}

describe("a cursor key at 140x40", () => {
  test("costs at most 500 bytes inside list, status and minimap, and never clears", () => {
    const rows = Array.from(
      { length: 300 },
      (_, n): GivenRow => ({
        kind: n % 3 === 0 ? "llm" : "tool",
        name: n % 3 === 0 ? "claude-haiku-4-5" : "search_flights",
        status: n % 7 === 0 ? "error" : "ok",
        durationMs: 100 + n,
        at: 1_764_421_522_101 + n * 1000,
        tokens: { in: 1000 + n, out: n },
        what: `from="OSL" to="SFO" date="2026-05-${n}" with a text that is cut at the edge of its column`,
        messages: [said("user", `message ${n}`)],
      }),
    );
    const stage = showing();
    const trace = app(rows, { columns: 140, rows: 40 });
    const { list, status, minimap } = layoutOf(trace.state);
    const rects = [list, status, minimap].filter((rect) => rect !== undefined);
    let before = stage.grid(trace.state);
    // Inside the list; scrolling rewrites every row of it and is not meant.
    for (let n = 0; n < 25; n++) {
      trace.press(n < 20 ? "down" : "up");
      const after = stage.grid(trace.state);
      expect(bytesWithin(before, after, rects)).toBeLessThanOrEqual(500);
      expect(paint(before, after, OPTIONS)).not.toMatch(/\x1b\[[23]?J/);
      before = after;
    }
    expect(trace.step).toBe("15");
  });

  test("that changes nothing costs nothing", () => {
    const stage = showing();
    const trace = app([{ kind: "llm" }], { columns: 140, rows: 40 });
    const before = stage.grid(trace.state);
    expect(paint(before, stage.grid(trace.press("k").state), OPTIONS)).toBe("");
  });
});
