import { copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type LaunchOptions, launch, type Pty } from "../support/pty.ts";
import { copyOf, sample } from "../support/samples.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { selected, waitStep } from "./open.ts";

const fixture = (name: string) => join(import.meta.dirname, "../fixtures", name);

function fixtureCopy(name: string): string {
  const path = join(tempFolder(), name.replace(/^.*\//, ""));
  copyFileSync(fixture(name), path);
  return path;
}

/** A run full screen, its first event selected. */
async function open(args: readonly string[], options: LaunchOptions = {}): Promise<Pty> {
  const app = launch(["tui", ...args], { ...options, env: { XDG_STATE_HOME: tempFolder(), ...options.env } });
  await app.waitText(/^ step \S+ · /m);
  return app;
}

async function line(app: Pty, text: string): Promise<void> {
  app.press(":");
  app.type(text);
  app.press("enter");
}

async function quit(app: Pty): Promise<void> {
  app.press("q");
  expect((await app.waitExit()).exitCode).toBe(0);
}

describe("breakpoints", () => {
  test("stop on the way there and back, hidden ones too, and come back the next time", async () => {
    const path = copyOf("tool-error.vcr");
    const env = { XDG_STATE_HOME: tempFolder() };
    const app = await open([path], { env });
    app.press("j j f9 i");
    app.type("kind:tool status:error");
    app.press("enter g f5");
    await waitStep(app, "1");
    app.press("c");
    await waitStep(app, "3a");
    app.press("f");
    app.type("kind:llm");
    app.press("enter");
    await app.waitText("14 of 27 rows");
    app.press("j c");
    await app.waitText("the filter hides it and is off now");
    expect(selected(app)).toBe("4a");
    app.press("shift-f5");
    await waitStep(app, "3a");
    app.press("B");
    await app.waitText(/kind:tool status:error +on · 3 hits/);
    app.press("space");
    await app.waitText(/step 1 +off · 1 hit/);
    app.press("q");
    await app.waitText("1 breakpoint");
    await quit(app);

    const again = await open([path], { env });
    await again.waitText("1 breakpoint");
    again.press("B");
    await again.waitText(/step 1 +off · 1 hit/);
    again.press("j d");
    await again.waitGone("kind:tool status:error");
    again.press("q g c");
    await again.waitText("no breakpoint further on");
    expect(selected(again)).toBe("13");
  });
});

describe("marks and notes", () => {
  test("of a native run lie beside it, are found by is:, and stand in the map of the run", async () => {
    const path = copyOf("tool-error.vcr");
    const app = await open([path], { cols: 120 });
    app.press("] e m ;");
    app.type("the carrier was down");
    app.press("enter");
    await app.waitText("note: the carrier was down");
    // At left of the row, and in the map between the panes.
    expect(app.screen().match(/★/g)).toHaveLength(2);
    await line(app, "filter is:marked is:noted");
    await app.waitText("1 of 27 rows");
    await line(app, "nofilter");
    await line(app, "marks");
    await app.waitText(/\* 3a +the carrier was down · tool get_fare/);
    app.press("q");
    await quit(app);
    expect(JSON.parse(readFileSync(`${path}.notes.json`, "utf8"))).toMatchObject({
      marks: ["3a"],
      notes: { "3a": "the carrier was down" },
    });
  });

  test("of another tool's session leave its folder as it was", async () => {
    const path = fixtureCopy("claude-code/session.jsonl");
    const state = tempFolder();
    const app = await open([path], { env: { XDG_STATE_HOME: state } });
    app.press("j m");
    await app.waitText("★");
    await quit(app);
    expect(readdirSync(join(path, ".."))).toEqual(["session.jsonl"]);
    expect(readdirSync(join(state, "vcr/notes"))).toHaveLength(1);
    const again = await open([path], { env: { XDG_STATE_HOME: state } });
    await again.waitText("★");
  });
});

test("place, filter, folds and tab come back", async () => {
  const path = copyOf("tool-error.vcr");
  const env = { XDG_STATE_HOME: tempFolder() };
  const app = await open([path], { env });
  app.press("] e f");
  app.type("kind:tool");
  app.press("enter enter j space");
  await app.waitText("▸ arguments");
  await quit(app);
  const again = await open([path], { env });
  await again.waitText("13 of 27 rows");
  expect(selected(again)).toBe("3a");
  expect(again.screen()).toContain("▸ arguments");
});

test("the outline leads to an agent, u back to who started it, and every jump is listed", async () => {
  const app = await open([sample("sub-agents.vcr")], { cols: 120 });
  app.press("o");
  await app.waitText(/ {2}agent 3 +from step 2 · 2 calls/);
  app.press("G enter");
  await waitStep(app, "2");
  app.press("u");
  await waitStep(app, "0");
  await line(app, "jumps");
  await app.waitText("Places jumped from");
  app.press("j enter");
  await app.waitGone("Places jumped from");
  app.press("ctrl-o");
  await waitStep(app, "0");
});

test(":sort orders the list, and none brings time back", async () => {
  const app = await open([sample("tool-error.vcr")]);
  await line(app, "sort dur");
  await app.waitText("by dur, largest first");
  app.press("g");
  await waitStep(app, "8");
  await line(app, "sort none");
  await app.waitGone("by dur");
});

describe("writing", () => {
  test(":w makes a run of the shown steps of a transcript, under their numbers", async () => {
    const path = fixtureCopy("claude-code/session.jsonl");
    const app = await open([path], { cols: 120 });
    await line(app, "filter kind:llm model:sonnet");
    await app.waitText("3 of 19 rows");
    const out = join(path, "../out.vcr");
    await line(app, `w ${out}`);
    await app.waitText(/wrote \d+ steps to/);
    await line(app, `w ${out}`);
    await app.waitText(/exists/);
    await quit(app);
    const copy = await open([out], { cols: 120 });
    await waitStep(copy, "2");
    expect(copy.screen()).toContain("calls Bash, Read");
    copy.press("j");
    await waitStep(copy, "2a");
    await copy.waitText("result, first seen by step 3");
  });

  test("x writes each kind of export to a file of its own", async () => {
    const folder = tempFolder();
    const app = await open([sample("hello.vcr")], { cwd: folder, cols: 120 });
    const names = ["0-request.json", "0-response.json", "0.json", "0.sh", "0.md"].map((end) => `hello-${end}`);
    for (const [n, name] of [...names, "hello-shown.vcr"].entries()) {
      app.press("x");
      await app.waitText("the shown events as a .vcr file");
      app.press([...Array.from({ length: n }, () => "j"), "enter"].join(" "));
      await app.waitText(`:export`);
      app.press("enter");
      await app.waitFor(name, () => existsSync(join(folder, name)));
    }
    expect(readdirSync(folder).sort()).toEqual([...names, "hello-shown.vcr"].sort());
    expect(readFileSync(join(folder, "hello-0.md"), "utf8")).toMatch(/^## /);
    expect(readFileSync(join(folder, "hello-0.sh"), "utf8")).toMatch(/^curl -X POST/);
  });
});

describe("steps that hold a state", () => {
  test("show it before and after and what changed; going there shows it after", async () => {
    const app = await open([fixtureCopy("ixchio/session.vcr")], { cols: 120 });
    await app.waitText("1 Before 2 After 5 Δ 6 Raw");
    expect(app.screen()).toContain("/day absent → ");
    app.press("5");
    await app.waitText("against the state before step 0: 1 change");
    await line(app, "4");
    await waitStep(app, "4");
    await app.waitText("n: 1");
    app.press("5");
    await app.waitText("against the state after step 0: 3 changes");
  });

  test("two of them that are marked are compared, before with before and after with after", async () => {
    const app = await open([fixtureCopy("ixchio/session.vcr")], { cols: 120 });
    app.press("m");
    await line(app, "4");
    await waitStep(app, "4");
    app.press("m j d");
    await app.waitText(/▶ parent of this fork/);
    await app.waitText(/two marked events +step 0 and step 4/);
    app.press("j enter");
    await app.waitText("── before ─");
    expect(app.screen()).toContain("── after ─");
    expect(app.screen()).toContain("/before/goal");
    expect(app.screen()).toContain("/after/n");
  });
});

test("a folder of cassettes opens as a list of runs, and one of them as a run", async () => {
  const folder = tempFolder();
  for (const name of ["vcrpy/bodies.yaml", "vcrpy/cassette.json", "go-vcr/tool-call.yaml", "not-a-run/history.jsonl"])
    copyFileSync(fixture(name), join(folder, name.replace(/^.*\//, "")));
  const app = launch(["tui", folder], { env: { HOME: tempFolder(), XDG_STATE_HOME: tempFolder() } });
  await app.waitText("3 runs");
  await app.waitText("1 files hold no run");
  app.press("/");
  app.type("bodies");
  app.press("enter enter");
  await app.waitText("bodies.yaml");
  await waitStep(app, "0");
});
