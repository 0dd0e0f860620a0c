import { describe, expect, test } from "vitest";
import { app } from "../app/driver.ts";
import { fareRun } from "./fare-run.ts";
import { showing } from "./stage.ts";

const SMALL = { columns: 80, rows: 24 };
const LARGE = { columns: 140, rows: 40 };

/** The rows that hold anything but the panes' edge. */
function used(screen: string): string {
  return `\n${screen
    .split("\n")
    .filter((row) => !/^ *[│|█]? *[│|]?$/.test(row))
    .join("\n")}\n`;
}

describe("the trace screen", () => {
  test("at 80x24", async () => {
    const trace = app(await fareRun(), SMALL);
    expect(used(showing().text(trace.state))).toMatchInlineSnapshot(`
      "
       run.vcr                        4 steps · 2 errors · recorded 09:00 · vcr trace
         #  kind   name     what          │ 1 2 3 4 5 6
      ▶  0  ◆ llm  gpt-4o   calls search  │ ── conversation ──────────────────────────
         0a ⚙ tool search   ✗ error: tim…✗│ system
         1  ◆ llm  gpt-4o   ✗ error: bus…✗│   You book trips.
         2  ◆ llm  gpt-4o   "No fare was… │ user
         3  ◆ llm  gpt-4o   ◔ pending: n… │   Find a fare from Oslo to San Francisco.
                                          │ ── answer ────────────────────────────────
                                          │ assistant
                                          │ ▸ call search {q: "OSL-SFO"}
                                          │ 400ms · HTTP 200 · openai
       step 0 · 4 steps · turn 1 · +0ms · no filter
       ? help  Enter open  f filter  / search  Tab pane  s step  d diff  r re-run
      "
    `);
  });

  test("at 140x40, an error selected", async () => {
    const trace = app(await fareRun(), LARGE).press("] e");
    expect(used(showing().text(trace.state))).toMatchInlineSnapshot(`
      "
       run.vcr                                                                                    4 steps · 2 errors · recorded 09:00 · vcr trace
         #  kind   name         time what                     │ 1 Request 2 Response 3 Messages 4 Tool I/O 5 Δ 6 Raw
         0  ◆ llm  gpt-4o      400ms calls search             │ ── 0a search · ✗ error · ≈600ms ──────────────────────────────────────────────────
      ▶  0a ⚙ tool search     ≈600ms ✗ error: timeout after …✗│ ▾ arguments: {
         1  ◆ llm  gpt-4o       10ms ✗ error: busy, come bac…✗│     q: "OSL-SFO"
         2  ◆ llm  gpt-4o      400ms "No fare was found. 運…  │   }
         3  ◆ llm  gpt-4o            ◔ pending: no answer yet │ result, first seen by step 1
                                                              │ timeout after 200 ms
                                                              │ ≈600ms
       step 0a · 4 steps · turn 1 · +400ms · no filter
       ? help  Enter open  f filter  / search  Tab pane  s step  d diff  r re-run  ]e error  b break  D divergence  + zoom  e edit  v view
      "
    `);
  });

  test("the detail in focus, its messages", async () => {
    const trace = app(await fareRun(), SMALL).press("s s enter 3");
    expect(used(showing().text(trace.state))).toMatchInlineSnapshot(`
      "
       run.vcr                        4 steps · 2 errors · recorded 09:00 · vcr trace
         #  kind   name     what          │ 1 2 3 Messages 4 5 6
         0  ◆ llm  gpt-4o   calls search  │▶system
         0a ⚙ tool search   ✗ error: tim…✗│ ▸ You book trips.
         1  ◆ llm  gpt-4o   ✗ error: bus…✗│ user
      ▶  2  ◆ llm  gpt-4o   "No fare was… │   Find a fare from Oslo to San Francisco.
         3  ◆ llm  gpt-4o   ◔ pending: n… │ assistant
                                          │ ▸ call search {q: "OSL-SFO"}
                                          │ tool
                                          │ ▸ result timeout after 200 ms
                                          │ ── answer ────────────────────────────────
                                          │ assistant
                                          │   No fare was found. 運賃がありません。
                                          │   Shall I look again?
       step 2 · 4 steps · turn 3 · +2.0s · no filter · 3
       ? help  Space fold  f filter  / search  Tab pane  s step  d diff  r re-run
      "
    `);
  });

  test("a filter that cannot be read shows where", async () => {
    const trace = app(await fareRun(), SMALL)
      .press("f")
      .type("kind:tool kind:x");
    const rows = showing().text(trace.state).split("\n");
    expect(rows.slice(-2)).toMatchInlineSnapshot(`
      [
        "                       ^ kind: knows no "x"; llm, tool, memory, node, message, …",
        "filter: kind:tool kind:x",
      ]
    `);
    expect(rows[1]).toMatch(/name/);
    expect(rows.slice(2, 4).map((row) => row.slice(0, 12))).toMatchInlineSnapshot(`
      [
        "  no event m",
        "  filter, ~ ",
      ]
    `);
  });

  test("a filter that nothing matches says how to get on", async () => {
    const trace = app(await fareRun(), SMALL)
      .press("f")
      .type("tool:nothing")
      .press("enter");
    expect(showing().text(trace.state).split("\n")[2]?.slice(0, 60)).toMatchInlineSnapshot(
      `"  no event matches: f edits the     │ ── conversation ──────"`,
    );
  });

  test("with ASCII only", async () => {
    const trace = app(await fareRun(), SMALL);
    trace.state = { ...trace.state, options: { ...trace.state.options, unicode: false } };
    expect(used(showing().text(trace.state))).toMatchInlineSnapshot(`
      "
       run.vcr                        4 steps - 2 errors - recorded 09:00 - vcr trace
         #  kind   name     what          | 1 2 3 4 5 6
      >  0  * llm  gpt-4o   calls search  | -- conversation --------------------------
         0a $ tool search   x error: tim~x| system
         1  * llm  gpt-4o   x error: bus~x|   You book trips.
         2  * llm  gpt-4o   "No fare was~ | user
         3  * llm  gpt-4o   ? pending: n~ |   Find a fare from Oslo to San Francisco.
                                          | -- answer --------------------------------
                                          | assistant
                                          | + call search {q: "OSL-SFO"}
                                          | 400ms - HTTP 200 - openai
       step 0 - 4 steps - turn 1 - +0ms - no filter
       ? help  Enter open  f filter  / search  Tab pane  s step  d diff  r re-run
      "
    `);
  });

  test("too small a window", async () => {
    const trace = app(await fareRun(), { columns: 24, rows: 6 });
    expect(showing().text(trace.state).trimEnd()).toMatchInlineSnapshot(`
      "too small
      24x6, needs 40x10
      q quits"
    `);
  });

  test("help lies above it, with a frame and the keys of the pane", async () => {
    const trace = app(await fareRun(), SMALL).press("?");
    const rows = showing().text(trace.state).split("\n");
    expect(rows[1]).toMatch(/^╭─+╮$/);
    expect(rows[2]).toMatch(/^│ Keys in the list +1-\d+ of \d+ │$/);
    expect(rows[4]).toMatch(/^│ {2}j {2}Down {2}\^N +Down +│$/);
    expect(rows[22]).toMatch(/^╰─+╯$/);
  });

  test("which-key shows what can follow", async () => {
    const trace = app(await fareRun(), SMALL)
      .press("]")
      .act({ type: "which-key" });
    expect(showing().text(trace.state)).toMatch(/│ +e +Next error +│/);
  });
});
