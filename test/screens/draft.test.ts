import { expect, test } from "vitest";
import { drafting, fareAgent } from "../app/drafting.ts";
import { showing } from "./stage.ts";

/** The rows that hold anything but the panes' edge. */
function used(screen: string): string {
  return `\n${screen
    .split("\n")
    .filter((row) => !/^ *[│|]? *$/.test(row))
    .join("\n")}\n`;
}

async function edited(size: { columns: number; rows: number }) {
  const made = drafting(await fareAgent());
  made.act({ type: "resize", size });
  return made.press("j e").enter("240 USD");
}

test("an edited result, at 140x40", async () => {
  const made = await edited({ columns: 140, rows: 40 });
  expect(used(showing().text(made.state))).toMatchInlineSnapshot(`
    "
     run.vcr ▸ draft of a fork                                                                    3 steps · 6k tok · recorded 01:46 · vcr trace
      fork         step 0 served from the recording, step 1 is the first    │ ── step 0a, recorded and edited ──────────────────────────────────
                   live call                                                │ /result
      live         calls openai (gpt-4o-mini) over the network and costs    │   - timeout after 200 ms
                   money                                                    │   + 240 USD
      cost         unknown (no price for gpt-4o-mini: --price MODEL=IN/OUT  │
                   gives one) for the 2 recorded calls from step 1 on       │
      tools        run for real by the agent, before step 1 too: book,      │
                   search                                                   │
    ▶ Start        not yet: which command? Enter on the line below sets it  │
      Cancel       back; the draft is kept                                  │
    * edit         step 0a /result is now 240 USD                           │
      Discard      1 edit: all as recorded again                            │
      fork at      where the first edit is seen: step 1                     │
      run by       the agent (Enter: without it, vcr asks the model and     │
                   answers tools from the recording)                        │
      model        gpt-4o-mini                                              │
      temperature  0.5                                                      │
      parameter    another one                                              │
      command      none was recorded: Enter sets it                         │
      folder       the one that vcr was started in                          │
      budget       none                                                     │
      max calls    none                                                     │
      break at     nowhere (Enter: type some)                               │
      needs        in its environment: OPENAI_API_KEY (set)                 │
     draft of a fork: nothing has started · 1 edit · live from step 1
     ? help  Enter take  J scroll  V revert  e edit  ^P commands  q back
    "
  `);
});

test("at 80x24 the edits stand below", async () => {
  const made = await edited({ columns: 80, rows: 24 });
  expect(used(showing().text(made.state))).toMatchInlineSnapshot(`
    "
     run.vcr ▸ draft of a fork        3 steps · 6k tok · recorded 01:46 · vcr trace
      fork         step 0 served from the recording, step 1 is the first live call
      live         calls openai (gpt-4o-mini) over the network and costs money
      cost         unknown (no price for gpt-4o-mini: --price MODEL=IN/OUT gives
                   one) for the 2 recorded calls from step 1 on
      tools        run for real by the agent, before step 1 too: book, search
    ▶ Start        not yet: which command? Enter on the line below sets it
      Cancel       back; the draft is kept
    * edit         step 0a /result is now 240 USD
      Discard      1 edit: all as recorded again
      fork at      where the first edit is seen: step 1
      run by       the agent (Enter: without it, vcr asks the model and answers
    ────────────────────────────────────────────────────────────────────────────────
     ── step 0a, recorded and edited ───────────────────────────────────────────────
     /result
       - timeout after 200 ms
       + 240 USD
     10 more below · draft of a fork: nothing has started · 1 edit
     ? help  Enter take  J scroll  V revert  e edit  ^P commands  q back
    "
  `);
});

test("in ASCII at 60 columns, the command selected: it is shown word by word", async () => {
  const made = await edited({ columns: 60, rows: 24 });
  made.state = { ...made.state, options: { ...made.state.options, unicode: false } };
  made.line("command").press("enter").enter("node 'my agent.js'");
  expect(used(showing().text(made.state))).toMatchInlineSnapshot(`
    "
     run.vcr + draft of a fork                 3 steps - 6k tok
      fork         step 0 served from the recording, step 1 is
                   the first live call
    * edit         step 0a /result is now 240 USD
      Discard      1 edit and what else was set: all as
                   recorded again
      fork at      where the first edit is seen: step 1
      run by       the agent (Enter: without it, vcr asks the
                   model and answers tools from the recording)
      model        gpt-4o-mini
      temperature  0.5
      parameter    another one
    > command      node 'my agent.js'
      folder       the one that vcr was started in
    ------------------------------------------------------------
     -- command, word by word ----------------------------------
     0  node
     1  my agent.js
     -- in the folder ------------------------------------------
     the one that vcr was started in
     started as it stands here, without a shell
     9 more above, 4 below
     ? help  Enter take  J scroll  V revert  e edit
    "
  `);
});

test("a value is typed where the keys stand", async () => {
  const made = drafting(await fareAgent());
  made.act({ type: "resize", size: { columns: 80, rows: 24 } });
  made.press("j e");
  expect(showing().text(made.state).split("\n").slice(-2).join("\n")).toMatchInlineSnapshot(`
    "Enter takes it, F4 opens it in $EDITOR · the recording is never changed
    0a:/result = timeout after 200 ms"
  `);
});
