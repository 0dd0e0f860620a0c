import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { CLI } from "../support/installed-cli.ts";
import { claudeSession, type Machine, machine, nativeRun } from "../support/machine.ts";
import { ownHome } from "../support/own-home.ts";
import { sample } from "../support/samples.ts";

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built program in the working folder of a machine, without a terminal. */
function vcr(box: Machine, args: readonly string[], input: string | Buffer = ""): Ran {
  const env = { PATH: process.env.PATH ?? "", ...ownHome(), HOME: box.home, LANG: "C.UTF-8" };
  const options = { cwd: box.cwd, input, env, detached: true, timeout: 60_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], options);
  return { code: status, stdout: stdout.toString("utf8"), stderr: stderr.toString("utf8") };
}

describe("vcr runs", () => {
  test("prints a line a run, newest first, a fork below its original, with what it comes to", () => {
    const box = machine();
    box.put("work/.vcr/20260601-110000-9f8e7d6c.vcr", nativeRun({ id: "r_1" }, "Book a flight"), 9);
    const parent = { kind: "fork", id: "r_1", at: 2 };
    box.put("work/.vcr/20260601-115500-0a1b2c3d.vcr", nativeRun({ parent }, "Book a flight"), 5);
    box.put(".claude/projects/app/s1.jsonl", claudeSession("s1", "Fix the build"), 7);
    const { code, stdout } = vcr(box, ["runs", "--no-cost"]);
    const rows = stdout.split("\n").map((line) => line.replace(/ {2,}/g, "  "));
    expect(code).toBe(0);
    expect(rows[1]).toMatch(/^9f8e7d6c {2}\d+ d {2}1 {2}120 {2}\d+ B {2}vcr {2}Book a flight$/);
    expect(rows[2]).toMatch(/^0a1b2c3d {2}\d+ d {2}1 {2}120 {2}\d+ B {2}vcr {2}└ fork at 2 · Book a flight$/);
    expect(rows[3]).toMatch(/s1\.jsonl {2}\d+ d {2}2 {2}35 {2}\d+ B {2}claude-code {2}Fix the build$/);
  });

  test("--json is an object a line; what is unknown is left out", () => {
    const box = machine();
    const path = box.put("work/.vcr/20260601-110000-9f8e7d6c.vcr", nativeRun({ id: "r_1" }, "Book a flight"), 0);
    const { stdout } = vcr(box, ["runs", "--json", "--no-cost"]);
    expect(JSON.parse(stdout)).toEqual({
      path,
      name: "9f8e7d6c",
      from: "here",
      modified: "2026-06-01T12:00:00.000Z",
      size: readFileSync(path).length,
      format: "vcr",
      id: "r_1",
      runs: 1,
      steps: 1,
      errors: 0,
      tokens: 120,
      models: ["gpt-4o-mini"],
      prompt: "Book a flight",
    });
  });

  test("of a folder lists what is in it; vcr tui DIR without a terminal prints the same", () => {
    const box = machine();
    box.put("work/tapes/one.vcr", nativeRun({}, "Book a flight"), 0);
    const ran = vcr(box, ["runs", "tapes"]);
    expect(ran.stdout).toContain("tapes/one.vcr");
    expect(vcr(box, ["tui", "tapes"]).stdout).toBe(ran.stdout);
  });

  test("with nothing found says where it looked, on stderr, and prints nothing", () => {
    const { code, stdout, stderr } = vcr(machine(), ["runs"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toContain(".vcr\n");
    expect(stderr).toContain("vcr demo");
  });

  test("a folder that is not there is trouble", () => {
    expect(vcr(machine(), ["runs", "nowhere"])).toMatchObject({ code: 2, stderr: "vcr: nowhere: no such file\n" });
  });
});

describe("a word for FILE", () => {
  test("last is what show and stats take when none is given", () => {
    const box = machine();
    box.put("work/.vcr/a.vcr", nativeRun({}, "old"), 9);
    box.put("work/.vcr/b.vcr", nativeRun({}, "new"), 1);
    const last = vcr(box, ["show", "last"]);
    expect(last.stdout).toContain("/work/.vcr/b.vcr");
    expect(vcr(box, ["show"]).stdout).toBe(last.stdout);
    expect(vcr(box, ["stats"]).stdout).toContain("/work/.vcr/b.vcr");
  });

  test("last without a run says so", () => {
    const { code, stderr } = vcr(machine(), ["show", "last"]);
    expect(code).toBe(2);
    expect(stderr).toContain("there is no run in .vcr yet");
  });

  test("the beginning of several ids exits 2 with the candidates, newest first", () => {
    const box = machine();
    box.put("work/.vcr/20260601-110000-9f8e7d6c.vcr", nativeRun({}, "x"), 9);
    box.put("work/.vcr/20260601-100000-9f8e7d6c.vcr", nativeRun({}, "x"), 1);
    const { code, stderr } = vcr(box, ["show", "9f8e7d6c"]);
    expect(code).toBe(2);
    expect(stderr.match(/\.vcr\/\S+/g)).toEqual([
      ".vcr/20260601-100000-9f8e7d6c.vcr",
      ".vcr/20260601-110000-9f8e7d6c.vcr",
    ]);
  });

  test("a file of that name counts before an id", () => {
    const box = machine();
    box.put("work/.vcr/20260601-110000-9f8e7d6c.vcr", nativeRun({}, "an id"), 0);
    box.put("work/9f8e7d6c", nativeRun({ title: "a file" }, "x"), 0);
    expect(vcr(box, ["show", "9f8e7d6c"]).stdout).toContain("a file");
  });

  test("- reads standard input, packed or not", () => {
    const bytes = readFileSync(sample("hello.vcr"));
    const shown = vcr(machine(), ["show", "-"], bytes);
    expect(shown.stdout).toContain("names.txt");
    const packed = vcr(machine(), ["show", "-"], gzipSync(bytes));
    expect(packed.stdout).toBe(shown.stdout);
    expect(vcr(machine(), ["show", "-", "--step", "0a"], bytes).stdout).toContain("step 0a");
    expect(vcr(machine(), ["formats", "-"], bytes).stdout).toContain("(vcr)");
  });

  test("an empty standard input is trouble", () => {
    expect(vcr(machine(), ["show", "-"], "")).toMatchObject({ code: 2 });
  });

  test("a folder is refused by the commands that take one file", () => {
    for (const command of ["show", "stats", "formats"])
      expect(vcr(machine(), [command, "."])).toMatchObject({ code: 2, stdout: "" });
  });
});
