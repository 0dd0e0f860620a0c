import { expect, test } from "vitest";
import { overviewListLines } from "../../components/overview-list.tsx";
import { overviewLines } from "../../src/app/selectors/overview.ts";
import { OverviewScan } from "../../src/stats/overview.ts";
import type { Prices } from "../../src/stats/prices.ts";
import { glyphsFor } from "../../src/theme/glyphs.ts";
import { themes } from "../../src/theme/theme.ts";
import { type GivenRow, RunOf } from "../support/run-of.ts";
import { app, type Driver } from "./driver.ts";

const PRICES: Prices = { shown: true, ratesOf: () => ({ in: 1, out: 10, cacheRead: 0.1, cacheWrite: 1 }) };
const ROWS: readonly GivenRow[] = [
  { kind: "llm", name: "m-1", durationMs: 900, tokens: { in: 10_000, out: 100 }, what: "calls search" },
  { kind: "tool", step: "0a", name: "search", durationMs: 200, status: "error", what: "timeout" },
  { kind: "llm", step: "1", name: "m-1", durationMs: 400, tokens: { in: 20_000, cacheRead: 15_000, out: 50 } },
];

function opened(): Driver {
  const driver = app(new RunOf(ROWS)).act({ type: "ability", prices: PRICES }).press("!");
  return sum(driver);
}

/** What the runner of effects does. */
function sum(driver: Driver): Driver {
  expect(driver.effects.at(-1)).toEqual({ type: "overview" });
  const scan = new OverviewScan(driver.state.run, driver.state.prices);
  scan.advance(Number.POSITIVE_INFINITY);
  return driver.act({ type: "overview", overview: scan.overview, rows: scan.scanned });
}

function screen({ state }: Driver, height = 30): string {
  const look = { theme: themes.mono, glyphs: glyphsFor(state.options.unicode) };
  const top = state.overlays.at(-1);
  const lines = overviewListLines({
    look,
    lines: overviewLines(state) ?? [],
    selected: top?.type === "overview" ? top.selected : 0,
    width: 72,
    height,
  });
  return lines
    .map((line) =>
      line
        .map((span) => span.text)
        .join("")
        .trimEnd(),
    )
    .join("\n");
}

test("says what the run comes to", () => {
  expect(screen(opened())).toMatchInlineSnapshot(`
    "  steps                     2
    ▶ errors                    1
      time in calls             1.3s
      tokens                    30k in, 150 out
      cache                     at least 50% of input read from a cache
      cost                      $0.018 (estimated)
                                input $0.015 · cache read $0.0015 · output …
     models
      m-1                       2 calls · 30k in, 150 out · 1.3s · $0.018
     tools
      search                    1 call · 1 error · 200ms
     slowest
      900ms                     0  llm m-1  calls search
      400ms                     1  llm m-1
      200ms                     0a  tool search  timeout
     dearest
      $0.011                    0  llm m-1  calls search
      $0.0070                   1  llm m-1
     errors
      once                      0a  tool search  timeout
     input of each call, over time
      main                      ▄█  10k to 20k, most 20k at step 1
     most input that no cache had
      10k                       0  llm m-1  calls search
      5k                        1  llm m-1"
  `);
});

test("Enter goes to the step of the line, Ctrl-O back", () => {
  const driver = opened().press("G enter");
  expect([driver.step, driver.state.overlays.length]).toEqual(["1", 0]);
  expect(driver.press("ctrl-o").step).toBe("0");
});

test("a step that the filter hides is shown, the filter kept", () => {
  const driver = app(new RunOf(ROWS)).press("f").type("kind:tool").press("enter !");
  sum(driver).press("j enter");
  expect([driver.step, driver.state.filter.off, driver.state.filter.text]).toEqual(["0", true, "kind:tool"]);
});

test("closes by the key that opened it, and by Esc", () => {
  expect(opened().press("!").state.overlays).toEqual([]);
  expect(opened().press("esc").state.overlays).toEqual([]);
});

test("is made anew when the run has grown", () => {
  const run = new RunOf(ROWS);
  const driver = sum(app(run).press("!"));
  const asked = driver.effects.length;
  driver.act({ type: "rows" });
  expect(driver.effects.length).toBe(asked);
  run.add({ kind: "llm", name: "m-2" });
  driver.act({ type: "rows" });
  expect(driver.effects.slice(asked)).toEqual([{ type: "overview" }]);
});

test("the cursor stays in view on a low screen", () => {
  const lines = screen(opened().press("G"), 4).split("\n");
  expect(lines).toHaveLength(4);
  expect(lines.some((line) => line.startsWith("▶"))).toBe(true);
});

test("prices that arrive late apply a filter by cost again", () => {
  const driver = app(new RunOf(ROWS)).press("f").type("cost>0.0001").press("enter");
  expect(driver.state.filter.rows).toEqual([]);
  driver.act({ type: "ability", prices: PRICES });
  expect(driver.state.filter.rows).toHaveLength(2);
});
