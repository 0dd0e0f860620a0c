import { describe, expect, test } from "vitest";
import { CLI } from "../support/installed-cli.ts";
import { launchShell } from "../support/pty.ts";
import { sample } from "../support/samples.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { open, waitStep } from "./open.ts";

const SAMPLE = sample("tool-error.vcr");

describe("ways out and back", () => {
  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s gives the terminal back and exits with %i", async (signal, code) => {
    const app = await open([SAMPLE]);
    app.kill(signal);
    const end = await app.waitExit();
    expect(end.exitCode).toBe(code);
    expect(app.altScreen()).toBe(false);
    expect(app.cursorHidden()).toBe(false);
    expect(app.modes().bracketedPasteMode).toBe(false);
  });

  test("Ctrl-Z goes to the shell, fg comes back to the same place", async () => {
    const shell = await launchShell({ cols: 100, rows: 30, env: { XDG_STATE_HOME: tempFolder() } });
    shell.type(`'${process.execPath}' '${CLI}' tui '${SAMPLE}'\r`);
    await shell.waitText("14 steps ·");
    shell.press("s s s");
    await waitStep(shell, "3");
    shell.press("ctrl-z");
    await shell.waitText("Stopped");
    expect(shell.altScreen()).toBe(false);
    expect(shell.cursorHidden()).toBe(false);
    shell.type("fg\r");
    await waitStep(shell, "3");
    expect(shell.altScreen()).toBe(true);
    shell.press("q");
    await shell.waitText(/^\$ *$/m);
    shell.type("clear; stty -a | grep -o -e '-*icanon' -e '-*echo '; echo ov''er\r");
    await shell.waitText(/^over$/m);
    expect(shell.screen()).toMatch(/^(?:\$ )?icanon$/m);
    expect(shell.screen()).not.toMatch(/-icanon|-echo /m);
  });

  test("Ctrl-C closes the program where no work is under way", async () => {
    const app = await open([SAMPLE]);
    app.press("ctrl-c");
    expect((await app.waitExit()).exitCode).toBe(0);
  });
});

describe("resizing", () => {
  test("a storm of sizes ends in a whole picture of the last size", async () => {
    const app = await open([SAMPLE], { cols: 100, rows: 30 });
    app.press("s s s s s");
    await waitStep(app, "5");
    for (let n = 0; n < 40; n++) app.resize(20 + ((n * 37) % 180), 5 + ((n * 13) % 60));
    app.resize(100, 30);
    await app.waitFor("the last size", () => app.row(28).startsWith(" step 5 ") && app.row(1).includes("1 Request"));
    const seen = app.screen();
    expect(seen).toMatch(/^▶ +5 /m);
    const before = app.mark();
    app.press("ctrl-l");
    await app.waitFor("a whole new picture", () => app.bytesSince(before) > 2000);
    expect(app.screen()).toBe(seen);
    app.press("j");
    await waitStep(app, "5a");
  });

  test.each([
    [40, 10],
    [80, 24],
    [250, 80],
  ])("%i columns and %i rows are enough to walk, to filter and to read help", async (cols, rows) => {
    const app = await open([SAMPLE], { cols, rows });
    app.press("G");
    await waitStep(app, "13");
    app.press("f");
    app.type("~e");
    await app.waitText("4 of 27 rows");
    app.press("enter ?");
    await app.waitText("Keys in the list");
    app.press("q enter");
    await app.waitText(/fold/);
    app.press("q");
    expect((await app.waitExit()).exitCode).toBe(0);
  });

  test("too small a window says so, q quits it, and growing brings the run back", async () => {
    const app = await open([SAMPLE], { cols: 80, rows: 24 });
    app.resize(39, 9);
    await app.waitText("too small");
    app.resize(80, 24);
    await waitStep(app, "0");
    expect(app.screen()).not.toContain("too small");
    app.resize(20, 4);
    await app.waitText("too small");
    app.press("q");
    expect((await app.waitExit()).exitCode).toBe(0);
  });
});
