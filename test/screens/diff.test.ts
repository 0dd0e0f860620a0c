import { describe, expect, test } from "vitest";
import { comparison } from "../app/comparison.ts";
import { showing } from "./stage.ts";

const SMALL = { columns: 80, rows: 24 };
const LARGE = { columns: 140, rows: 40 };

/** The rows that hold anything but the panes' edge. */
function used(screen: string): string {
  return `\n${screen
    .split("\n")
    .filter((row) => !/^ *[│|]? *$/.test(row))
    .join("\n")}\n`;
}

describe("the screen of a comparison", () => {
  test("at 80x24", async () => {
    expect(used(showing().text((await comparison(SMALL)).state))).toMatchInlineSnapshot(`
      "
       run.vcr ▸ beside run.vcr                  3 steps · recorded 01:46 · vcr trace
       first divergence: step 1 (A) / 1 (B)
       the model answered the same request differently; call book has other arguments
       =  0  0  llm   gpt-4… calls sea…│ same request, different answer
       = 0a 0a  tool  search q="SFO"   │ ── in the answer ────────────────────────────
      ▶~  1  1  llm   gpt-4… calls book│ /tool_calls/0/function/arguments
       ~ 1a 1a  tool  book   flight="U…│   - {"flight":"UA 12"}
       +     2  llm   gpt-4… calls sea…│   + {"flight":"UA 99"}
       +    2a  tool  search q="hotels"│
       ~  2  3  llm   gpt-4… "Your fli…│
       row 3 of 7 · 1 equal · 2 changed · 1 added · inline
       ? help  n next  Enter open A  o open B  J scroll  | mode  = equal  ^W noise
      "
    `);
  });

  test("at 140x40, side by side, equal steps folded away, the pair in focus", async () => {
    const app = (await comparison(LARGE)).press("n | = tab j esc");
    expect(used(showing().text(app.state))).toMatchInlineSnapshot(`
      "
       run.vcr ▸ beside run.vcr                                                                              3 steps · recorded 01:46 · vcr trace
       first divergence: step 1 (A) / 1 (B)
       the model answered the same request differently; call book has other arguments
       …  0  0                    1 equal                       │ different arguments and result
       = 0a 0a  tool  search      q="SFO"                       │▶── in the arguments ────────────────────────────────────────────────────────────
      ★~  1  1  llm   gpt-4o-mini calls book                    │ /args/flight
      ▶~ 1a 1a  tool  book        flight="UA 12"                │   UA 12                                 ┃ UA 99
       +     2  llm   gpt-4o-mini calls search                  │ ── in the result ───────────────────────────────────────────────────────────────
       +    2a  tool  search      q="hotels"                    │ /result
       ~  2  3  llm   gpt-4o-mini "Your flight UA 12 is booked."│   booked UA 12                          ┃ booked UA 99
       row 4 of 7 · 1 equal · 2 changed · 1 added · side by side · 1 equal around
       ? help  n next  Enter open A  o open B  J scroll  | mode  = equal  ^W noise  Tab pane  f filter  / search  D divergence  v view
      "
    `);
  });

  test("filtered, searched, at 60 columns one above the other", async () => {
    const app = (await comparison({ columns: 60, rows: 24 })).press("f").type("diff:added").press("enter /");
    app.type("hotels").press("enter");
    expect(used(showing().text(app.state))).toMatchInlineSnapshot(`
      "
       run.vcr ▸ beside run.vcr          3 steps · recorded 01:46
       first divergence: step 1 (A) / 1 (B)
       the model answered the same request differently; call book…
       +     2  llm   gpt-4o-mini  calls search
      ▶+    2a  tool  search       q="hotels"
      ────────────────────────────────────────────────────────────
       only in B
       ── 2a search · ok · ≈500ms ────────────────────────────────
       ▾ arguments: {
           q: "hotels"
         }
       result, first seen by step 3
       fares for hotels
       ≈500ms
       row 6 of 7 · filter: diff:added · /hotels  1/2
       ? help  n next  Enter open A  o open B  J scroll  | mode
      "
    `);
  });

  test("a filter that leaves nothing says so", async () => {
    const app = (await comparison(SMALL)).press("f").type("tool:nothing").press("enter");
    expect(showing().text(app.state)).toContain("no row matches");
  });

  test("while the runs are compared it says how far it is", async () => {
    const app = await comparison(SMALL);
    const { a, b } = app.state.diff!;
    app.act({ type: "comparing", a, b }).act({ type: "compared", progress: 0.42, result: null });
    expect(showing().text(app.state)).toContain("comparing 42%, Esc gives up");
  });
});
