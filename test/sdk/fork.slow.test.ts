/** Forks of agents with tools that are made with real clients: what reaches the provider, what it costs, what is saved. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { installLocked } from "../support/install-locked.ts";
import { CLI } from "../support/installed-cli.ts";
import { type Ran, run } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";
import { withRun } from "./sdk-runs.ts";

const PYTHON = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
const HAS_HTTPX = spawnSync(PYTHON, ["-c", "import httpx"]).status === 0;
if (!HAS_HTTPX) console.log("python3-httpx is not installed: not tested");

interface Agent {
  readonly name: string;
  readonly argv: readonly string[];
  /** Where the answer of step 1 has its words, and that of step 0 the arguments of the second call. */
  readonly words: string;
  readonly city: string;
  /** Where the question of step 2 stands. */
  readonly question: string;
}

const here = import.meta.dirname;
const CHAT = {
  words: "1:/response/choices/0/message/content",
  city: '0:/response/choices/0/message/tool_calls/1/function/arguments={"city":"Paris"}',
  question: "2:/request/messages/5/content",
};
const AGENTS: readonly Agent[] = [
  { name: "openai", argv: [process.execPath, join(here, "tool-agents.mjs"), "openai"], ...CHAT },
  {
    name: "anthropic",
    argv: [process.execPath, join(here, "tool-agents.mjs"), "anthropic"],
    words: "1:/response/content/0/text",
    city: "0:/response/content/1/input/city=Paris",
    question: "2:/request/messages/4/content",
  },
  ...(HAS_HTTPX ? [{ name: "httpx", argv: [PYTHON, join(here, "tool_agent.py")], ...CHAT }] : []),
];

const stub = new StubProvider();
const folder = mkdtempSync(join(tmpdir(), "vcr-forks-"));
let base = "";
beforeAll(async () => {
  installLocked(here);
  base = await stub.listen();
});
afterAll(async () => {
  await stub.close();
  rmSync(folder, { recursive: true, force: true });
});

const KEYS = { OPENAI_API_KEY: "sk-test-1234567890abcdef", ANTHROPIC_API_KEY: "sk-ant-test-1234567890" };
const WORDS = "The weather is fine: 23 °C, 雨 no.";

