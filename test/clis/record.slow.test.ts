/** Agents of vendors from npm, through `vcr record`, against a stub. Their versions stand in the lock file beside this file. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import { installLocked } from "../support/install-locked.ts";
import { CLI } from "../support/pty.ts";
import { run } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";
import { tempFolder } from "../support/temp-folder.ts";

beforeAll(() => installLocked(import.meta.dirname));

const AGENTS: readonly (readonly [
  name: string,
  args: readonly string[],
  env: (url: string) => NodeJS.ProcessEnv,
  op: string,
])[] = [
  [
    "claude",
    ["-p", "say hi"],
    (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "sk-ant-stub-key-000000001", DISABLE_AUTOUPDATER: "1" }),
    "anthropic/messages",
  ],
  [
    "codex",
    ["exec", "--skip-git-repo-check", "say hi"],
    (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: "sk-stub-key-000000001" }),
    "openai/responses",
  ],
  [
    "gemini",
    ["-p", "say hi"],
    (url) => ({
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: "stub-key-000000001",
      GEMINI_CLI_TRUST_WORKSPACE: "true",
    }),
    "gemini/generate",
  ],
];

/** Everything that would want the network is off. */
const GEMINI_SETTINGS = {
  security: { auth: { selectedType: "gemini-api-key" } },
  general: { disableAutoUpdate: true, disableUpdateNag: true, enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  tools: { useRipgrep: false },
};

test.each(AGENTS)("%s", async (name, args, env, op) => {
  const folder = tempFolder();
  const stub = new StubProvider();
  const url = await stub.listen();
  mkdirSync(join(folder, "home/.gemini"), { recursive: true });
  writeFileSync(join(folder, "home/.gemini/settings.json"), JSON.stringify(GEMINI_SETTINGS));
  const program = join(import.meta.dirname, "node_modules/.bin", name);
  const environment = { ...env(url), HOME: join(folder, "home") };
  const ran = await run([CLI, "record", "-o", "run.vcr", "--", program, ...args], {
    cwd: folder,
    env: environment,
    timeout: 240_000,
  });
  await stub.close();
  expect({ code: ran.code, err: ran.code === 0 ? "" : ran.stderr }).toEqual({ code: 0, err: "" });
  expect(ran.stdout).toContain("The weather is fine: 23 °C, 雨 no.");
  const file = await openFile(join(folder, "run.vcr"));
  await readAll(file);
  const rows = Array.from({ length: file.runs[0]?.length ?? 0 }, (_, i) => file.runs[0]?.row(i));
  expect(rows.filter((row) => row?.kind === "llm").map((row) => [row?.op, row?.status])).toContainEqual([op, "ok"]);
  expect(rows.length).toBe(stub.exchanges.length);
  file.close();
});
