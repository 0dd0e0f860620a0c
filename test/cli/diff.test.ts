import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RunHeader } from "../../src/trace/event.ts";
import { writeTrace } from "../../src/trace/write/writer.ts";
import { agentEvents, type GivenAgent } from "../support/agent-run.ts";
import { sample } from "../support/samples.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { vcr } from "./run-cli.ts";

const [A, B] = [sample("mean-a.vcr"), sample("mean-b.vcr")];

const AGENT: GivenAgent = {
  turns: [{ calls: [{ name: "search", args: { q: "flights to SFO" }, result: "none" }] }, { text: "None found." }],
};
const OTHER: GivenAgent = {
  turns: [{ calls: [{ name: "search", args: { q: "flights to San Jose" }, result: "none" }] }, { text: "None found." }],
};

function written(path: string, agent: GivenAgent, header: RunHeader = {}): string {
  writeTrace(path, header, agentEvents(agent));
  return path;
}

describe("vcr diff", () => {
  test("the report, and exit 1 for runs that parted", () => {
    const folder = tempFolder();
    const [a, b] = [written(join(folder, "a.vcr"), AGENT), written(join(folder, "b.vcr"), OTHER)];
    const ran = vcr(["diff", a, b]);
    expect(ran.code).toBe(1);
    expect(ran.stdout.replaceAll(`${folder}/`, "")).toBe(`A a.vcr  2 steps   B b.vcr  2 steps   1 equal · 1 changed
~  0     llm gpt-4o-mini   same request, different answer
         /tool_calls/0/function/arguments
         - {"q":"flights to SFO"}
         + {"q":"flights to San Jose"}
~  0a    tool search   different arguments, same result
         /args/q
         - flights to SFO
         + flights to San Jose
=  1     1 equal step, their requests carry what changed before
first divergence: step 0 (A) / 0 (B)
cause: the model answered the same request differently; call search has other arguments.
`);
  });

  test("exit 0 for a run and itself", () => {
    const ran = vcr(["diff", A, A]);
    expect(ran.code).toBe(0);
    expect(ran.stdout.split("\n").slice(1)).toEqual(["=  0-4   5 equal steps", "no divergence", ""]);
  });

  test("--stat is the first line and what it comes to", () => {
    const lines = vcr(["diff", "--stat", A, B]).stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toBe("first divergence: step 2 (A) / 2 (B)");
    expect(lines[2]).toMatch(/^cause: .*call calculator has other arguments\.$/);
  });

  test("-c says how many equal lines stand beside a difference", () => {
    const equal = (count: string) =>
      vcr(["diff", A, B, "-c", count])
        .stdout.split("\n")
        .filter((line) => line.startsWith("="))
        .map((line) => line.slice(3, 9).trim());
    expect(equal("0")).toEqual([]);
    expect(equal("1")).toEqual(["0-1a"]);
    expect(equal("3")).toEqual(["0-0a", "1", "1a"]);
    expect(equal("9")).toEqual(["0", "0a", "1", "1a"]);
  });

  test("--json is one object with steps by name", () => {
    const found = JSON.parse(vcr(["diff", "--json", A, B]).stdout);
    expect(found).toMatchObject({
      diverged: true,
      counts: { equal: 2, changed: 3 },
      firstDivergence: { op: "changed", a: "2", b: "2" },
    });
    expect(found.entries).toHaveLength(9);
    expect(found.entries[5]).toMatchObject({ op: "changed", a: "2a", b: "2a" });
  });

  test("--ignore and --scrub make differences not count", () => {
    const folder = tempFolder();
    const at = (time: string): GivenAgent => ({ ...AGENT, system: `Now: ${time}` });
    const [a, b] = [
      written(join(folder, "a.vcr"), at("2026-11-29T10:00:00Z")),
      written(join(folder, "b.vcr"), at("2026-11-29T11:00:00Z")),
    ];
    expect(vcr(["diff", a, b]).code).toBe(1);
    expect(vcr(["diff", a, b, "--scrub", "time,uuid"]).code).toBe(0);
    expect(vcr(["diff", a, b, "--ignore", "/messages/0/content"]).code).toBe(0);
    expect(vcr(["diff", a, b, "--ignore", "/messages/1/content"]).code).toBe(1);
  });

  test.each([
    [["--ignore", "messages"], 'vcr: --ignore: "messages" is no JSON pointer'],
    [["--scrub", "dates"], 'vcr: --scrub takes time, uuid, epoch, path, order, not "dates"'],
    [["-c", "many"], 'vcr: --context takes a number of lines, not "many"'],
  ])("%j is trouble", (flags, words) => {
    const ran = vcr(["diff", A, B, ...flags]);
    expect([ran.code, ran.stdout]).toEqual([2, ""]);
    expect(ran.stderr).toContain(words);
  });

  test("a file that is not there is trouble", () => {
    const ran = vcr(["diff", A, "/nowhere/b.vcr"]);
    expect([ran.code, ran.stdout]).toEqual([2, ""]);
    expect(ran.stderr).toContain("/nowhere/b.vcr: no such file");
  });

  test("a fork alone is compared with its parent beside it", () => {
    const folder = tempFolder();
    written(join(folder, "parent.vcr"), AGENT);
    const fork = written(join(folder, "fork.vcr"), OTHER, { parent: { kind: "fork", file: "parent.vcr", at: 0 } });
    const ran = vcr(["diff", fork]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/^A .*parent\.vcr {2}2 steps {3}B .*fork\.vcr {2}2 steps/);
  });

  test("a fork finds its parent by id in .vcr/", () => {
    const folder = tempFolder();
    mkdirSync(join(folder, ".vcr"));
    written(join(folder, ".vcr", "20261129-101500-abcdef01.vcr"), AGENT, { id: "abcdef0123456789" });
    const fork = written(join(folder, "fork.vcr"), AGENT, { parent: { kind: "replay", id: "abcdef0123456789" } });
    const ran = vcr(["diff", fork]);
    expect(ran.stderr).toBe("");
    expect(ran.code).toBe(0);
  });

  test("one run of a file that holds several", () => {
    const folder = tempFolder();
    const [first, second] = [written(join(folder, "a.vcr"), AGENT), written(join(folder, "b.vcr"), OTHER)];
    const both = join(folder, "both.vcr");
    writeFileSync(both, Buffer.concat([readFileSync(first), readFileSync(second)]));
    expect(vcr(["diff", `${both}#1`, first]).code).toBe(0);
    expect(vcr(["diff", `${both}#2/`, second]).code).toBe(0);
    expect(vcr(["diff", `${both}#1`, `${both}#2`]).code).toBe(1);
    const unsaid = vcr(["diff", both, first]);
    expect(unsaid.code).toBe(2);
    expect(unsaid.stderr).toContain(`${both} holds 2 runs`);
    expect(unsaid.stderr).toContain(`${both}#1 is the first`);
    expect(vcr(["diff", `${both}#3`, first]).stderr).toContain("there is no run 3; the file has 2");
  });

  test("in a pipe without colours, and with them where they are asked for", () => {
    expect(vcr(["diff", A, B]).stdout).not.toContain("\x1b");
    const lines = vcr(["diff", A, B, "--color", "always"]).stdout.split("\n");
    const removed = lines.find((line) => line.includes("- {"));
    const added = lines.find((line) => line.includes("+ {"));
    // Red and green of the terminal.
    expect(removed).toMatch(/^\x1b\[31m +- \{.*\x1b\[(0|39)?m$/);
    expect(added).toMatch(/^\x1b\[32m +\+ \{.*\x1b\[(0|39)?m$/);
    expect(vcr(["diff", A, B, "--color", "purple"]).code).toBe(2);
  });

  test("a limit that was met is said", () => {
    const folder = tempFolder();
    const long = (word: string): GivenAgent => ({
      turns: [{ text: Array.from({ length: 9000 }, (_, n) => `${word}${n}`).join(" ") }],
    });
    const [a, b] = [written(join(folder, "a.vcr"), long("a")), written(join(folder, "b.vcr"), long("b"))];
    expect(vcr(["diff", a, b, "-v"]).stdout).toMatch(/note: [\d,]+ characters differ: /);
  });

  test("a run without a parent says what is missing", () => {
    const ran = vcr(["diff", A]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("names no parent");
  });

  test("--help has an example", () => {
    expect(vcr(["diff", "--help"]).stdout).toContain("vcr diff yesterday.vcr today.vcr");
  });
});
