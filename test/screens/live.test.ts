import { describe, expect, test } from "vitest";
import { held, tell, watching } from "../app/live-run.ts";
import { fareRun } from "./fare-run.ts";
import { showing } from "./stage.ts";

const WIDE = { columns: 120, rows: 30 };

describe("the screen of a run that is being written", () => {
  test("a call held, the agent's output below", async () => {
    const live = watching(await fareRun(), { held: [held(3, { until: 581_000 })] }, WIDE);
    tell(live, { type: "output", piece: { from: "stdout", text: "looking for fares\n" } });
    tell(live, { type: "output", piece: { from: "stderr", text: "warning: slow\n" } });
    expect(showing().text(live.state)).toMatchInlineSnapshot(`
      " run.vcr                                 RECORDING  · 1 held · 0 live · 4 steps · 2 errors · recorded 09:00 · vcr trace
         #  kind   name        time what              │ 1 Request 2 Response 3 Messages 4 Tool I/O 5 Δ 6 Raw
         0  ◆ llm  gpt-4o     400ms calls search      │ ── held before it goes out: breakpoint kind:llm ──────────────────────
         0a ⚙ tool search    ≈600ms ✗ error: timeout…✗│ ── new in this request ───────────────────────────────────────────────
         1  ◆ llm  gpt-4o      10ms ✗ error: busy, c…✗│ 4 earlier messages: 3 shows all
         2  ◆ llm  gpt-4o     400ms "No fare was fou… │ user       Yes, please.
      ▶‖ 3  ◆ llm  gpt-4o           ‖ held: no answe… │ ── answer ────────────────────────────────────────────────────────────
                                                      │ no answer yet: held before it goes out
                                                      │ openai
                                                      │
                                                      │
                                                      │
                                                      │
                                                      │
                                                      │
                                                      │
                                                      │
                                                      │
                                                      │
                                                      │
      ── agent's output ──────────────────────────────────────────────────────────────────────────────────────────────────────
       out │ looking for fares
       err │ warning: slow



       ‖ step 3 llm openai/chat gpt-4o · held before it goes out · breakpoint kind:llm · client gives up in 9:41
       a go on  e edit  . step  , more  X abort the run
       step 3 · 4 steps · turn 4 · +3.0s · no filter · following
       ? help  Enter open  f filter  / search  Tab pane  s step  P hold next  T output  X abort  d diff  r re-run  ]e error"
    `);
  });

  test("the time that its client still waits is in view at any width", async () => {
    const run = await fareRun();
    for (let columns = 60; columns <= 200; columns += 5) {
      const live = watching(run, { held: [held(3, { until: 581_000 })] }, { columns, rows: 24 });
      expect(showing().text(live.state), `${columns} columns`).toContain("9:41");
    }
  });

  test("the menu of a held call is readable at 80 columns", async () => {
    const live = watching(await fareRun(), { held: [held(3)] }, { columns: 80, rows: 24 });
    const menu = showing().text(live.press(",").state);
    expect(menu).toMatch(/Answer with a text, without calling +:answer TEXT/);
    expect(menu).toMatch(/Cut off: its connection is closed +│/);
  });

  test("too small for anything it still says that a call is held", async () => {
    const live = watching(await fareRun(), { held: [held(3)] }, { columns: 39, rows: 9 });
    expect(showing().text(live.state).trim()).toMatch(/^a call is held\s/);
  });

  test("without colours and Unicode the words are there", async () => {
    const live = watching(await fareRun(), { held: [held(3)] }, { columns: 80, rows: 24 });
    live.state = { ...live.state, options: { ...live.state.options, unicode: false, colorless: true } };
    expect(showing().text(live.state)).toMatchInlineSnapshot(`
      " run.vcr     RECORDING  - 1 held - 0 live - 4 steps - 2 errors - recorded 09:00
         #  kind   name     what          | 1 2 3 4 5 6
         0  * llm  gpt-4o   calls search  | -- held before it goes out: breakpoint ki~
         0a $ tool search   x error: tim~x| -- new in this request -------------------
         1  * llm  gpt-4o   x error: bus~x| 4 earlier messages: 3 shows all
         2  * llm  gpt-4o   "No fare was~ | user
      >H 3  * llm  gpt-4o   H held: no a~ |   Yes, please.
                                          | -- answer --------------------------------
                                          | no answer yet: held before it goes out
                                          | openai
                                          |
                                          |
                                          |
                                          |
                                          |
                                          |
                                          |
                                          |
                                          |
                                          |
       H step 3 gpt-4o - held before it goes out - breakpoint kind:llm
       a go on  e edit  . step  , more  X abort the run
       step 3 - 4 steps - turn 4 - +3.0s - no filter - following
       ? help  Enter open  f filter  / search  Tab pane  s step  P hold next"
    `);
  });
});
