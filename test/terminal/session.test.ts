import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuiltProgram, buildProgram } from "../support/build-program.ts";
import { launch, launchShell, type Pty } from "../support/pty.ts";
import { tempFolder } from "../support/temp-folder.ts";

let program: BuiltProgram;
beforeAll(async () => {
  program = await buildProgram("echo-screen");
});
afterAll(() => program.remove());

async function inShell(env: Record<string, string> = {}, redirect = ""): Promise<Pty> {
  const shell = await launchShell({ env, cols: 90, rows: 24 });
  shell.type(`node ${program.path} ${redirect}; echo "[exit $?]"; stty -a\r`);
  await shell.waitText("answers");
  expect(shell.altScreen()).toBe(true);
  expect(shell.cursorHidden()).toBe(true);
  expect(shell.modes().bracketedPasteMode).toBe(true);
  expect(shell.modes().wraparoundMode).toBe(false);
  return shell;
}

function expectRestored(shell: Pty): void {
  expect(shell.altScreen()).toBe(false);
  expect(shell.cursorHidden()).toBe(false);
  expect(shell.modes()).toMatchObject({ bracketedPasteMode: false, wraparoundMode: true, mouseTrackingMode: "none" });
  expect(shell.screen()).toMatch(/[^-]icanon/);
  expect(shell.screen()).toMatch(/[^-]echo /);
}

test("quitting gives the terminal back", async () => {
  const shell = await inShell();
  shell.press("q");
  await shell.waitText(/iexten[\s\S]*echoke/);
  expect(shell.screen()).toContain("bye");
  expect(shell.screen()).toContain("[exit 0]");
  expectRestored(shell);
});

test.each([
  ["SIGTERM", 143],
  ["SIGHUP", 129],
  ["SIGINT", 130],
] as const)("%s gives the terminal back and ends with %d", async (signal, code) => {
  const shell = await launchShell({ cols: 90, rows: 24 });
  // A subshell keeps what follows from being cut off when bash learns of an interrupt.
  shell.type(`(trap '' INT HUP TERM; exec node ${program.path}); echo "[exit $?]"; stty -a\r`);
  await shell.waitText("answers");
  shell.kill(signal);
  await shell.waitText(/iexten[\s\S]*echoke/);
  expect(shell.screen()).toContain(`[exit ${code}]`);
  expectRestored(shell);
});

test.each([
  ["T", "thrown ␛[2J on purpose"],
  ["R", "rejected on purpose"],
])("a failure gives the terminal back first, says it in two lines and keeps the stack (%s)", async (key, message) => {
  const folder = tempFolder();
  const log = join(folder, "log");
  const shell = await inShell({ VCR_LOG: log });
  shell.press(key);
  await shell.waitText(/iexten[\s\S]*echoke/);
  expect(shell.screen()).toContain(`Error: ${message}`);
  expect(shell.screen()).toContain(`The details are in ${log}`);
  expect(shell.screen()).toContain("[exit 70]");
  expect(readFileSync(log, "utf8")).toContain("echo-screen");
  expectRestored(shell);
});

test("Ctrl-Z stops the program with the terminal restored, and fg brings its screen back, twice", async () => {
  const shell = await launchShell({ cols: 90, rows: 24 });
  shell.type(`node ${program.path}\r`);
  await shell.waitText("answers");
  for (const round of ["first", "second"]) {
    shell.press("ctrl-z");
    await shell.waitText("Stopped");
    shell.type("stty -a\r");
    await shell.waitText(/iexten[\s\S]*echoke/);
    expectRestored(shell);
    shell.type("clear; fg\r");
    await shell.waitText("key ctrl-z");
    expect(shell.altScreen()).toBe(true);
    shell.type(round === "first" ? "1" : "2");
    await shell.waitText(`key ${round === "first" ? 1 : 2}`);
  }
});

test("SIGTSTP and SIGSTOP from outside are survived", async () => {
  const shell = await launchShell({ cols: 90, rows: 24 });
  shell.type(`node ${program.path}\r`);
  await shell.waitText("answers");
  shell.kill("SIGTSTP");
  await shell.waitText("Stopped");
  expect(shell.altScreen()).toBe(false);
  shell.type("fg\r");
  await shell.waitText("answers");
  shell.kill("SIGSTOP");
  await shell.waitText("Stopped");
  shell.type("fg\r");
  await shell.waitGone("Stopped");
  shell.press("x");
  await shell.waitText("key x");
});

