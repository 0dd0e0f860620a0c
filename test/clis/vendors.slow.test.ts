/** Agents of vendors from npm, recorded against a stub and replayed without it. Their versions stand in the lock file beside this file. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import { installLocked } from "../support/install-locked.ts";
import { CLI } from "../support/installed-cli.ts";
import { type Ran, run } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";

const folder = mkdtempSync(join(tmpdir(), "vcr-clis-"));
beforeAll(() => installLocked(import.meta.dirname));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Agent {
  readonly name: string;
  readonly args: readonly string[];
  /** What it needs besides a key, which a replay puts a placeholder for. */
  readonly settings: NodeJS.ProcessEnv;
  readonly provider: (url: string) => NodeJS.ProcessEnv;
  readonly op: string;
}

const AGENTS: readonly Agent[] = [
  {
    name: "claude",
    args: ["-p", "say hi"],
    settings: { DISABLE_AUTOUPDATER: "1" },
    provider: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "sk-ant-stub-key-000000001" }),
    op: "anthropic/messages",
  },
  {
    name: "codex",
    args: ["exec", "--skip-git-repo-check", "say hi"],
    settings: {},
    provider: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: "sk-stub-key-000000001" }),
    op: "openai/responses",
  },
  {
    name: "gemini",
    // With a model named it does not ask one which to take, whose answer from the stub it would try to read for minutes.
    args: ["-m", "gemini-2.5-flash", "-p", "say hi"],
    settings: { GEMINI_CLI_TRUST_WORKSPACE: "true" },
    provider: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: "stub-key-000000001" }),
    op: "gemini/generate",
  },
];

/**
 * Everything that would want the network is off, and so are skills: it lists them in the order in which the disk
 * answers, a prompt that is not the same twice (`--scrub order` is for those, and is tested where the order is ours).
 */
const GEMINI_SETTINGS = {
  security: { auth: { selectedType: "gemini-api-key" } },
  general: { disableAutoUpdate: true, disableUpdateNag: true, enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  tools: { useRipgrep: false },
  skills: { enabled: false },
};

/** The agent's home folder, as if it had never run. Its path stands in requests, so it stays. */
function freshHome(name: string): string {
  const home = join(folder, `${name}-home`);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(join(home, ".gemini"), { recursive: true });
  writeFileSync(join(home, ".gemini/settings.json"), JSON.stringify(GEMINI_SETTINGS));
  return home;
}

function vcr(words: readonly string[], agent: Agent, env: NodeJS.ProcessEnv): Promise<Ran> {
  const program = join(import.meta.dirname, "node_modules/.bin", agent.name);
  const cwd = join(folder, agent.name);
  mkdirSync(cwd, { recursive: true });
  return run([CLI, ...words, "--", program, ...agent.args], {
    cwd,
    env: { ...agent.settings, ...env, HOME: freshHome(agent.name) },
    timeout: 240_000,
  });
}

describe.each(AGENTS.map((agent) => [agent.name, agent] as const))("%s", (name, agent) => {
  const path = join(folder, name, "run.vcr");
  const stub = new StubProvider();
  let recorded: Ran;
  beforeAll(async () => {
    const url = await stub.listen();
    recorded = await vcr(["record", "-o", path], agent, agent.provider(url));
    await stub.close();
  });

  test("recorded", async () => {
    const { code, stderr, stdout } = recorded;
    expect({ code, err: code === 0 ? "" : stderr }).toEqual({ code: 0, err: "" });
    expect(stdout).toContain("The weather is fine: 23 °C, 雨 no.");
    const file = await openFile(path);
    await readAll(file);
    const rows = Array.from({ length: file.runs[0]?.length ?? 0 }, (_, i) => file.runs[0]?.row(i));
    expect(rows.filter((row) => row?.kind === "llm").map((row) => [row?.op, row?.status])).toContainEqual([
      agent.op,
      "ok",
    ]);
    expect(rows.length).toBe(stub.exchanges.length);
    file.close();
  });

  test("replayed strictly in a fresh home, with the provider gone and no key: it prints the same", async () => {
    const ran = await vcr(["replay", path, "--match", "strict", "--no-save"], agent, {});
    expect({ code: ran.code, err: ran.code === 0 ? "" : ran.stderr }).toEqual({ code: 0, err: "" });
    expect(ran.stdout).toBe(recorded.stdout);
    expect(ran.stderr).toMatch(/^\d+ call\(s\) answered from the recording, 0 live, 0 loose$/m);
  });
});
