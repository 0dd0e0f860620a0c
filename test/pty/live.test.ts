import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type RunInProgress, runsInProgress } from "../../src/control/runs-in-progress.ts";
import { launch, type Pty } from "../support/pty.ts";
import { type Workplace, workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";
import { tempFolder } from "../support/temp-folder.ts";

const stub = new StubProvider();
beforeAll(() => stub.listen());
afterAll(() => stub.close());

/** Asks one after the other what its arguments say (`a+b` asks both at once), prints the answers; leaves by the code of CODE. */
const AGENT = `
if (process.env.STUBBORN) process.on("SIGTERM", () => console.log("not yet"));
const ask = async (content) => {
  const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer sk-test-1234567890" },
    body: JSON.stringify({ model: "stub", messages: [{ role: "user", content }] }),
  });
  const json = await answer.json();
  console.log("got", answer.status, json.choices?.[0]?.message?.content ?? "nothing");
};
for (const words of process.argv.slice(2)) await Promise.all(words.split("+").map(ask));
console.error("leaving");
process.exit(Number(process.env.CODE ?? 0));
`;

interface Place extends Workplace {
  readonly env: Readonly<Record<string, string>>;
}

function place(): Place {
  const here = workplace();
  here.file("agent.mjs", AGENT);
  const env = { OPENAI_BASE_URL: `${stub.url}/v1`, XDG_RUNTIME_DIR: tempFolder(), XDG_STATE_HOME: tempFolder() };
  // Runs go on without their screens: what a test has started does not.
  onTestFinished(async () => {
    for (const { who } of await runsOf(here, env)) process.kill(who.pid, "SIGKILL");
  });
  return { ...here, env };
}

/** The machine may hold runs of others, which are not touched. */
async function runsOf({ folder }: Workplace, env: Place["env"]): Promise<readonly RunInProgress[]> {
  return (await runsInProgress(env)).filter(({ who }) => who.cwd === folder);
}

interface Recorded {
  readonly flags?: readonly string[];
  readonly asks: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

function recordIn(here: Place, { flags = [], asks, env = {} }: Recorded): Pty {
  return launch(["record", ...flags, "--tui", "--", process.execPath, "agent.mjs", ...asks], {
    cols: 120,
    cwd: here.folder,
    env: { ...here.env, ...env },
  });
}

/** An editor that replaces one text by another, wherever it stands. */
function editor(here: Place, from: string, to: string): string {
  const script = `const fs = require("fs"); const f = process.argv[2];
fs.writeFileSync(f, fs.readFileSync(f, "utf8").replaceAll(${JSON.stringify(from)}, ${JSON.stringify(to)}));`;
  return `${process.execPath} ${here.file("editor.cjs", script)}`;
}

describe("vcr record --tui", () => {
  test("an answer is held, edited, and the agent gets it changed", async () => {
    const here = place();
    const app = recordIn(here, {
      flags: ["--break", "phase:response"],
      asks: ["[[say no fare]]"],
      env: { EDITOR: editor(here, "no fare", "UA 12 for $310") },
    });
    await app.waitText("held before the agent sees its answer");
    expect(app.screen()).toContain("breakpoint phase:response");
    await app.waitText('‖ held: "no fare"');
    app.press("e");
    await app.waitText("got 200 UA 12 for $310");
    await app.waitText("ENDED");
    app.press("q");
    expect((await app.waitExit()).exitCode).toBe(0);
    expect(app.outputSince()).toMatch(/recorded 1 events? /);
  });

  test("a call is held, its request edited, and the provider gets it changed", async () => {
    const here = place();
    const app = recordIn(here, {
      flags: ["--break", "kind:llm"],
      asks: ["[[say one]]"],
      env: { EDITOR: editor(here, "[[say one]]", "[[say two]]") },
    });
    await app.waitText("▶‖ 0");
    app.press("e");
    await app.waitText("got 200 two");
    expect(stub.exchanges.at(-1)?.body.toString()).toContain("[[say two]]");
  });

  test("of several held calls one is chosen, the others go on together", async () => {
    const here = place();
    const app = recordIn(here, { flags: ["--break", "kind:llm"], asks: ["[[say a]]+[[say b]]+[[say c]]"] });
    await app.waitText(/▶‖ 0 .*\n‖ {2}1 .*\n‖ {2}2 /);
    app.press("] h");
    await app.waitText("2 of 3: step 1");
    app.press("a");
    await app.waitText("2 held");
    expect(app.screen().match(/‖ held/g)).toHaveLength(2);
    app.press("A");
    await app.waitText("ENDED");
    expect(app.screen().match(/got 200 [abc]/g)).toHaveLength(3);
  });

  test("a breakpoint that is set meanwhile stops the next call that matches", async () => {
    const here = place();
    const app = recordIn(here, { flags: ["--break", "step:0"], asks: ["[[say one]]", "[[say two]]"] });
    await app.waitText("held before it goes out");
    app.press("i");
    app.type("req:two");
    app.press("enter");
    await app.waitText("2 breakpoints");
    app.press("a");
    await app.waitText("breakpoint req:two");
    app.press("I a");
    await app.waitText("ENDED");
  });

  test("an error instead of an answer, from the menu", async () => {
    const here = place();
    const app = recordIn(here, { flags: ["--break", "kind:llm"], asks: ["[[say one]]"] });
    await app.waitText("held before it goes out");
    app.press(",");
    await app.waitText("Fail: 500, server error");
    const at = app
      .screen()
      .split("\n")
      .filter((row) => /│[▶ ] (Let|Edit|Answer|Serve|Send|Fail|Cut)/.test(row));
    const down = at.findIndex((row) => row.includes("Fail: 500"));
    app.press(`${"j ".repeat(down)}enter`);
    await app.waitText("got 500 nothing");
  });

  test("abort asks, says what is in flight, and ends the agent", async () => {
    const here = place();
    const app = recordIn(here, { asks: ["[[hang]]"] });
    await app.waitText("pending");
    app.press("X");
    await app.waitText(/Abort the run\? It ends the agent, process \d+; in flight: step 0 stub/);
    app.press("j enter");
    await app.waitText("ENDED BY SIGTERM");
    app.press("q");
    expect((await app.waitExit()).exitCode).toBe(143);
  });

  test("an agent that does not end on SIGTERM is killed", async () => {
    const here = place();
    const app = recordIn(here, { asks: ["[[hang]]"], env: { STUBBORN: "1" } });
    await app.waitText("pending");
    app.press("X j enter");
    await app.waitText("not yet");
    await app.waitText("ENDED BY SIGKILL");
  });

  test("an agent that fails is said to have failed, by the exit code too", async () => {
    const here = place();
    const app = recordIn(here, { asks: ["[[say one]]"], env: { CODE: "3" } });
    await app.waitText("FAILED, EXIT 3");
    expect(app.screen()).toContain("err │ leaving");
    app.press("q");
    expect((await app.waitExit()).exitCode).toBe(3);
  });

  test("Q leaves it running, vcr attach comes back", async () => {
    const here = place();
    const app = recordIn(here, { flags: ["--break", "kind:llm"], asks: ["[[hang]]"] });
    await app.waitText("held before it goes out");
    app.press("q");
    await app.waitText("The agent is still running");
    app.press("enter");
    expect((await app.waitExit()).exitCode).toBe(0);
    const id = /goes on: vcr attach (\w{8}) watches it/.exec(app.outputSince())?.[1] ?? "none";
    const again = launch(["attach", id], { cols: 120, cwd: here.folder, env: here.env });
    await again.waitText("RECORDING");
    again.press("X j enter");
    await again.waitText("ENDED BY SIGTERM");
  });

  test("the screen killed while a call is held: the agent goes on to its end", async () => {
    const here = place();
    const go = join(here.folder, "went");
    here.file(
      "agent.mjs",
      `import fs from "node:fs";${AGENT.replace("process.exit", 'fs.writeFileSync("went", ""); process.exit')}`,
    );
    const app = recordIn(here, { flags: ["--break", "kind:llm"], asks: ["[[say one]]"] });
    await app.waitText("held before it goes out");
    const [run] = await runsOf(here, here.env);
    // Who only listens at the socket is no watcher, and hears when the run is over.
    const over = once(connect(run?.socket ?? "").resume(), "close");
    app.kill("SIGKILL");
    await app.waitExit();
    await over;
    expect(existsSync(go)).toBe(true);
  });

  test("the list of runs marks it, and Enter watches it", async () => {
    const here = place();
    const command = [process.execPath, "agent.mjs", "[[say one]]"];
    await here.vcr(["record", "--background", "--break", "kind:llm", "--", ...command], here.env);
    const app = launch(["tui"], { cols: 120, cwd: here.folder, env: here.env });
    await app.waitText(/ LIVE .*say one/);
    app.press("enter");
    await app.waitText("▶‖ 0");
    app.press("a");
    await app.waitText("ENDED");
  });

  test("of a fork shows what is served and what is live; D shows where it parts", async () => {
    const here = place();
    await here.vcr(
      ["record", "--name", "first", "--", process.execPath, "agent.mjs", "[[say one]]", "[[say two]]"],
      here.env,
    );
    const command = [process.execPath, "agent.mjs", "[[say one]]", "[[say three]]"];
    const app = launch(["fork", ".vcr/first.vcr", "--at", "1", "--tui", "--break", "req:three", "--", ...command], {
      cols: 160,
      cwd: here.folder,
      env: { ...here.env, OPENAI_API_KEY: "sk-test-1234567890" },
    });
    await app.waitText("▶‖ 1");
    expect(app.screen()).toMatch(/fork at 1 of [0-9a-f]{8} .*LIVE from step 1/);
    app.press("a");
    await app.waitText("D compares it with the run it was forked from");
    await app.waitText(/0 {2}◆ llm {2}↺ (served )?[\s\S]*1 {2}◆ llm {2}↯ /);
    app.press("D");
    await app.waitText("first divergence: step 1");
  });

  test("what serves the run killed: said, and no key hangs", async () => {
    const here = place();
    const app = recordIn(here, { flags: ["--break", "kind:llm"], asks: ["[[say one]]"] });
    await app.waitText("held before it goes out");
    const [run] = await runsOf(here, here.env);
    process.kill(run?.who.pid ?? 0, "SIGKILL");
    await app.waitText("CONNECTION LOST");
    app.press("a");
    await app.waitText("this run is over");
    app.press("q");
    expect((await app.waitExit()).exitCode).toBe(2);
  });
});
