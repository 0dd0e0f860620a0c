import { mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { claudeSession, type Machine, machine, nativeRun } from "../support/machine.ts";
import { type LaunchOptions, launch, type Pty } from "../support/pty.ts";
import { sample } from "../support/samples.ts";
import { waitStep } from "./open.ts";

function start(box: Machine, args: readonly string[] = [], options: LaunchOptions = {}): Pty {
  const env = { HOME: box.home, XDG_STATE_HOME: `${box.home}/state`, ...options.env };
  return launch(args, { cwd: box.cwd, ...options, env });
}

/** The selected row, which ends with its prompt. */
function chosen(app: Pty): string {
  return /^▶(.*?)[ █│]*$/m.exec(app.screen())?.[1] ?? "none";
}

const waitChosen = (app: Pty, end: string) => app.waitFor(`${end} to be selected`, () => chosen(app).endsWith(end));

describe("vcr without a file", () => {
  test("lists the runs of this folder and of other tools, newest first, and opens one; q comes back and quits", async () => {
    const box = machine();
    const id = "3f1c9a52-7f0e-4b61-9c35-0d8a4b1e2f60";
    box.put(`.claude/projects/app/${id}.jsonl`, claudeSession(id, "Fix the build"), 5);
    box.put("work/.vcr/20260601-110000-9f8e7d6c.vcr", nativeRun({ id: "r_old" }, "Book a flight"), 60);
    const parent = { kind: "fork", id: "r_old", at: 3 };
    box.put("work/.vcr/20260601-115900-0a1b2c3d.vcr", nativeRun({ id: "r_new", parent }, "Book a flight"), 1);
    const app = start(box);
    await app.waitText("3 runs · 2 here · 1 Claude Code");
    await app.waitText("Fix the build");
    // The newest is selected, and stays so when it turns out to belong below another.
    await waitChosen(app, "└ fork at 3 · Book a flight");
    expect(app.row(2)).toMatch(/ vcr +Book a flight/);

    app.press("G");
    await waitChosen(app, "Fix the build");
    await app.waitText("claude-sonnet-4-5");
    app.press("enter");
    await app.waitText(/ step 0 · /);
    app.press("j");
    await waitStep(app, "1");
    app.press("q");
    await app.waitText("3 runs");
    expect(chosen(app)).toMatch(/Fix the build$/);
    app.press("enter");
    await waitStep(app, "1");
    app.press("q");
    await app.waitText("3 runs");
    app.press("q");
    expect(await app.waitExit()).toEqual({ exitCode: 0, signal: 0 });
    expect(app.altScreen()).toBe(false);
  });

  test("with nothing anywhere says what to type, and Enter opens a sample", async () => {
    const box = machine();
    const app = start(box, [], { cols: 80, rows: 24 });
    await app.waitText("No runs here yet");
    expect(app.screen()).toContain("vcr FILE");
    expect(app.screen()).toContain(`${box.cwd}/.vcr`);
    app.press("enter");
    await app.waitText("tool-error.vcr");
    app.press("q");
    await app.waitText("No runs here yet");
    app.press("q");
    expect((await app.waitExit()).exitCode).toBe(0);
  });

  test("finds runs by words while they are typed, then by likeness; arrows choose among them", async () => {
    const box = machine();
    for (const [n, prompt] of ["Fix the gateway", "Mean of a table", "Gateway without logs"].entries())
      box.put(`work/.vcr/${n}.vcr`, nativeRun({}, prompt), n);
    const app = start(box);
    await app.waitText("Gateway without logs");
    app.press("/");
    app.type("gate");
    await app.waitText("2 of 3 runs");
    app.press("down");
    await waitChosen(app, "Gateway without logs");
    app.press("ctrl-u");
    app.type("gatewy");
    await app.waitText("2 of 3 runs");
    app.press("esc");
    await app.waitGone("of 3 runs ·");
    expect(app.screen()).toContain("Mean of a table");
  });
});

describe("a folder, or several files", () => {
  test("of runs opens as a list of those; what holds no run drops out", async () => {
    const box = machine();
    box.put("work/tests/cassettes/one.vcr", nativeRun({}, "Book a flight"), 0);
    box.put("work/tests/package.json", '{"name":"x"}', 0);
    const app = start(box, ["tui", "tests"]);
    await app.waitText("1 files hold no run");
    await app.waitText("Book a flight");
    expect(app.row(0)).toMatch(/^ runs ▸ tests/);
  });

  test("three files open as a list of three", async () => {
    const box = machine();
    const app = start(box, ["hello.vcr", "mean-a.vcr", "mean-b.vcr"].map(sample));
    await app.waitText("3 runs");
    await app.waitText("names.txt");
  });
});

test("keys come from the terminal while a run comes from standard input", async () => {
  const box = machine();
  const line = `cat '${sample("hello.vcr")}' | '${process.execPath}' dist/cli.js -`;
  const app = start(box, ["-c", line], { command: ["bash"], cwd: `${import.meta.dirname}/../..` });
  await app.waitText(/ step 0 · 2 steps/);
  app.press("j");
  await waitStep(app, "0a");
  app.press("R");
  await app.waitText("standard input cannot be read again");
  app.press("q");
  expect((await app.waitExit()).exitCode).toBe(0);
});

test("last and the beginning of an id open a run, #STEP a place in it", async () => {
  const box = machine();
  box.put("work/.vcr/20260601-110000-9f8e7d6c.vcr", nativeRun({}, "Book a flight"), 3);
  box.put("work/.vcr/20260601-120000-0a1b2c3d.vcr", nativeRun({}, "Mean of a table"), 1);
  const older = start(box, ["9f8e7d6c#0"]);
  await older.waitText("20260601-110000-9f8e7d6c.vcr");
  await waitStep(older, "0");
  const newest = start(box, ["last"]);
  await newest.waitText("20260601-120000-0a1b2c3d.vcr");
});

test("with 2,000 sessions the first screen is there at once and no key is stuck while they are read", async () => {
  const box = machine();
  mkdirSync(`${box.home}/.claude`);
  for (let n = 0; n < 2000; n++) {
    const id = `${String(n).padStart(8, "0")}-7f0e-4b61-9c35-0d8a4b1e2f60`;
    box.put(`.claude/projects/app${n % 20}/${id}.jsonl`, claudeSession(id, `Task number ${n}`), n);
  }
  const app = start(box, [], { patience: 120_000 });
  await app.waitText("2000 runs · reading");
  app.press("j j j");
  const reading = (what: RegExp) =>
    app.waitFor(`${what} while the runs are read`, () => app.row(0).includes("reading") && what.test(app.screen()));
  await reading(/run 4 of 2000/);
  // What is in view is read before the 2,000 others: its sums are there while the rest is still being read.
  await reading(/ 2 +35 .*Task number 0/);
  app.press("G");
  await app.waitText("run 2000 of 2000");
  await app.waitText(/ 2 +35 .*Task number 1999/);
  await app.waitGone("reading");
  app.press("/");
  app.type("number 1234");
  await app.waitText("1 of 2000 runs");
  app.press("enter");
  await app.waitGone("Enter keeps");
  app.press("enter");
  await app.waitText("00001234-7f0e-4b61-9c35-0d8a4b1e2f60.jsonl");
  app.press("q");
  await app.waitText("run 1 of 1");
}, 300_000);
