import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CLI } from "../support/installed-cli.ts";
import { launch } from "../support/pty.ts";
import { sample } from "../support/samples.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { open, waitStep } from "./open.ts";

const SAMPLE = sample("hello.vcr");
/** Select graphic rendition with a colour: 30-49, 90-107, 38;5;n, 48;2;r;g;b. */
const COLOUR = /\x1b\[(?:\d*;)*(?:3[0-8]|4[0-8]|9\d|10[0-7])(?:;\d+)*m/;

describe("the environment", () => {
  test("CI=true draws as ever where there is a terminal", async () => {
    const app = await open([SAMPLE], { env: { CI: "true" } });
    expect(app.altScreen()).toBe(true);
    app.press("?");
    await app.waitText("Keys in the list");
  });

  test("NO_COLOR=1 draws without a single colour", async () => {
    const app = await open([sample("tool-error.vcr")], { env: { NO_COLOR: "1" } });
    app.press("] e enter z R ? q ctrl-p esc / f a r e enter");
    await app.waitText("/fare");
    expect(app.outputSince()).not.toMatch(COLOUR);
  });

  test("with colours there are some", async () => {
    const app = await open([sample("tool-error.vcr")]);
    expect(app.outputSince()).toMatch(COLOUR);
  });

  test("a terminal whose name says nothing gets the colours of its terminfo entry: mach has none", async () => {
    const app = await open([sample("tool-error.vcr")], { env: { TERM: "mach" } });
    await app.waitFor("a frame without colours", () => {
      const output = app.outputSince();
      return !COLOUR.test(output.slice(output.lastIndexOf("tool-error.vcr")));
    });
    const before = app.mark();
    app.press("?");
    await app.waitText("Keys in the list");
    expect(app.outputSince(before)).not.toMatch(COLOUR);
  });

  test("the C locale gets ASCII only", async () => {
    const app = await open([SAMPLE], { env: { LANG: "C" } });
    app.press("enter z R ? q y");
    await app.waitText("Copy JSON pointer");
    expect(app.outputSince().match(/[^\x00-\x7f]/g)).toBeNull();
  });

  test("TERM=dumb gets no colours, no title and no questions", async () => {
    const app = await open([SAMPLE], { env: { TERM: "dumb" } });
    app.press("j");
    await waitStep(app, "0a");
    expect(app.outputSince()).not.toMatch(COLOUR);
    expect(app.outputSince()).not.toContain("\x1b]");
    app.press("q");
    expect((await app.waitExit()).exitCode).toBe(0);
  });

  test("inside tmux it draws, steps and leaves", async () => {
    const folder = tempFolder();
    const socket = join(folder, "tmux");
    const app = launch(["-S", socket, "-f", "/dev/null", "new-session", process.execPath, CLI, "tui", SAMPLE], {
      command: ["tmux"],
      cols: 100,
      rows: 30,
      env: { XDG_STATE_HOME: folder, TMUX_TMPDIR: folder },
    });
    await app.waitText("2 steps ·");
    app.press("j");
    await waitStep(app, "0a");
    app.press("q");
    await app.waitExit();
    rmSync(socket, { force: true });
  });
});

describe("a hostile run", () => {
  test("drives neither title, clipboard, modes nor cursor of the terminal", async () => {
    const app = await open([sample("hostile.vcr")], { cols: 140, rows: 40 });
    for (const keys of ["j", "enter z R", "3", "2", "6", "esc G enter z R G", "esc /"]) app.press(keys);
    app.type("clipboard\r");
    await app.waitText("/clipboard");
    const sequences = app.outputSince();
    for (const driven of ["]52;", "]0;", "]2;pwned", "]8;", "[2J", "[3J", "[6n", "[?1003h", "[>1u", "(0", "c", "P$"])
      expect(sequences.replace("\x1b[c", "")).not.toContain(`\x1b${driven}`);
    expect(app.altScreen()).toBe(true);
    const before = app.mark();
    app.press("esc esc k p r");
    await app.waitText("press a key to go back");
    const printed = app
      .outputSince(before)
      .replace(/\x1b\[\??[\d;]*[A-Za-z]|\x1b\][02];vcr[^\x07\x1b]*(?:\x07|\x1b\\)/g, "");
    expect(printed).not.toMatch(/[\x1b\x07\x08\x9b\x9d]/);
  });
});
