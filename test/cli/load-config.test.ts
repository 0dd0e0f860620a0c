import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { configFolders, loadConfig } from "../../src/cli/load-config.ts";
import { tempFolder } from "../support/temp-folder.ts";

const LAUNCH = resolve(import.meta.dirname, "../../src/cli/launch.cjs");

function recordTwice(folder: string): readonly { readonly code: number | null; readonly stderr: string }[] {
  return [1, 2].map((round) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [LAUNCH, "record", "-o", `${round}.vcr`, "--", process.execPath, "-e", "process.exit(7)"],
      {
        cwd: folder,
        encoding: "utf8",
        env: { PATH: process.env.PATH, HOME: folder, XDG_CACHE_HOME: join(folder, "cache") },
      },
    );
    return { code: status, stderr };
  });
}

test("a configuration file is read by the first start and by one from kept code, without a warning", () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "vcr.config.mjs"), "export default { redact: [/zebra\\d+/] };\n");
  for (const { code, stderr } of recordTwice(folder)) {
    expect(stderr).not.toMatch(/Warning|dynamic import/);
    expect(code).toBe(7);
  }
}, 60_000);

test("folders above are looked in up to the root of the repository", () => {
  const root = tempFolder();
  mkdirSync(join(root, "repo/.git"), { recursive: true });
  mkdirSync(join(root, "repo/a/b"), { recursive: true });
  expect(configFolders(join(root, "repo/a/b"), "/home/nobody")).toEqual([
    join(root, "repo/a/b"),
    join(root, "repo/a"),
    join(root, "repo"),
  ]);
});

test("outside of a repository folders above count up to the home", () => {
  const root = tempFolder();
  mkdirSync(join(root, "a"));
  expect(configFolders(join(root, "a"), root)).toEqual([join(root, "a"), root]);
});

test("outside of both only the folder itself counts", () => {
  const root = tempFolder();
  expect(configFolders(root, "/home/nobody")).toEqual([root]);
});

test("the nearest file wins", async () => {
  const root = tempFolder();
  mkdirSync(join(root, ".git"));
  mkdirSync(join(root, "a/b"), { recursive: true });
  writeFileSync(join(root, "vcr.config.mjs"), 'export default { normalise: ["/far"] };\n');
  writeFileSync(join(root, "a/vcr.config.mjs"), 'export default { normalise: ["/near"] };\n');
  expect(await loadConfig(join(root, "a/b"))).toEqual({ normalise: ["/near"] });
});
