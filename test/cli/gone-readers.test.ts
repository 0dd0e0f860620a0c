import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { CLI } from "../support/installed-cli.ts";
import { ownHome } from "../support/own-home.ts";

const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, ...ownHome() });

test.each([[["--help"]], [["replay", "--help"]], [["completion", "bash"]]])(
  "%j without a reader of stdout ends quietly",
  async (args) => {
    const env = environment();
    const child = spawn(process.execPath, [CLI, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect(stderr).toBe("");
    expect(code).toBe(0);
  },
);

test("a mistake without a reader of stderr keeps its exit code", async () => {
  const child = spawn(process.execPath, [CLI, "show", "no-such-file.vcr"], {
    env: environment(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr.destroy();
  expect(await once(child, "exit")).toEqual([2, null]);
});
