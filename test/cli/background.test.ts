import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { field, type Json, parse } from "../../src/json/json.ts";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
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

/** Asks what `SAY` says, then waits for a file named go, then ends. */
const AGENT = `
import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
const ask = async (content) => {
  const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer sk-test-1234567890" },
    body: JSON.stringify({ model: "stub", messages: [{ role: "user", content }] }),
  });
  console.log(answer.status, (await answer.json()).choices[0].message.content);
};
let input = "";
for await (const piece of process.stdin) input += piece;
console.log("stdin", JSON.stringify(input), "terminal", process.stdout.isTTY === true, "engine", process.env.VCR_ENGINE);
await ask(process.env.SAY ?? "hello");
while (!existsSync("go")) await setTimeout(20);
console.error("done");
process.exit(Number(process.env.CODE ?? 0));
`;

let here: Workplace;
let agent = "";
let runtime = "";

function vcr(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  return here.vcr(args, { OPENAI_BASE_URL: `${base}/v1`, XDG_RUNTIME_DIR: runtime, TMPDIR: runtime, ...env });
}

function talking(args: readonly string[]): TalkingProcess {
  return new TalkingProcess(args, {
    cwd: here.folder,
    env: { OPENAI_BASE_URL: `${base}/v1`, XDG_RUNTIME_DIR: runtime, TMPDIR: runtime },
  });
}

interface Started {
  readonly id: string;
  readonly path: string;
  readonly socket: string;
  readonly pid: number;
}

async function start(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  command = ["node", agent],
): Promise<Started> {
  const ran = await vcr([...args, "--background", "--json", "--", ...command], env);
  expect([ran.code, ran.stderr]).toEqual([0, expect.any(String)]);
  const started = parse(ran.stdout);
  const value = (key: string): Json => field(started, key) ?? null;
  const pid = Number(value("pid"));
  onTestFinished(() => {
    try {
      process.kill(pid, "SIGTERM");
    } catch {
      // It has ended, as it should.
    }
  });
  return { id: String(value("id")), path: String(value("path")), socket: String(value("socket")), pid };
}

function watch({ socket }: Started): Promise<Watching> {
  return Watching.at(socket);
}

function go(): void {
  writeFileSync(join(here.folder, "go"), "");
}

/** Agents that are started from here on wait again. */
function stay(): void {
  rmSync(join(here.folder, "go"));
}

async function rowsOf(path: string): Promise<readonly string[]> {
  const file = await openFile(path);
  await readAll(file);
  const [run] = file.runs;
  const rows = run === undefined ? [] : Array.from({ length: run.length }, (_, i) => run.row(i).status);
  file.close();
  return rows;
}

