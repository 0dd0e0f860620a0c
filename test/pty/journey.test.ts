import { describe, expect, test } from "vitest";
import { sample } from "../support/samples.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { open, selected, waitStep } from "./open.ts";

describe("a way through a run", () => {
  test("open, step, fold, filter, search, zoom, copy, quit", async () => {
    const path = sample("tool-error.vcr");
    const app = await open([path]);
    expect(app.altScreen()).toBe(true);
    expect(app.row(2)).toMatch(/^▶ {2}0 {2}◆ llm/);

    app.press("s s");
    await waitStep(app, "2");
    app.press("] e");
    await waitStep(app, "3a");
    expect(app.screen()).toContain("3a get_fare · ✗ error");

    app.press("enter j");
    await app.waitText("▾ arguments");
    app.press("space");
    await app.waitText("▸ arguments");

    app.press("esc f");
    app.type("kind:tool status:error");
    await app.waitText("3 of 27 rows");
    app.press("enter");
    await app.waitText("filter: kind:tool status:error");

    app.press("/");
    app.type("not bookable");
    app.press("enter");
    await waitStep(app, "9a");

    app.press("+ +");
    await app.waitGone("1 Request");
    app.press("+");
    await app.waitText("1 Request");

    const before = app.mark();
    app.press("y l");
    await app.waitText("copied the link");
    const link = Buffer.from(`${path}#9a`).toString("base64");
    expect(app.outputSince(before)).toContain(`\x1b]52;c;${link}\x07`);

    app.press("q");
    expect(await app.waitExit()).toEqual({ exitCode: 0, signal: 0 });
    expect(app.altScreen()).toBe(false);
    expect(app.cursorHidden()).toBe(false);
  });

  test("arrows, Enter, Esc and Tab alone walk through it, and Esc never quits", async () => {
    const app = await open([sample("hello.vcr")]);
    app.press("down");
    await waitStep(app, "0a");
    app.press("right");
    await app.waitText("Space fold");
    app.press("left left");
    await app.waitText("Enter open");
    app.press("tab");
    await app.waitText("Space fold");
    app.press("esc esc esc esc down");
    await waitStep(app, "1");
    app.press("q");
    expect((await app.waitExit()).exitCode).toBe(0);
  });

  test("the palette finds a command by its name and runs it", async () => {
    const app = await open([sample("tool-error.vcr")]);
    app.press("ctrl-p");
    await app.waitText("Commands");
    app.type("next err");
    await app.waitText(/Next error/);
    app.press("enter");
    await waitStep(app, "3a");
  });

  test("help lists the keys of the pane and closes with its own key", async () => {
    const app = await open([sample("hello.vcr")]);
    app.press("?");
    await app.waitText("Keys in the list");
    expect(app.screen()).toContain("Next turn (model call)");
    app.press("?");
    await app.waitGone("Keys in the list");
  });

  test("an unfinished chord shows what can follow, and Esc lets it go", async () => {
    const app = await open([sample("hello.vcr")]);
    app.press("y");
    await app.waitText("Copy JSON pointer");
    app.press("esc");
    await app.waitGone("Copy JSON pointer");
  });

  test("what was searched for is in the history of the next session", async () => {
    const home = tempFolder();
    const one = await open([sample("tool-error.vcr")], { env: { XDG_STATE_HOME: home } });
    one.press("/");
    one.type("bookable");
    one.press("enter");
    await one.waitText("/bookable");
    one.press("q");
    await one.waitExit();
    const two = await open([sample("mean-a.vcr")], { env: { XDG_STATE_HOME: home } });
    two.press("/ up");
    await two.waitFor("the line of before", () => /^\/bookable *$/.test(two.row(29)));
  });

  test("FILE#STEP and --filter open where they say", async () => {
    const app = await open([`${sample("tool-error.vcr")}#9a`, "--filter", "kind:tool"]);
    await app.waitText("13 of 27 rows");
    expect(selected(app)).toBe("9a");
  });
});
