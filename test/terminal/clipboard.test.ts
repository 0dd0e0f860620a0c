import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { copyText } from "../../src/terminal/clipboard.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vcr-clip-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

/** A clipboard command that keeps what it gets in a file of its name. */
function install(name: string, exitCode = 0): void {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n/bin/cat > "${path}.got"\necho "$@" > "${path}.args"\nexit ${exitCode}\n`);
  chmodSync(path, 0o755);
}

const got = (name: string): string => readFileSync(join(folder, `${name}.got`), "utf8");

async function copy(text: string, env: Record<string, string>, platform: NodeJS.Platform = "linux") {
  const written: string[] = [];
  const write = (sequence: string): void => void written.push(sequence);
  return { result: await copyText(text, { env: { PATH: folder, ...env }, platform, write }), written };
}

test("over SSH the terminal is told by OSC 52", async () => {
  install("xclip");
  const { result, written } = await copy("héllo", { SSH_CONNECTION: "a b c d", DISPLAY: ":0" });
  expect(result).toEqual({ copied: true, how: "OSC 52", bytes: 6 });
  expect(written).toEqual([`\x1b]52;c;${Buffer.from("héllo").toString("base64")}\x07`]);
  expect(existsSync(join(folder, "xclip.got"))).toBe(false);
});

test.each([
  ["pbcopy", "darwin", {}],
  ["wl-copy", "linux", { WAYLAND_DISPLAY: "wayland-0", DISPLAY: ":0" }],
  ["xclip", "linux", { DISPLAY: ":0" }],
  ["xsel", "linux", { DISPLAY: ":0" }],
  ["clip.exe", "linux", { WSL_DISTRO_NAME: "Debian" }],
] as const)("a local terminal uses %s", async (name, platform, env) => {
  install(name);
  const { result, written } = await copy("漢 text", { ...env }, platform);
  expect(result).toEqual({ copied: true, how: name, bytes: 8 });
  expect(got(name)).toBe("漢 text");
  expect(written).toEqual([]);
});

test("a command that fails is followed by the next", async () => {
  install("wl-copy", 1);
  install("xsel");
  const { result } = await copy("x", { WAYLAND_DISPLAY: "wayland-0", DISPLAY: ":0" });
  expect(result).toMatchObject({ copied: true, how: "xsel" });
});

test("without any command the terminal is told", async () => {
  expect((await copy("x", {})).result).toMatchObject({ copied: true, how: "OSC 52" });
});

test("tmux is told over SSH, and passes it on", async () => {
  install("tmux");
  const { result } = await copy("x", { TMUX: "/tmp/tmux,1,0", SSH_TTY: "/dev/pts/1" });
  expect(result).toMatchObject({ copied: true, how: "tmux" });
  expect(readFileSync(join(folder, "tmux.args"), "utf8")).toBe("load-buffer -w -\n");
});

test("a text of more than 74,994 encoded bytes is not sent, and the limit is named", async () => {
  const { result, written } = await copy("x".repeat(56_245), {});
  expect(result).toEqual({ copied: false, bytes: 56_245, limit: 56_244 });
  expect(written).toEqual([]);
  expect((await copy("x".repeat(56_244), {})).result.copied).toBe(true);
});

const hasTmux = (process.env.PATH ?? "").split(":").some((place) => existsSync(join(place, "tmux")));

test.skipIf(!hasTmux)("a real tmux has the text in its buffer", async () => {
  const socket = join(folder, "socket");
  const tmux = (...args: string[]): string => execFileSync("tmux", ["-S", socket, ...args], { encoding: "utf8" });
  tmux("-f", "/dev/null", "new-session", "-d", "cat");
  onTestFinished(() => void tmux("kill-server"));
  const { result } = await copy("from\nvcr", { PATH: process.env.PATH ?? "", TMUX: `${socket},1,0` });
  expect(result).toMatchObject({ copied: true, how: "tmux" });
  expect(tmux("show-buffer")).toBe("from\nvcr");
});