/** 0 asks for two tools at once, 1 carries their results, 2 and 3 go on. */
describe.each(AGENTS.map((agent) => [agent.name, agent] as const))("%s", (name, agent) => {
  const path = (file: string): string => join(folder, `${name}-${file}`);
  let recorded: Ran;
  let before = 0;

  function vcr(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
    const places = { OPENAI_BASE_URL: `${base}/v1`, ANTHROPIC_BASE_URL: base };
    return run([CLI, ...words, "--", ...agent.argv], {
      cwd: folder,
      env: { ...places, ...KEYS, ...env },
      timeout: 60_000,
    });
  }
  async function fork(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
    rmSync(path("fork.vcr"), { force: true });
    return vcr(["fork", path("run.vcr"), "-o", path("fork.vcr"), ...words], env);
  }
  const sent = (): readonly string[] => stub.exchanges.slice(before).map(({ body }) => body.toString());

  async function replaysAlone(file: string, like: Ran): Promise<void> {
    const calls = stub.exchanges.length;
    const env = { OPENAI_API_KEY: "", ANTHROPIC_API_KEY: "", OPENAI_BASE_URL: "", ANTHROPIC_BASE_URL: "" };
    const ran = await vcr(["replay", file, "--no-save", "--match", "strict"], env);
    expect({ code: ran.code, err: ran.code === 0 ? "" : ran.stderr, out: inOrder(ran.stdout) }).toEqual({
      code: 0,
      err: "",
      out: inOrder(like.stdout),
    });
    expect(stub.exchanges.length).toBe(calls);
  }

  beforeAll(async () => {
    recorded = await vcr(["record", "-o", path("run.vcr")]);
    expect({ code: recorded.code, err: recorded.code === 0 ? "" : recorded.stderr }).toEqual({ code: 0, err: "" });
  });
  beforeEach(() => {
    before = stub.exchanges.length;
  });

  test("served steps cost no call, the rest goes live, and the fork replays alone", async () => {
    const ran = await fork(["--at", "2"]);
    expect([ran.code, inOrder(ran.stdout)]).toEqual([0, inOrder(recorded.stdout)]);
    expect(sent()).toHaveLength(2);
    const origins = await withRun(path("fork.vcr"), (of) =>
      Array.from({ length: of.length }, (_, i) => of.row(i)).flatMap((row) => (row.derived ? [] : [row.origin])),
    );
    expect(origins).toEqual(["replayed", "replayed", "live", "live"]);
    await replaysAlone(path("fork.vcr"), ran);
  });

  test("a changed result of one of two calls made at once is in every live request", async () => {
    const ran = await fork(["--edit", "0b:/result=Rome: 21 degrees"]);
    expect(ran.code).toBe(0);
    expect(sent()).toHaveLength(3);
    for (const request of sent()) {
      expect(request).toContain("Rome: 21 degrees");
      expect(request).toContain("Oslo: -3 C");
      expect(request).not.toContain("Rome: -3 C");
    }
    await replaysAlone(path("fork.vcr"), ran);
  });

  test("a changed answer is what the agent goes on from", async () => {
    const ran = await fork(["--edit", `${agent.words}=It snows.`]);
    expect([ran.code, inOrder(ran.stdout)]).toEqual([0, inOrder(recorded.stdout.replace(WORDS, "It snows."))]);
    expect(sent()).toHaveLength(2);
    for (const request of sent()) expect(request).toContain("It snows.");
    await replaysAlone(path("fork.vcr"), ran);
  });

  test("changed arguments are what the tool is called with", async () => {
    const ran = await fork(["--edit", agent.city]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('"ran for Paris"');
    expect(sent()).toHaveLength(3);
    for (const request of sent()) expect(request).toContain("Paris: -3 C");
    await replaysAlone(path("fork.vcr"), ran);
  });

  test("a changed question is in every live request; a fork of the fork keeps it", async () => {
    const ran = await fork(["--edit", `${agent.question}=and in a year?`]);
    expect(ran.code).toBe(0);
    expect(sent()).toHaveLength(2);
    for (const request of sent()) expect(request).toContain("and in a year?");
    for (const request of sent()) expect(request).not.toContain("and tomorrow?");
    before = stub.exchanges.length;
    const again = await vcr(["fork", path("fork.vcr"), "-o", path("fork-of-fork.vcr"), "--at", "3"]);
    expect(again.code).toBe(0);
    expect(sent()).toEqual([expect.stringContaining("and in a year?")]);
    await replaysAlone(path("fork-of-fork.vcr"), again);
  });

  test("at 0 all is live, at the end nothing is, beyond it is an error", async () => {
    const all = await fork(["--at", "0"]);
    expect([all.code, inOrder(all.stdout), sent().length]).toEqual([0, inOrder(recorded.stdout), 4]);
    before = stub.exchanges.length;
    const none = await fork(["--at", "end"]);
    expect([none.code, inOrder(none.stdout), sent().length]).toEqual([0, inOrder(recorded.stdout), 0]);
    const beyond = await fork(["--at", "9"]);
    expect([beyond.code, beyond.stdout, sent().length]).toEqual([2, "", 0]);
    expect(beyond.stderr).toContain("--at 9 lies beyond the end: the run has 4 steps");
  });

  test("an agent that parts before the boundary is stopped, and nothing is sent", async () => {
    const ran = await fork(["--at", "2"], { PROMPT: "Weather in Bergen? [[tools]]" });
    expect(ran.code).toBe(5);
    expect(ran.stdout).toContain("parted from the recording before that: it differs at /messages/0/content");
    expect(ran.stderr).toContain("diverged before the fork - 1 call(s) stopped");
    expect(sent()).toEqual([]);
  });
});

/** Tools that run at once are done in any order. */
function inOrder(output: string): readonly string[] {
  const lines = output.split("\n");
  const ran = lines.filter((line) => line.startsWith('"ran for')).sort();
  return lines.map((line) => (line.startsWith('"ran for') ? (ran.shift() ?? "") : line));
}
