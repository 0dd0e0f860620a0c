import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { copyOf, sample } from "../support/samples.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { vcr } from "./run-cli.ts";

/** What is said when these lines are typed, without the greeting. */
function said(file: string, ...lines: readonly string[]): readonly string[] {
  const home = tempFolder();
  const { code, stdout, stderr } = vcr(["tui", "--screen-reader", ...file.split(" ")], {
    input: `${lines.join("\n")}\n`,
    env: { XDG_STATE_HOME: home, XDG_CONFIG_HOME: home },
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).not.toMatch(/[\x1b╭│─]/);
  return stdout.split("\n").filter((line) => !/^(n next|digest,|f or filter)/.test(line));
}

/** The steps that are said, in order. */
function steps(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => /^step (\S+?),/.exec(line)?.[1] ?? []);
}

const RUN = sample("tool-error.vcr");

describe("lines instead of a screen", () => {
  test("begin with what is open and the first event", () => {
    const lines = said(RUN);
    expect(lines[0]).toMatch(/^tool-error\.vcr: 14 steps, 3 errors, 1 retry/);
    expect(lines[1]).toMatch(/^step 0, llm claude-haiku-4-5, 931ms, 603 tokens in, 9 out: calls list_files$/);
  });

  test("words, numbers, keys and names of commands go through the run", () => {
    expect(steps(said(RUN, "n", "", "p", "j 9a", "3", "]e", "step.next-turn", "[ e"))).toEqual([
      "0",
      "0a",
      "1",
      "0a",
      "9a",
      "3",
      "3a",
      "4",
      "3a",
    ]);
  });

  test("a filter is a prompt on a line of its own; one that cannot be read is said and changes nothing", () => {
    const lines = said(RUN, "f", "tool:book status:error", "filter kind:(", "l");
    expect(lines).toContain("filter tool:book status:error: 1 of 27 rows");
    expect(lines.find((line) => line.includes("at character"))).toMatch(/at character \d+/);
    expect(steps(lines)).toEqual(["0", "9a", "9a"]);
  });

  test("a search says which hit it is on", () => {
    const lines = said(RUN, "/mismatch: 412");
    expect(lines.find((line) => line.startsWith("search mismatch: 412: hit 1 of "))).toBeDefined();
    expect(steps(lines)).toEqual(["0", "9a"]);
  });

  test("tabs are words, and a line of the detail is read by itself", () => {
    const lines = said(RUN, "j 9a", "tools", "detail.open", "n");
    expect(lines).toContain("Tool I/O of step 9a:");
    expect(lines).toContain('      error: "fare mismatch: 412 is not bookable"');
    expect(lines).toContain("arguments: { (open)");
  });

  test("lists are numbered", () => {
    // Marks of a run are kept beside it.
    const lines = said(copyOf("tool-error.vcr"), "j 3a", "m", "j 0", "marks", "1");
    expect(lines).toContain("1: * 3a, tool get_fare timeout after 200 ms");
    expect(steps(lines).at(-1)).toBe("3a");
  });

  test("options are changed by their number, and kept", () => {
    const lines = said(RUN, "O", "1", "", "set theme mono");
    expect(lines.filter((line) => line.startsWith("1: theme: ")).map((line) => line.split(",")[0])).toEqual([
      "1: theme: auto",
      "1: theme: dark",
    ]);
    expect(lines).toContain("theme: mono");
  });

  test("help names every command with its keys", () => {
    const lines = said(RUN, "?");
    expect(lines).toContain("  ]e: Next error (step.next-error)");
  });

  test("a fork is drafted: its words, then numbered lines, and a number takes one", () => {
    const lines = said(copyOf("tool-error.vcr"), "j 3a", "r", "3", "q");
    const draft = lines.slice(lines.indexOf("draft of a fork, nothing has started:"));
    expect(draft.slice(1, 4)).toEqual([
      "fork: steps 0-3 served from the recording, step 4 is the first live call",
      "the result of 3a is first seen by step 4",
      "live: calls anthropic (claude-haiku-4-5) over the network and costs money",
    ]);
    expect(draft).toContain("1: Start: not yet: ANTHROPIC_API_KEY is not set");
    expect(draft).toContain("own key: yes: the agent brings a key of its own");
    expect(lines.at(-1)).toBe("");
  });

  test("two runs are compared, and a folder lists its runs", () => {
    expect(said(`${sample("mean-a.vcr")} ${sample("mean-b.vcr")}`)).toContain("first divergence: step 2 (A) / 2 (B)");
    const runs = said(join(sample("hello.vcr"), ".."), "1");
    expect(runs[0]).toBe("11 runs, a number opens one:");
    expect(steps(runs)).toEqual(["0"]);
  });

  test("what is not understood is said", () => {
    expect(said(RUN, "nonsense").find((line) => line.startsWith('error: no command ":nonsense"'))).toBeDefined();
  });
});
