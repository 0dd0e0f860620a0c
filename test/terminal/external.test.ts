import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { externalCommand, openExternal } from "../../src/terminal/external.ts";
import type { ChildEnd } from "../../src/terminal/session.ts";
import { splitCommand } from "../../src/text/split-command.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vcr-ext-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

/** Runs the command as a session does, without a terminal, and remembers the file it was given. */
class Desk {
  file = "";
  modes: number[] = [];

  handOver(command: string, args: readonly string[]): Promise<ChildEnd> {
    this.file = args.at(-1) ?? "";
    this.modes = [statSync(dirname(this.file)).mode & 0o777, statSync(this.file).mode & 0o777];
    const { status, signal, error } = spawnSync(command, [...args]);
    return Promise.resolve({ code: status, signal, error: error ?? null });
  }
}

function script(body: string): string {
  const path = join(folder, "program");
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

test("an editor gets the text as it is and its change comes back", async () => {
  const desk = new Desk();
  const editor = script(`cat "$1" > "${folder}/seen"; printf 'new' > "$1"`);
  const result = await openExternal(
    desk,
    { program: "editor", text: "old\x1b[2J", extension: "json" },
    { EDITOR: editor },
  );
  expect(readFileSync(join(folder, "seen"), "utf8")).toBe("old\x1b[2J");
  expect(result).toMatchObject({ code: 0, text: "new", error: null });
  expect(desk.file).toMatch(/\.json$/);
});

test("the file is its owner's alone and gone afterwards", async () => {
  const desk = new Desk();
  await openExternal(desk, { program: "editor", text: "x", extension: "../../etc" }, { EDITOR: script("exit 0") });
  expect(desk.modes).toEqual([0o700, 0o600]);
  expect(existsSync(dirname(desk.file))).toBe(false);
});

test("a pager gets nothing that a terminal would obey", async () => {
  const pager = script(`cat "$2" > "${folder}/seen"; echo "$1" > "${folder}/flag"`);
  const text = { program: "pager", text: "a\x1b[2J\nb", extension: "txt" } as const;
  const result = await openExternal(new Desk(), text, { PAGER: `${pager} -X` });
  expect(readFileSync(join(folder, "seen"), "utf8")).toBe("a␛[2J\nb");
  expect(readFileSync(join(folder, "flag"), "utf8")).toBe("-X\n");
  expect(result.text).toBeNull();
});

test("a command that is not there is an error, not a crash", async () => {
  const env = { EDITOR: join(folder, "nowhere") };
  const result = await openExternal(new Desk(), { program: "editor", text: "x", extension: "txt" }, env);
  expect(result.error).toMatchObject({ code: "ENOENT" });
  expect(result.text).toBeNull();
});

test("an editor that fails changes nothing", async () => {
  const env = { EDITOR: script('printf "new" > "$1"; exit 1') };
  const result = await openExternal(new Desk(), { program: "editor", text: "old", extension: "txt" }, env);
  expect(result).toMatchObject({ code: 1, text: null });
});

test("VISUAL goes before EDITOR, and both have a default", () => {
  expect(externalCommand("editor", { VISUAL: "code --wait", EDITOR: "nano" })).toEqual(["code", "--wait"]);
  expect(externalCommand("editor", { EDITOR: "nano" })).toEqual(["nano"]);
  expect(externalCommand("editor", { EDITOR: "  " })).toEqual(["vi"]);
  expect(externalCommand("pager", {})).toEqual(["less"]);
});

test.each([
  ["less -R", ["less", "-R"]],
  ["'/opt/my editor/bin' --wait", ["/opt/my editor/bin", "--wait"]],
  ['a "b c"d e\\ f', ["a", "b cd", "e f"]],
  ["x ''", ["x", ""]],
  ["x $(rm) ; y | z", ["x", "$(rm)", ";", "y", "|", "z"]],
  ['open "quote', ["open", "quote"]],
  ["  ", []],
])("the words of %j", (line, words) => {
  expect(splitCommand(line)).toEqual(words);
});
