import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { configFolders, loadConfig } from "../../src/cli/settings/load-config.ts";
import { tempFolder } from "../support/temp-folder.ts";

const LAUNCH = resolve(import.meta.dirname, "../../src/cli/launch.cjs");

function run(folder: string, args: readonly string[]): Pick<SpawnSyncReturns<string>, "status" | "stdout" | "stderr"> {
  return spawnSync(process.execPath, [LAUNCH, ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: folder, XDG_CACHE_HOME: join(folder, "cache") },
  });
}

const HOUSE = '{ providers: [{ id: "house", upstream: "https://llm.example.com/v1" }] }';
const EXPORTED = `import { sep } from "node:path";\nexport default ${HOUSE};\nawait sep;\n`;

test("a configuration file is read by the first start and by one from kept code, without a warning", () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }');
  writeFileSync(join(folder, "vcr.config.js"), EXPORTED);
  for (const output of ["1.vcr", "2.vcr"]) {
    const ran = run(folder, ["record", "-o", output, "--", process.execPath, "-e", "process.exit(7)"]);
    expect([ran.status, ran.stderr]).toEqual([7, expect.not.stringMatching(/Warning|dynamic import/)]);
  }
}, 60_000);

describe.each([
  ["no package.json", undefined],
  ["a package.json without a type", "{}"],
  ['"type": "commonjs"', '{ "type": "commonjs" }'],
  ['"type": "module"', '{ "type": "module" }'],
])("beside %s", (_, manifest) => {
  test.each([
    ["export default", EXPORTED],
    ["module.exports", `require("node:path");\nmodule.exports = ${HOUSE};\n`],
  ])("vcr.config.js with %s is read in the form it is written in, without a warning", (_, text) => {
    const folder = tempFolder();
    if (manifest !== undefined) writeFileSync(join(folder, "package.json"), manifest);
    writeFileSync(join(folder, "vcr.config.js"), text);
    const { stdout, stderr } = run(folder, ["doctor"]);
    expect([stdout, stderr]).toEqual([expect.stringMatching(/^house +https:\/\/llm\.example\.com /m), ""]);
  });
});

test.each([
  ["vcr.config.cjs", `exports.default = ${HOUSE};\n`],
  ["vcr.config.cjs", 'exports.normalise = ["/a"];\n'],
  ["vcr.config.mjs", 'export const normalise = ["/a"];\n'],
])("what %s exports is the configuration: %s", async (name, text) => {
  const folder = tempFolder();
  writeFileSync(join(folder, name), text);
  expect(Object.keys(await loadConfig(folder))).toEqual([text.includes("house") ? "providers" : "normalise"]);
});

test.each([
  ["vcr.config.cjs", "\nexport default {};\n", ":2: Unexpected token 'export'", "vcr.config.js"],
  ["vcr.config.mjs", "module.exports = {};\n", ": module is not defined", "export default {...}"],
  ["vcr.config.js", "\n\nexport default {{};\n", ": Unexpected token '{'", "node --input-type=module --check < "],
  ["vcr.config.js", "throw new Error('out of order');\n", ": out of order", undefined],
])("what is wrong with %s (%j) is said with its place and a remedy", (name, text, words, remedy = "") => {
  const folder = tempFolder();
  writeFileSync(join(folder, name), text);
  const { status, stderr } = run(folder, ["doctor"]);
  const [said, hint = ""] = stderr.trimEnd().split("\n");
  expect([status, said]).toEqual([2, expect.stringContaining(`vcr: ${join(folder, name)}${words}`)]);
  expect(hint).toContain(remedy);
});

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

test("a way to match that is none is refused when it is read, not only by a replay", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "vcr.config.cjs"), 'module.exports = { match: "closest" };\n');
  await expect(loadConfig(folder)).rejects.toThrow(
    "match must be one of identity, parallel, strict, ordered, fuzzy, or a matcher",
  );
});
