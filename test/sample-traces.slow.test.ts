import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "./support/temp-folder.ts";

const ROOT = join(import.meta.dirname, "..");

test("the agents, played again, are recorded byte for byte the same", () => {
  const folder = tempFolder();
  execFileSync(process.execPath, [join(ROOT, ".build/run-ts.mjs"), "sample-traces/agents/main.ts", folder], {
    cwd: ROOT,
  });
  const names = readdirSync(folder).filter((name) => name.endsWith(".vcr"));
  expect(names).toHaveLength(10);
  const differing = names.filter(
    (name) => readFileSync(join(folder, name), "utf8") !== readFileSync(join(ROOT, "sample-traces", name), "utf8"),
  );
  expect(differing).toEqual([]);
});
