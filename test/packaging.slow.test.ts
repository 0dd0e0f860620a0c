import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch } from "./support/pty.ts";

const ROOT = join(import.meta.dirname, "..");
const PACKAGE = "node_modules/agent-vcr";
const SAMPLE = `${PACKAGE}/sample-traces/tool-error.vcr`;

let folder = "";

/** As a user has it: the packed tarball installed into an empty folder, away from the sources. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "vcr-packed-"));
  npm(ROOT, "pack", "--pack-destination", folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  npm(folder, "install", "--offline", tarball);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the installed package", () => {
  test("brings no other package along", () => {
    const names = readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."));
    expect(names).toEqual(["agent-vcr"]);
  });

  test("contains the program, the samples and the libraries' licences, and no sources or tests", () => {
    const top = readdirSync(join(folder, PACKAGE)).sort();
    expect(top).toEqual(["LICENSE", "README.md", "dist", "package.json", "sample-traces", "src"]);
    expect(readdirSync(join(folder, PACKAGE, "src"), { recursive: true })).toEqual(["cli", join("cli", "launch.cjs")]);
    expect(readdirSync(join(folder, PACKAGE, "sample-traces"))).not.toContain("agents");
    expect(readFileSync(join(folder, PACKAGE, "dist/LICENSES.txt"), "utf8")).toMatch(/^react \d+\.\d+\.\d+$/m);
  });

  test("vcr --version prints the version", () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
    expect(vcr("--version")).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  test("vcr show prints the events of a run", () => {
    const { status, stdout, stderr } = vcr("show", SAMPLE);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("timeout after 200 ms");
  });

  test("vcr tui opens a run in a terminal and leaves it as it was", async () => {
    const pty = launch(["tui", join(folder, SAMPLE)], {
      command: [join(folder, "node_modules/.bin/vcr")],
      cols: 120,
      rows: 30,
    });
    await pty.waitText("get_fare");
    expect(pty.altScreen()).toBe(true);
    pty.press("q");
    expect((await pty.waitExit()).exitCode).toBe(0);
    expect(pty.altScreen()).toBe(false);
  });

  test("a second start takes the compiled code of the first, and a torn cache costs nothing", () => {
    const cache = mkdtempSync(join(folder, "cache-"));
    const env = { XDG_CACHE_HOME: cache };
    vcr("--version", env);
    const [name = ""] = readdirSync(join(cache, "vcr"));
    const file = join(cache, "vcr", name);
    const kept = readFileSync(file);
    vcr("--version", env);
    expect(readFileSync(file).equals(kept)).toBe(true);
    writeFileSync(file, kept.subarray(0, kept.length / 2));
    expect(vcr("--version", env)).toMatchObject({ status: 0, stderr: "" });
    expect(readFileSync(file).length).toBeGreaterThan(kept.length / 2);
  });

  test("a cache folder that cannot be written costs nothing", () => {
    expect(vcr("--version", { XDG_CACHE_HOME: "/dev/null/nowhere" })).toMatchObject({ status: 0, stderr: "" });
  });

  test("its API is imported by name", () => {
    const script = `import { openTrace } from "agent-vcr"; process.stdout.write(typeof openTrace);`;
    expect(
      execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: folder, encoding: "utf8" }),
    ).toBe("function");
  });

  test("its declarations compile in a strict project", () => {
    // Were it typed as any, the error that is expected here would be missing, which is one.
    const use = 'import { openTrace } from "agent-vcr";\n// @ts-expect-error a path is a string\nvoid openTrace(1);\n';
    writeFileSync(join(folder, "use.ts"), use);
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--types", "node"];
    const roots = ["--typeRoots", join(ROOT, "node_modules/@types")];
    const { stdout } = spawnSync(process.execPath, [tsc, ...options, ...roots, "use.ts"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(stdout).toBe("");
  });
});

function npm(cwd: string, ...args: string[]): void {
  execFileSync("npm", [...args, "--loglevel=error", "--no-audit", "--no-fund"], {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

function vcr(...given: (string | Record<string, string>)[]): { status: number | null; stdout: string; stderr: string } {
  const args = given.filter((each) => typeof each === "string");
  const env = Object.assign({}, ...given.filter((each) => typeof each === "object"));
  const bin = join(folder, "node_modules/.bin/vcr");
  const { status, stdout, stderr } = spawnSync(bin, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}
