/** An agent and a server made with the SDK of the Model Context Protocol, over stdio, with the server's command behind `vcr mcp`. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installLocked } from "../support/install-locked.ts";
import { CLI } from "../support/installed-cli.ts";
import { type Ran, run } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";
import { TalkingProcess } from "../support/talking-process.ts";

const stub = new StubProvider();
const folder = mkdtempSync(join(tmpdir(), "vcr-mcp-"));
const log = join(folder, "log");
const server = [process.execPath, join(import.meta.dirname, "mcp-server.mjs"), log];
const agent = [process.execPath, join(import.meta.dirname, "mcp-agent.mjs"), process.execPath, CLI];

let base = "";
let recorded: Ran;

function vcr(words: readonly string[], tap: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  return run([CLI, ...words, "--", ...agent, ...tap], { cwd: folder, env, timeout: 60_000 });
}

/** Times that the server was started since the last look. */
function starts(): number {
  const count = existsSync(log) ? readFileSync(log, "utf8").split("\n").length - 1 : 0;
  rmSync(log, { force: true });
  return count;
}

const TAP = ["mcp", "--", ...server];

beforeAll(async () => {
  installLocked(import.meta.dirname);
  base = `${await stub.listen()}/v1`;
  recorded = await vcr(["record", "-o", "run.vcr"], TAP, { OPENAI_BASE_URL: base, OPENAI_API_KEY: "sk-test-123456" });
});
afterAll(async () => {
  await stub.close();
  rmSync(folder, { recursive: true, force: true });
});

test("recorded: the SDK hands the server none of the environment, and its calls are in the run all the same", async () => {
  expect({ code: recorded.code, err: recorded.code === 0 ? "" : recorded.stderr }).toEqual({ code: 0, err: "" });
  expect(starts()).toBe(1);
  expect(recorded.stdout).toContain("rain in Oslo at ");
  const { stdout } = await run([CLI, "show", "run.vcr"], { cwd: folder, env: {} });
  expect(stdout).toMatch(/tool +get_weather/);
});

test("replayed strictly without server, provider and key: it prints the same", async () => {
  const calls = stub.exchanges.length;
  const ran = await vcr(["replay", "run.vcr", "--match", "strict", "--no-real-tools", "-o", "again.vcr"], TAP);
  expect({ code: ran.code, err: ran.code === 0 ? "" : ran.stderr }).toEqual({ code: 0, err: "" });
  expect([ran.stdout, starts(), stub.exchanges.length - calls]).toEqual([recorded.stdout, 0, 0]);
  const again = await vcr(["replay", "again.vcr", "--match", "strict", "--no-save"], TAP);
  expect([again.stdout, again.code, starts()]).toEqual([recorded.stdout, 0, 0]);
});

test("a call without a recording is an error of the SDK", async () => {
  const ran = await vcr(["replay", "run.vcr", "--no-save"], TAP, { CITY: "Bergen" });
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain("MCP error -32000: vcr: this is a replay of");
  expect(ran.stderr).toContain('tool get_weather {"city":"Bergen"}, differs at /city');
  expect(starts()).toBe(0);
});

test("forked: what was served is served, then the server is started and greeted", async () => {
  const { stdout } = await run([CLI, "show", "run.vcr", "--json"], { cwd: folder, env: {} });
  const steps = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly step?: string; readonly name?: string; readonly kind?: string });
  const second = steps.filter(
    ({ kind, name, step }) => kind === "tool" && name === "get_weather" && /^\d+$/.test(step ?? ""),
  )[1];
  expect(second?.step).toBeDefined();
  const env = { OPENAI_BASE_URL: base, OPENAI_API_KEY: "sk-test-123456" };
  const ran = await vcr(["fork", "run.vcr", "--at", second?.step ?? "", "-o", "fork.vcr"], TAP, env);
  expect({ code: ran.code, err: ran.code === 0 ? "" : ran.stderr }).toEqual({ code: 0, err: "" });
  const [before, after] = [recorded.stdout, ran.stdout].map((text) => text.trim().split("\n"));
  expect(after?.slice(0, 4)).toEqual(before?.slice(0, 4));
  expect(after?.[4]).toMatch(/rain in Rome at \d+/);
  expect(after?.[4]).not.toBe(before?.[4]);
  expect(starts()).toBe(1);
  const alone = await vcr(["replay", "fork.vcr", "--match", "strict", "--no-save"], TAP);
  expect([alone.stdout, alone.code, starts()]).toEqual([ran.stdout, 0, 0]);
});

test("a recording of the server alone stands in for it", async () => {
  starts();
  const env = { OPENAI_BASE_URL: base, OPENAI_API_KEY: "sk-test-123456" };
  const tapped = await vcr(["record", "-o", "outer.vcr"], ["mcp", "-o", "tap.vcr", "--", ...server], env);
  expect([tapped.code, starts()]).toEqual([0, 1]);
  const ran = await vcr(["replay", "outer.vcr", "--no-save"], ["mcp", "--replay", "tap.vcr"]);
  expect({ code: ran.code, err: ran.code === 0 ? "" : ran.stderr }).toEqual({ code: 0, err: "" });
  expect([ran.stdout, starts()]).toEqual([tapped.stdout, 0]);
});

test("a result is held and answered by hand from another terminal: the SDK takes it, and the other calls go on", async () => {
  const runtime = { XDG_RUNTIME_DIR: folder, TMPDIR: folder };
  const env = { ...runtime, OPENAI_BASE_URL: base, OPENAI_API_KEY: "sk-test-123456" };
  const words = ["record", "-o", "held.vcr", "--break", "phase:response tool:get_weather"];
  const recording = new TalkingProcess([...words, "--", ...agent, ...TAP], { cwd: folder, env });
  await recording.says("vcr attach");
  const attached = new TalkingProcess(["attach", "held.vcr"], { cwd: folder, env: runtime });
  attached.line("answer snow in Oslo");
  attached.line("q");
  const [ran, watched] = await Promise.all([recording.ended, attached.ended]);
  expect({ code: ran.code, err: ran.code === 0 ? "" : ran.stderr }).toEqual({ code: 0, err: "" });
  expect(watched.stdout).toContain("tool get_weather, before the agent gets its answer");
  expect(ran.stdout).toContain('{"content":[{"type":"text","text":"snow in Oslo"}]}');
  expect(ran.stdout).toContain("rain in Rome at ");
});
