import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { launch } from "../support/pty.ts";
import { sample } from "../support/samples.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { open, selected, waitStep } from "./open.ts";

const ROOT = join(import.meta.dirname, "../..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");

/** A sentence of the README, word for word: when it changes, the journey has to. */
function says(words: string): void {
  expect(README).toContain(words);
}

describe("the first ten minutes, as the README tells them", () => {
  test("Two commands", async () => {
    says("npm start                     # in a clone: installs, builds, opens a sample run");
    const home = tempFolder();
    const env = { HOME: home, XDG_STATE_HOME: join(home, "state") };
    const first = launch([join(ROOT, ".build/start.mjs")], { env, cwd: ROOT, command: [process.execPath] });
    await first.waitText("tool-error.vcr");
    await first.waitText("14 steps");
    first.press("q");
    expect((await first.waitExit()).exitCode).toBe(0);

    says("npm start -- session.jsonl    # opens yours");
    const session = join(ROOT, "test/fixtures/claude-code/session.jsonl");
    const yours = launch([join(ROOT, ".build/start.mjs"), session], { env, cwd: ROOT, command: [process.execPath] });
    await yours.waitText("Claude Code session");
    yours.press("q");
    expect((await yours.waitExit()).exitCode).toBe(0);

    says("vcr show run.vcr | less       # one line an event");
    const shown = launch(["show", sample("hello.vcr")], { cols: 120, env });
    await shown.waitExit();
    expect(shown.screen()).toMatch(/^ +0a ⚙ tool /m);
    says("vcr stats run.vcr             # counts, errors, time, tokens, cost");
    const counted = launch(["stats", sample("hello.vcr")], { cols: 120, env });
    await counted.waitExit();
    expect(counted.screen()).toMatch(/^errors +0/m);
  });

  test("A screenful", async () => {
    says("`vcr sample-traces/tool-error.vcr#4`, a travel agent whose tool timed out:");
    const app = await open([`${sample("tool-error.vcr")}#4`], { cols: 112, rows: 26 });
    await waitStep(app, "4");
    says("`1` to `6` show request, response, conversation, tool input and output, the difference to the previous call");
    app.press("1");
    await app.waitText("POST https://api.anthropic.com/v1/messages");
    app.press("2");
    await app.waitText("stop_reason");
    app.press("3");
    await app.waitText("assistant");
    app.press("4");
    await app.waitText("get_fare");
    app.press("5");
    await app.waitText("against step 3:");
    app.press("6");
    await app.waitText("event: message_start");
  });

  test("Finding the step: from place to place", async () => {
    const app = await open([sample("tool-error.vcr")]);
    says("`]e` and `[e` go from error to error");
    app.press("] e");
    await waitStep(app, "3a");
    app.press("] e");
    await waitStep(app, "4a");
    app.press("[ e");
    await waitStep(app, "3a");
    says("`s` and `S` from model call to model call");
    app.press("s");
    await waitStep(app, "4");
    app.press("S");
    await waitStep(app, "3");
    says("`]t` `[t` from tool to tool");
    app.press("] t");
    await waitStep(app, "3a");
    app.press("[ t");
    await waitStep(app, "2a");
    says("`%` from a tool call to the call that read its result");
    app.press("%");
    await waitStep(app, "3");
    says("`u` up to what asked for it");
    app.press("j u");
    await waitStep(app, "3");
    says("`42G` or `:42` goes to step 42, `Ctrl-O` back");
    app.press("1 2 G");
    await waitStep(app, "12");
    app.press(":");
    app.type("9a");
    app.press("enter");
    await waitStep(app, "9a");
    app.press("ctrl-o");
    await waitStep(app, "12");
  });

  test("Finding the step: filter and search", async () => {
    const app = await open([sample("tool-error.vcr")]);
    says("`f` filters while you type: `kind:tool dur>5s`, `~e | status:4xx`, `model:/haiku|sonnet/ -tool:bash`");
    app.press("f");
    app.type("~e | status:4xx");
    await app.waitText("4 of 27 rows");
    app.press("ctrl-u");
    app.type("kind:tool dur>5s");
    await app.waitText("0 of 27 rows");
    app.press("ctrl-u");
    app.type("model:/haiku|sonnet/ -tool:bash");
    await app.waitText("14 of 27 rows");
    app.press("enter");
    says("`~` switches the filter off and on");
    app.press("~");
    await app.waitText("(off)");
    app.press("~");
    await app.waitGone("(off)");
    says("Tab completes, the arrow keys bring old filters back");
    app.press("f ctrl-u");
    app.type("kind:to");
    app.press("tab");
    await app.waitText(/^filter: kind:tool/m);
    app.press("ctrl-u up");
    await app.waitText(/^filter: model:\/haiku/m);
    app.press("ctrl-u enter");
    await app.waitText("no filter");

    says("`/` searches everything the run holds");
    app.press("/");
    app.type("fare mismatch");
    app.press("enter");
    await waitStep(app, "9a");
    says("`n` and `N` go on");
    const first = selected(app);
    app.press("n");
    await app.waitText("/fare mismatch");
    app.press("N");
    await waitStep(app, first);
  });

  test("Finding the step: in the detail", async () => {
    says("`Enter` goes into the detail, where `Space` folds, `y` copies (`yy` value, `yp` JSON pointer, `yr` request");
    const app = await open([`${sample("tool-error.vcr")}#9a`]);
    app.press("enter j");
    await app.waitText("▾ arguments");
    app.press("space");
    await app.waitText("▸ arguments");
    app.press("y y");
    await app.waitText("copied the value");
    app.press("space j y p");
    await app.waitText("copied the path");
    says("`!` is the overview");
    app.press("!");
    await app.waitText("slowest");
    app.press("esc");
    await app.waitGone("slowest");
    says("`F` follows a run that is still being written. `?` lists the keys, `Ctrl-P` finds a command by its name.");
    app.press("F");
    await app.waitText("following the end");
    app.press("?");
    await app.waitText("Keys in");
    app.press("q ctrl-p");
    await app.waitText("Commands");
    app.type("theme");
    await app.waitText("▶ Theme");
  });
});
