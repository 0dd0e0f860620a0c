import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

/** Asks, runs the tool that times out, asks again. */
const AGENT = `
const messages = [{ role: "user", content: "Weather in Oslo? [[tool]] [[say Sorry, no weather came.]]" }];
async function ask() {
  const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer " + process.env.OPENAI_API_KEY },
    body: JSON.stringify({ model: "stub", temperature: 0.5, messages }),
  });
  const { message } = (await answer.json()).choices[0];
  messages.push(message);
  console.log(message.content ?? "tool");
  return message;
}
const { tool_calls: calls = [] } = await ask();
for (const call of calls) messages.push({ role: "tool", tool_call_id: call.id, content: "timeout after 200 ms" });
await ask();
`;

const KEY = "sk-test-1234567890abcdef";
const DRAFT = "draft of a fork: nothing has started";

async function recorded(): Promise<Workplace> {
  const here = workplace();
  const agent = here.file("agent.mjs", AGENT);
  const ran = await here.vcr(["record", "-o", "run.vcr", "--", "node", agent], environment());
  expect(ran.stdout).toBe("tool\nSorry, no weather came.\n");
  return here;
}

function environment(): Record<string, string> {
  return {
    OPENAI_BASE_URL: `${base}/v1`,
    OPENAI_API_KEY: KEY,
    XDG_STATE_HOME: tempFolder(),
    XDG_RUNTIME_DIR: tempFolder(),
  };
}

async function open(here: Workplace, env: Record<string, string | undefined> = {}): Promise<Pty> {
  const app = launch(["tui", "run.vcr"], { cols: 130, rows: 36, cwd: here.folder, env: { ...environment(), ...env } });
  await app.waitText(/ \d+ steps? [·-] turn/);
  return app;
}

/** The lines of the draft without the breaks that its width makes. */
function drafted(app: Pty): string {
  const left = app
    .screen()
    .split("\n")
    .map((row) => row.split("│")[0] ?? "");
  return left.join(" ").replace(/\s+/g, " ");
}

async function waitDrafted(app: Pty, text: string | RegExp): Promise<void> {
  const shows = (): boolean => (typeof text === "string" ? drafted(app).includes(text) : text.test(drafted(app)));
  await app.waitFor(`${text} in the draft`, shows);
}

/** Down to the field of this name, however many stand before it. */
async function downTo(app: Pty, field: string): Promise<void> {
  const selected = (): string =>
    app
      .screen()
      .split("\n")
      .find((row) => row.startsWith("▶")) ?? "";
  await app.waitFor("a field under the cursor", () => selected() !== "");
  for (let at = selected(); !at.startsWith(`▶ ${field}`); at = selected()) {
    app.press("j");
    await app.waitFor(`another field than ${at}`, () => !["", at].includes(selected()));
  }
}

