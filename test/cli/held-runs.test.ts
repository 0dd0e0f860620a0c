import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { field, parse } from "../../src/json/json.ts";
import { CLI } from "../support/installed-cli.ts";
import { ownHome } from "../support/own-home.ts";
import { type Ran, type Workplace, workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";
import { TalkingProcess } from "../support/talking-process.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { Watching } from "../support/watching.ts";

const stub = new StubProvider();
let base = "";
beforeAll(async () => {
  base = await stub.listen();
});
afterAll(() => stub.close());

/** Asks "first", then "second", and prints the answers; a SIGUSR2 makes it crash; a file says that it has ended. */
const AGENT = `
import { writeFileSync } from "node:fs";
process.on("SIGUSR2", () => { throw new Error("boom"); });
process.on("exit", () => writeFileSync("ended", ""));
async function ask(content) {
  const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer sk-test-1234567890" },
    body: JSON.stringify({ model: "stub", messages: [{ role: "user", content }] }),
  });
  console.log(answer.status, (await answer.json()).choices[0].message.content);
}
await ask("first [[say one]]");
await ask("second [[say two]]");
`;

let here: Workplace;
let runtime = "";
let agent = "";
let asked = 0;

beforeEach(() => {
  here = workplace();
  runtime = tempFolder();
  agent = here.file("agent.mjs", AGENT);
  asked = stub.exchanges.length;
});

const environment = (): NodeJS.ProcessEnv => ({
  OPENAI_BASE_URL: `${base}/v1`,
  XDG_RUNTIME_DIR: runtime,
  TMPDIR: runtime,
});
const vcr = (...args: readonly string[]): Promise<Ran> => here.vcr(args, environment());
const talking = (...args: readonly string[]) => new TalkingProcess(args, { cwd: here.folder, env: environment() });

/** What reached the provider. */
const sent = (): readonly string[] => stub.exchanges.slice(asked).map(({ body }) => body.toString());

interface Started {
  readonly id: string;
  readonly path: string;
  readonly socket: string;
  readonly pid: number;
}

async function start(...args: readonly string[]): Promise<Started> {
  const ran = await vcr("record", ...args, "--background", "--json", "--", "node", agent);
  const started = parse(ran.stdout);
  const value = (key: string): string => String(field(started, key));
  const pid = Number(value("pid"));
  onTestFinished(() => {
    try {
      process.kill(pid, "SIGTERM");
    } catch {
      // It has ended, as it should.
    }
  });
  return { id: value("id"), path: value("path"), socket: value("socket"), pid };
}

describe("a run with --break", () => {
  test("on a terminal says which call stands still and how it goes on", async () => {
    const recording = talking("record", "--break", "phase:request /second/", "-o", "run.vcr", "--", "node", agent);
    await recording.says("goes on from here");
    const [, id = ""] =
      /^vcr: step 1 \(llm openai\/chat stub\) is held by the breakpoint phase:request \/second\/; vcr attach ([0-9a-f]{8}) goes on from here$/m.exec(
        recording.stderr,
      ) ?? [];
    expect(sent()).toHaveLength(1);
    const watching = talking("attach", id);
    watching.line("c");
    const [recorded, watched] = await Promise.all([recording.ended, watching.ended]);
    expect([recorded.code, recorded.stdout, watched.code]).toEqual([0, "200 one\n200 two\n", 0]);
    expect(recorded.stderr.match(/is held/g)).toHaveLength(1);
  });

  test("in the background waits for a watcher, who can change what goes out", async () => {
    const started = await start("--break", "/first/", "-o", "run.vcr");
    const run = await Watching.at(started.socket);
    await run.until(() => run.held.length === 1);
    expect(sent()).toEqual([]);
    const changes = [{ pointer: "/messages/0/content", value: "first [[say three]]" }];
    await run.client.call("act", { id: run.held[0]?.id ?? 0, action: { do: "edit-request", changes } });
    await run.gone;
    expect(run.output).toBe("200 three\n200 two\n");
    expect(sent()[0]).toContain("say three");
  });

  test("a watcher that is killed lets its held call go on", async () => {
    const started = await start("--break", "/first/");
    const watching = talking("attach", started.id.slice(0, 8));
    await watching.says("held 1: step 0");
    watching.child.kill("SIGKILL");
    await expect.poll(() => sent().length).toBe(2);
  });

  test("a watcher whose commands have ended says that it keeps what is held", async () => {
    const started = await start("--break", "/first/");
    const watching = talking("attach", started.id.slice(0, 8));
    watching.line("l");
    watching.child.stdin.end();
    await watching.says("vcr: stdin has ended, so held calls stay held until another vcr attach lets them go on");
    const other = talking("attach", started.id.slice(0, 8));
    other.line("c");
    const [{ code, stderr }] = await Promise.all([watching.ended, other.ended]);
    expect([code, stderr.match(/stdin has ended/g), sent().length]).toEqual([0, ["stdin has ended"], 2]);
  });

  test("with --hold the call stays held for the next watcher", async () => {
    const started = await start("--break", "/first/", "--hold");
    const watching = talking("attach", started.id.slice(0, 8));
    await watching.says("held 1: step 0");
    watching.child.kill("SIGKILL");
    await watching.ended;
    const run = await Watching.at(started.socket);
    await run.until(() => run.held.length === 1);
    expect([run.hello?.status.hold, sent()]).toEqual([true, []]);
    await run.client.call("act", { id: run.held[0]?.id ?? 0, action: { do: "continue" } });
    await run.gone;
    expect(run.output).toBe("200 one\n200 two\n");
  });

  test("an agent that crashes while its call is held ends the run", async () => {
    const run = await Watching.at((await start("--break", "/first/")).socket);
    await run.until(() => run.held.length === 1 && run.hello !== undefined);
    process.kill(run.hello?.status.agent.pid ?? 0, "SIGUSR2");
    await run.gone;
    expect(run.output).toContain("Error: boom");
    expect(run.over?.status.agent.exit).toEqual({ code: 1 });
    expect(sent()).toEqual([]);
  });

  test("kill ends the agent while its call is held", async () => {
    const run = await Watching.at((await start("--break", "/first/")).socket);
    await run.until(() => run.held.length === 1);
    await run.client.call("kill", {});
    await run.gone;
    expect(run.over?.status.agent.exit).toEqual({ signal: "SIGTERM" });
  });

  test("when the process of the run is killed, the agent is told by its connection, and the file opens", async () => {
    const started = await start("--break", "/first/", "-o", "run.vcr");
    const run = await Watching.at(started.socket);
    await run.until(() => run.held.length === 1);
    process.kill(started.pid, "SIGKILL");
    await run.gone;
    await expect.poll(() => existsSync(join(here.folder, "ended"))).toBe(true);
    expect((await vcr("show", "run.vcr", "--json")).stdout).toContain('"status":"pending"');
  });
});

describe("without a place for the socket", () => {
  beforeEach(() => {
    mkdirSync(join(runtime, "vcr"));
    chmodSync(join(runtime, "vcr"), 0o755);
  });

  test("a run that needs no watcher goes on, with a warning", async () => {
    const ran = await vcr("record", "-o", "run.vcr", "--", "node", agent);
    expect([ran.code, ran.stdout]).toEqual([0, "200 one\n200 two\n"]);
    expect(ran.stderr).toContain(`vcr: nobody can attach to this run: others can enter ${runtime}/vcr: chmod 700`);
  });

  test("the process of a run in the background ends, and leaves no file", async () => {
    const engine = spawn(process.execPath, [CLI, "record", "-o", "run.vcr", "--", "node", agent], {
      cwd: here.folder,
      env: { PATH: process.env.PATH, ...ownHome(), XDG_RUNTIME_DIR: runtime, VCR_ENGINE: "1" },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let said = "";
    engine.stderr?.setEncoding("utf8").on("data", (piece: string) => {
      said += piece;
    });
    const [code] = await once(engine, "close");
    expect([code, existsSync(join(here.folder, "run.vcr"))]).toEqual([2, false]);
    expect(said).toContain("vcr: nobody can attach to this run");
  });

  test.each([["--background"], ["--hold"], ["--break", "~e"]])(
    "one that needs one does not begin: %s",
    async (...flags) => {
      const ran = await vcr("record", ...flags, "-o", "run.vcr", "--", "node", agent);
      expect([ran.code, ran.stdout, existsSync(join(here.folder, "run.vcr"))]).toEqual([2, "", false]);
      expect(ran.stderr).toContain("vcr: nobody could attach: others can enter");
    },
  );
});
