import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runsInProgress } from "../../src/control/runs-in-progress.ts";
import { launch, type Pty } from "../support/pty.ts";
import { type Workplace, workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";
import { tempFolder } from "../support/temp-folder.ts";

const stub = new StubProvider();
let base = "";
beforeAll(async () => {
  base = await stub.listen();
});
afterAll(() => stub.close());

/** Asks once, waits for a file named go, and ends with 7; a file says that it has. */
const AGENT = `
import { existsSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
process.on("exit", (code) => writeFileSync("ended", String(code)));
const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
  method: "POST",
  headers: { "content-type": "application/json", authorization: "Bearer sk-test-1234567890" },
  body: JSON.stringify({ model: "stub", messages: [{ role: "user", content: "first [[say one]]" }] }),
});
console.log("got", (await answer.json()).choices[0].message.content);
while (!existsSync("go")) await setTimeout(20);
process.exit(7);
`;

let here: Workplace;
let agent = "";
let runtime = "";
let asked = 0;

beforeEach(() => {
  here = workplace();
  runtime = tempFolder();
  agent = here.file("agent.mjs", AGENT);
  asked = stub.exchanges.length;
});

function vcr(args: readonly string[], env: Readonly<Record<string, string>> = {}): Pty {
  return launch(args, {
    cwd: here.folder,
    env: {
      XDG_RUNTIME_DIR: runtime,
      TMPDIR: runtime,
      XDG_STATE_HOME: tempFolder(),
      OPENAI_BASE_URL: `${base}/v1`,
      ...env,
    },
  });
}

function recordWithTui(...flags: readonly string[]): Pty {
  return vcr(["record", "--tui", ...flags, "-o", "run.vcr", "--", "node", agent]);
}

const go = (): void => writeFileSync(join(here.folder, "go"), "");
const ended = (): boolean => existsSync(join(here.folder, "ended"));

describe("record --tui", () => {
  test("shows the run and what the agent says; its exit code is the agent's", async () => {
    const app = recordWithTui();
    await app.waitText("got one");
    await app.waitText(/RECORDING/);
    go();
    await app.waitGone(/RECORDING/);
    app.press("q");
    expect((await app.waitExit()).exitCode).toBe(7);
    expect(app.altScreen()).toBe(false);
    await app.waitText("vcr run.vcr");
  });

  test("an agent that ends at once is seen to have ended, with its code and the summary", async () => {
    const app = vcr(["record", "--tui", "-o", "run.vcr", "--", "node", "-e", "process.exit(3)"]);
    // As it leaves no file, the screen may come too late to show it.
    await app.waitText(/EXIT 3|nothing was recorded/);
    app.press("q");
    expect((await app.waitExit()).exitCode).toBe(3);
    await app.waitText("nothing was recorded");
  });

  test("leaving lets the agent run on, and attach comes back to it", async () => {
    const app = recordWithTui();
    await app.waitText("got one");
    app.press("Q");
    await app.waitExit();
    await app.waitText(/run [0-9a-f]{8} goes on: vcr attach/);
    const again = vcr(["attach"]);
    await again.waitText("got one");
    go();
    await expect.poll(ended).toBe(true);
    await again.waitGone(/RECORDING/);
  });

  test("killed while a call is held, it lets the call go on and the agent ends as it would", async () => {
    const app = recordWithTui("--break", "/first/");
    await app.waitText(/held/);
    expect(stub.exchanges.length).toBe(asked);
    app.kill("SIGKILL");
    go();
    await expect.poll(ended).toBe(true);
    await expect.poll(async () => (await runsInProgress({ XDG_RUNTIME_DIR: runtime, TMPDIR: runtime })).length).toBe(0);
    expect(stub.exchanges.length).toBe(asked + 1);
  });
});

describe("attach --no-tui, on a terminal", () => {
  test("e opens the held request in the editor, and what it leaves goes out", async () => {
    const editor = here.file("edit.sh", '#!/bin/sh\nsed -i "s/say one/say other/" "$1"\n');
    chmodSync(editor, 0o755);
    const starting = vcr(["record", "--background", "--break", "/first/", "-o", "run.vcr", "--", "node", agent]);
    await starting.waitExit();
    const app = vcr(["attach", "run.vcr", "--no-tui"], { EDITOR: editor });
    await app.waitText("held 1: step 0");
    app.press("e enter");
    await app.waitText("| got other");
    expect(stub.exchanges.at(-1)?.body.toString()).toContain("first [[say other]]");
    app.press("q enter");
    expect((await app.waitExit()).exitCode).toBe(0);
    go();
    await expect.poll(ended).toBe(true);
  });
});