describe("a run in the background", () => {
  beforeEach(() => {
    here = workplace();
    runtime = tempFolder();
    agent = here.file("agent.mjs", AGENT);
  });

  test("the command says how to attach, and comes back while the agent runs", async () => {
    const ran = await vcr(["record", "--background", "-o", "run.vcr", "--", "node", agent]);
    const [, id] = /^run ([0-9a-f]{8}) in the background: vcr attach \1\n$/.exec(ran.stdout) ?? [];
    expect([ran.code, ran.stderr, id]).toEqual([0, "", expect.any(String)]);
    const attached = talking(["attach", id ?? ""]);
    await attached.says("watching record");
    go();
    const { code, stdout } = await attached.ended;
    expect(code).toBe(0);
    expect(stdout).toContain("vcr run.vcr\n");
  });

  test("the agent has no terminal, an empty stdin and nothing of ours in its environment; its output goes to watchers", async () => {
    const run = await watch(await start(["record", "-o", "run.vcr"]));
    await run.says("200 ");
    expect(run.output).toContain('stdin "" terminal false engine undefined\n');
    go();
    await run.gone;
    expect(run.notices).toContainEqual({ type: "output", piece: { from: "stderr", text: "done\n" } });
    expect(run.over?.status.agent).toMatchObject({ exit: { code: 0 } });
    expect(run.over?.report.at(-1)).toBe("vcr run.vcr");
    expect(await rowsOf(join(here.folder, "run.vcr"))).toEqual(["ok"]);
  });

  test("who comes later gets the output from before", async () => {
    const started = await start(["record"]);
    const first = await watch(started);
    await first.says("200 ");
    const later = await watch(started);
    await later.until(() => later.hello !== undefined);
    expect(later.hello?.output.map((piece) => piece.text).join("")).toBe(first.output);
    expect(later.hello).toMatchObject({
      mode: "record",
      argv: ["node", agent],
      run: { id: started.id, path: started.path },
    });
    go();
    await later.gone;
  });

  test.each([
    ["a file that is there", ["record", "-o", "agent.mjs"], ["node", "x"], 2, "agent.mjs"],
    [
      "a command that is not",
      ["record"],
      ["no-such-command"],
      3,
      "no-such-command could not be started: no such command",
    ],
    ["a recording that is not", ["replay", "no.vcr"], ["node", "x"], 2, "no.vcr"],
    ["a wrong flag", ["record", "--meta", "x"], ["node", "x"], 2, "--meta x: expected KEY=VALUE"],
  ])("what cannot be started says why, with its exit code: %s", async (_, args, command, code, words) => {
    const ran = await vcr([...args, "--background", "--", ...command]);
    expect([ran.code, ran.stdout]).toEqual([code, ""]);
    expect(ran.stderr).toContain(words);
  });

  test("replays and forks go there too, and their reports to watchers", async () => {
    go();
    await vcr(["record", "-o", "run.vcr", "--", "node", agent]);
    stay();
    const replay = await watch(await start(["replay", "run.vcr", "-o", "again.vcr"]));
    go();
    await replay.gone;
    expect(replay.over?.report[0]).toMatch(/^replay of [0-9a-f]{8}: no divergence$/);
    expect(replay.over?.status).toMatchObject({ live: 0, served: 1 });
    stay();
    const fork = await watch(await start(["fork", "run.vcr", "--at", "0", "-o", "fork.vcr"]));
    go();
    await fork.gone;
    expect(fork.over?.status).toMatchObject({ live: 1, served: 0 });
    expect(fork.hello?.parent).toEqual({ path: join(here.folder, "run.vcr"), at: 0 });
  });

  test("an agent that fails is said to have", async () => {
    const run = await watch(await start(["record"], { CODE: "7" }));
    await run.says("200 ");
    go();
    await run.gone;
    expect(run.over?.status.agent.exit).toEqual({ code: 7 });
  });

  test("kill ends an agent that ignores SIGTERM, and what it started; the call in flight is kept as truncated", async () => {
    const stubborn = here.file(
      "stubborn.mjs",
      `import { spawn } from "node:child_process";
       process.on("SIGTERM", () => console.log("ignored"));
       const child = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('child', process.pid)"], { stdio: "inherit" });
       const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
         method: "POST",
         headers: { "content-type": "application/json" },
         body: JSON.stringify({ model: "stub", stream: true, messages: [{ role: "user", content: "[[slow 500]] [[say ${"word ".repeat(200)}]]" }] }),
       });
       for await (const piece of answer.body) console.log("piece");`,
    );
    const started = await start(["record", "-o", "run.vcr"], {}, ["node", stubborn]);
    const run = await watch(started);
    await run.until(() => /child \d+\n/.test(run.output) && run.output.includes("piece"));
    const child = Number(/child (\d+)/.exec(run.output)?.[1]);
    await run.client.call("kill", {});
    await run.gone;
    expect(run.output).toContain("ignored");
    expect(run.over?.status.agent.exit).toEqual({ signal: "SIGKILL" });
    expect(() => process.kill(child, 0)).toThrow("ESRCH");
    expect(await rowsOf(started.path)).toEqual(["truncated"]);
  });

  test("a SIGTERM to the process of the run ends the agent, and the run is written to its end", async () => {
    const started = await start(["record"]);
    const run = await watch(started);
    await run.says("200 ");
    process.kill(started.pid, "SIGTERM");
    await run.gone;
    expect(run.over?.status.agent.exit).toEqual({ signal: "SIGTERM" });
    expect(readFileSync(started.path, "utf8")).toContain('"exit":');
  });

  test("when the process of the run is killed its watcher says so, and the file opens", async () => {
    const started = await start(["record", "-o", "run.vcr"]);
    const run = await watch(started);
    await run.says("200 ");
    const attached = talking(["attach", started.id.slice(0, 8)]);
    await attached.says("watching record");
    process.kill(started.pid, "SIGKILL");
    await run.gone;
    const ran = await attached.ended;
    expect(ran.code).toBe(2);
    expect(await rowsOf(started.path)).toEqual(["ok"]);
    go();
    expect((await vcr(["attach", "last"])).stderr).toContain("last is not in progress: no run is");
  });

  test("a gateway without a command waits there too; a watcher ends it", async () => {
    const ran = await vcr(["record", "--listen", "--print-env", "--background", "-o", "run.vcr"]);
    const url = /^export OPENAI_BASE_URL='(.*)'$/m.exec(ran.stdout)?.[1] ?? "";
    expect(ran.stdout.replace(/^export \w+='.*'\n/gm, "")).toBe("");
    expect(ran.stderr).toMatch(/run [0-9a-f]{8} in the background: vcr attach [0-9a-f]{8}\n$/);
    const body = JSON.stringify({ model: "stub", messages: [{ role: "user", content: "hello" }] });
    const headers = { "content-type": "application/json" };
    expect((await fetch(`${url}/chat/completions`, { method: "POST", headers, body })).status).toBe(200);
    const watching = talking(["attach", "run.vcr"]);
    watching.line("kill");
    expect((await watching.ended).stdout).toContain("recorded 1 event (1 llm)");
  });

  test("--tui without a terminal starts nothing", async () => {
    const ran = await vcr(["record", "--tui", "-o", "run.vcr", "--", "node", agent]);
    expect([ran.code, existsSync(join(here.folder, "run.vcr"))]).toEqual([2, false]);
    expect(ran.stderr).toContain("--background starts it without one");
  });

  test("a run in the foreground can be watched as well", async () => {
    const recording = talking(["record", "-o", "run.vcr", "--", "node", agent]);
    recording.child.stdin.end();
    await recording.says("200 ");
    const attached = talking(["attach", "run.vcr"]);
    await attached.says("watching record");
    go();
    const [recorded, watched] = await Promise.all([recording.ended, attached.ended]);
    expect([recorded.code, watched.code]).toEqual([0, 0]);
    expect(watched.stdout).toContain("agent ended with 0 · 1 live");
    expect(recorded.stderr).toContain("done");
  });
});