test("the end of the terminal ends the program", async () => {
  const pty = launch([program.path], { command: ["node"], cols: 60, rows: 10 });
  await pty.waitText("answers");
  pty.kill("SIGHUP");
  expect(await pty.waitExit()).toMatchObject({ exitCode: 129 });
});

test("a storm of sizes ends in the right screen", async () => {
  const pty = launch([program.path], { command: ["node"], cols: 60, rows: 20 });
  await pty.waitText("answers");
  for (let i = 0; i < 40; i++) pty.resize(3 + ((i * 37) % 120), 2 + ((i * 13) % 40));
  pty.resize(50, 12);
  await pty.waitText("size 50x12");
  await pty.waitFor("the last row", () => pty.row(11) === `${"-".repeat(49)}#`);
  expect(pty.screen().split("\n")).toHaveLength(12);
  expect(pty.outputSince()).not.toMatch(/\x1b\[[23]J/);
});

test("an arrow in pieces is one key, a lone Esc is Esc", async () => {
  const pty = launch([program.path], { command: ["node"], cols: 60, rows: 20 });
  await pty.waitText("answers");
  pty.type("\x1b");
  await pty.waitText("key esc");
  pty.type("\x1b[");
  pty.type("A");
  await pty.waitText("key up");
  pty.type("\x1b[200~one\rtwo\x1b[201~");
  await pty.waitText('{"type":"paste","text":"one\\ntwo"}');
});

test("a child gets the terminal as it was, and it is taken back afterwards", async () => {
  const pty = launch([program.path], { command: ["node"], cols: 90, rows: 24 });
  await pty.waitText("answers");
  pty.press("p");
  await pty.waitText(/iexten[\s\S]*echoke/);
  expectRestored(pty);
  pty.type("answer\r");
  await pty.waitText("child ended 0");
  expect(pty.altScreen()).toBe(true);
  pty.press("x");
  await pty.waitText("key x");
});

test("text is printed on the normal screen until a key", async () => {
  const pty = launch([program.path], { command: ["node"], cols: 60, rows: 20 });
  await pty.waitText("answers");
  pty.press("P");
  await pty.waitText("press a key");
  expect(pty.altScreen()).toBe(false);
  expect(pty.screen()).toContain("printed ␛[2J\nbelow");
  pty.press("j");
  await pty.waitText(/^back$/m);
  expect(pty.altScreen()).toBe(true);
  expect(pty.screen()).not.toContain("key j");
});

test("console goes to the log, not to the screen", async () => {
  const folder = tempFolder();
  const log = join(folder, "log");
  const pty = launch([program.path], { command: ["node"], cols: 60, rows: 20, env: { VCR_LOG: log } });
  await pty.waitText("answers");
  pty.press("l");
  await pty.waitText("log warn said 7");
  expect(readFileSync(log, "utf8")).toMatch(/^\S+ warn said 7$/m);
});

test("keys come from the terminal when standard input is a pipe", async () => {
  const shell = await launchShell({ cols: 90, rows: 24 });
  shell.type(`echo piped | node ${program.path}; echo "[exit $?]"; stty -a\r`);
  await shell.waitText("answers");
  shell.press("x");
  await shell.waitText("key x");
  shell.press("q");
  await shell.waitText(/iexten[\s\S]*echoke/);
  expect(shell.screen()).toContain("[exit 0]");
  expectRestored(shell);
});

test("the mouse is off unless asked for, and reported with positions", async () => {
  const off = launch([program.path], { command: ["node"] });
  await off.waitText("answers");
  expect(off.modes().mouseTrackingMode).toBe("none");
  const on = launch([program.path, "--mouse"], { command: ["node"] });
  await on.waitText("answers");
  expect(on.modes().mouseTrackingMode).toBe("vt200");
});

test("a title carries no control characters", async () => {
  const pty = launch([program.path], { command: ["node"] });
  await pty.waitText("answers");
  expect(pty.outputSince()).toContain("\x1b]2;echo ]52;c;QQ== screen\x07");
});

test("without a terminal no session opens", async () => {
  const shell = await launchShell({ cols: 90, rows: 24 });
  shell.type(`node ${program.path} | cat\r`);
  await shell.waitText("no terminal");
  expect(existsSync(program.path)).toBe(true);
});
