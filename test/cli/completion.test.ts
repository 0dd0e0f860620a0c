import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { completionScript, type Shell } from "../../src/cli/completion.ts";
import { vcrProgram } from "../../src/cli/program.ts";
import { tempFolder } from "../support/temp-folder.ts";

const COMMANDS = vcrProgram().commands.map((command) => command.name());

function has(shell: string): boolean {
  return spawnSync(shell, ["-c", "exit 0"]).status === 0;
}

/** What bash offers with the caret behind the last word. */
function offered(...words: readonly string[]): readonly string[] {
  const script = `${completionScript(vcrProgram(), "bash")}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vcr; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const folder = tempFolder();
  writeFileSync(join(folder, "a run.vcr"), "");
  mkdirSync(join(folder, "cassettes"));
  const { stdout, stderr } = spawnSync("bash", ["-c", script, "bash", "vcr", ...words], {
    encoding: "utf8",
    cwd: folder,
  });
  expect(stderr).toBe("");
  return stdout.split("\n").filter(Boolean);
}

describe("bash completion", () => {
  test("the first word is a command or a file", () => {
    expect(offered("s")).toEqual(["show", "stats", "scan"]);
    expect(offered("a")).toEqual(["attach", "a run.vcr"]);
    expect(offered("")).toEqual([...COMMANDS, "help", "a run.vcr", "cassettes"]);
  });

  test("options are those of the command; without one of the full screen", () => {
    expect(offered("show", "--j")).toEqual(["--json"]);
    expect(offered("--th")).toEqual(["--theme"]);
    expect(offered("keys", "--th")).toEqual([]);
  });

  test("an option's choices follow it, apart or behind an equals sign", () => {
    expect(offered("show", "--color", "a")).toEqual(["auto", "always"]);
    expect(offered("tui", "--theme", "=", "m")).toEqual(["mono"]);
    expect(offered("tui", "--theme", "=")).toEqual(["auto", "dark", "light", "high-contrast", "mono"]);
  });

  test("arguments are files, or the words they can be", () => {
    expect(offered("show", "a")).toEqual(["a run.vcr"]);
    expect(offered("completion", "")).toEqual(["bash", "zsh", "fish"]);
    expect(offered("help", "sho")).toEqual(["show"]);
  });

  test("behind -- the agent's command is bash's own", () => {
    expect(offered("record", "--", "sho")).toEqual([]);
  });
});

describe.each<Shell>(["zsh", "fish"])("%s completion", (shell) => {
  test("names every command", () => {
    const script = completionScript(vcrProgram(), shell);
    expect(COMMANDS.filter((name) => !new RegExp(`\\b${name}\\b`).test(script))).toEqual([]);
  });

  test.skipIf(!has(shell))(
    `is a script that the shell reads${has(shell) ? "" : `: ${shell} is not installed here`}`,
    () => {
      const script = completionScript(vcrProgram(), shell);
      const { status, stderr } = spawnSync(shell, ["-n"], { encoding: "utf8", input: script });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    },
  );
});