describe("a fork from the screen", () => {
  test("a bad result is found, edited, and the agent runs on from there; then both are compared", async () => {
    const here = await recorded();
    const app = await open(here);
    const asked = stub.exchanges.length;
    app.press("j");
    await app.waitText("step 0a");
    expect(app.screen()).toContain("timeout after 200 ms");
    app.press("e");
    await app.waitText("0a:/result = timeout after 200 ms");
    app.press("ctrl-u");
    app.type("-3 C [[say It is minus three.]]");
    app.press("enter");
    await waitDrafted(app, "step 0 served from the recording, step 1 is the first live call");
    expect(drafted(app)).toContain("calls openai (stub) on this machine");
    expect(app.screen()).toContain("- timeout after 200 ms");
    expect(app.screen()).toContain("+ -3 C [[say It is minus three.]]");
    expect(app.screen()).toMatch(/^▶ Start/m);
    expect(stub.exchanges.length).toBe(asked);
    app.press("enter");
    await app.waitText("out │ It is minus three.");
    await app.waitText("ENDED");
    expect(stub.exchanges.length).toBe(asked + 1);
    app.press("D");
    await app.waitText("first divergence: step 0a");
    expect(app.screen()).toContain("edited in B");
    app.press("Q");
    expect((await app.waitExit()).exitCode).toBe(0);
  });

  test("the editor is given one value, and what it changes is the edit; Esc and r come back to it; V takes it back", async () => {
    const here = await recorded();
    const editor = here.file("editor", '#!/bin/sh\nsed -i "s/0.5/0.1/" "$1"\n');
    chmodSync(editor, 0o700);
    const app = await open(here, { EDITOR: editor });
    app.press("1");
    await app.waitText("POST");
    app.press("e");
    await waitDrafted(app, "nothing is served, step 0 is the first live call");
    await app.waitText("step 0 /request/temperature is now 0.1");
    app.press("esc");
    await app.waitGone(DRAFT);
    app.press("r");
    await app.waitText(DRAFT);
    expect(app.screen()).toContain("step 0 /request/temperature is now 0.1");
    await app.waitText(/^▶ Start/m);
    await downTo(app, "edit");
    app.press("V");
    await app.waitText("taken back");
    app.press("esc");
    await app.waitGone(DRAFT);
    app.press("q");
    expect((await app.waitExit()).exitCode).toBe(0);
  });

  test("a key that is missing is named before anything starts", async () => {
    const here = await recorded();
    const app = await open(here, { OPENAI_API_KEY: undefined });
    const asked = stub.exchanges.length;
    app.press("r");
    await waitDrafted(app, "OPENAI_API_KEY is not set: live calls fail unless the agent brings a key of its own");
    app.press("enter");
    await app.waitText("it cannot start: OPENAI_API_KEY is not set");
    expect(stub.exchanges.length).toBe(asked);
    app.press("Q");
    expect((await app.waitExit()).exitCode).toBe(0);
  });

  test("a command that does not start is said in the draft", async () => {
    const here = await recorded();
    const app = await open(here);
    app.press("r");
    await app.waitText(/^▶ Start/m);
    for (let n = 0; !/^▶ command/m.test(app.screen()); n++) {
      const before = app.screen();
      app.press("j");
      await app.waitFor("the next line", () => app.screen() !== before);
      expect(n).toBeLessThan(20);
    }
    app.press("enter");
    await app.waitText("command: node");
    app.press("ctrl-u");
    app.type("no-such-program --x");
    app.press("enter");
    await waitDrafted(app, /command no-such-program --x/);
    app.press("g");
    await app.waitText(/^▶ Start/m);
    app.press("enter");
    await waitDrafted(app, "failed no-such-program could not be started: no such command");
    expect(app.screen()).toContain(DRAFT);
    app.press("Q");
    expect((await app.waitExit()).exitCode).toBe(0);
  });

  test("an agent that ends before its first call: r leads back to the draft, which is there again when the run is opened anew", async () => {
    const here = await recorded();
    const env = environment();
    const app = await open(here, env);
    app.press("j");
    await app.waitText("step 0a");
    app.press("e");
    await app.waitText("0a:/result = timeout after 200 ms");
    app.press("ctrl-u");
    app.type("-3 C");
    app.press("enter");
    await app.waitText(/^▶ Start/m);
    here.file(
      "agent.mjs",
      'import { existsSync } from "node:fs"; setInterval(() => existsSync("go") && process.exit(7), 20);',
    );
    app.press("enter");
    await app.waitText("LIVE");
    here.file("go", "");
    await app.waitText("EXIT 7");
    app.press("r");
    await app.waitText("step 0a /result is now -3 C");
    await app.waitText(DRAFT);
    app.press("Q");
    await app.waitExit();
    const again = await open(here, env);
    await again.waitText("1 edit drafted");
    again.press("r");
    await again.waitText(DRAFT);
    await again.waitText("step 0a /result is now -3 C");
    await again.waitText(/^▶ Start/m);
    await downTo(again, "Discard");
    again.press("enter");
    await again.waitText("the draft is as recorded again");
    expect(existsSync(join(here.folder, "run.vcr.notes.json"))).toBe(false);
    again.press("Q");
    expect((await again.waitExit()).exitCode).toBe(0);
  });

  test("what was recorded elsewhere: the whole command is shown and Cancel has the keys", async () => {
    const here = await recorded();
    const app = launch(["tui", join(here.folder, "run.vcr")], {
      cols: 130,
      rows: 36,
      cwd: tempFolder(),
      env: environment(),
    });
    await app.waitText(/ \d+ steps? [·-] turn/);
    app.press("r");
    await app.waitText(/^▶ Cancel/m);
    expect(drafted(app)).toMatch(/command node .*agent\.mjs/);
    expect(drafted(app)).toContain(`folder ${here.folder}`);
    app.press("enter");
    await app.waitGone(DRAFT);
    app.press("q");
    expect((await app.waitExit()).exitCode).toBe(0);
  });

  test("without the agent: vcr asks the model itself", async () => {
    const here = await recorded();
    const app = await open(here);
    app.press("j");
    await app.waitText("step 0a");
    app.press("r");
    await app.waitText(/^▶ Start/m);
    await downTo(app, "run by");
    app.press("enter");
    await waitDrafted(app, "the request of step 1 is sent again by vcr itself, without the agent");
    const asked = stub.exchanges.length;
    app.press("g enter");
    await app.waitText("continuation at 1");
    await app.waitText(/1 +◆ llm +↯ stub/);
    expect(stub.exchanges.length).toBe(asked + 1);
    app.press("Q");
    expect((await app.waitExit()).exitCode).toBe(0);
  });
});
