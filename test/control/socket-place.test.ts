import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ControlServer } from "../../src/control/control-server.ts";
import { runsInProgress, runsNamed } from "../../src/control/runs-in-progress.ts";
import { newSocketPath, socketFolders, socketsIn } from "../../src/control/socket-place.ts";
import { sweep } from "../../src/control/sweep.ts";
import { ownPlace, ServedRun, served } from "./served-run.ts";

describe("where sockets lie", () => {
  test("is a folder that only the user can enter, and so is the socket", async () => {
    const { server, environment } = await served();
    expect(server.path).toMatch(new RegExp(`^${environment.XDG_RUNTIME_DIR}/vcr/${process.pid}(-\\d+)?\\.sock$`));
    expect(statSync(server.path).mode & 0o777).toBe(0o600);
    expect(statSync(join(environment.XDG_RUNTIME_DIR, "vcr")).mode & 0o777).toBe(0o700);
  });

  test("without a runtime folder, or with one that is not there, it is one of the user's own in the temporary folder", () => {
    const [own] = socketFolders({});
    expect(own).toMatch(/\/vcr-\d+$/);
    expect(socketFolders({ XDG_RUNTIME_DIR: "/no/such/folder" })).toEqual([own]);
    expect(socketFolders({ XDG_RUNTIME_DIR: "relative" })).toEqual([own]);
  });

  test("a runtime folder whose paths no socket can have is passed over", () => {
    const environment = ownPlace();
    const long = join(environment.XDG_RUNTIME_DIR, "x".repeat(90));
    mkdirSync(long);
    expect(socketFolders({ XDG_RUNTIME_DIR: long })).toEqual(socketFolders({}));
    expect(socketFolders({ XDG_RUNTIME_DIR: long, TMPDIR: long })).toEqual([]);
    expect(() => newSocketPath({ TMPDIR: long }, 1, 0)).toThrow("set TMPDIR to a shorter one");
  });

  test.each([
    [
      "others can enter it",
      (folder: string) => {
        mkdirSync(folder);
        chmodSync(folder, 0o755);
      },
      "chmod 700",
    ],
    ["it is a link", (folder: string) => symlinkSync("/tmp", folder), "no folder"],
    ["it is a file", (folder: string) => writeFileSync(folder, ""), "is no folder"],
  ])("is refused when %s", async (_, make, words) => {
    const environment = ownPlace();
    make(join(environment.XDG_RUNTIME_DIR, "vcr"));
    await expect(ControlServer.start(new ServedRun(), environment)).rejects.toThrow(words);
    expect(socketsIn(environment)).toEqual([]);
  });

  test.runIf(existsSync("/proc/self"))("is refused, without a hang, where its file system takes no folders", () => {
    expect(() => newSocketPath({ XDG_RUNTIME_DIR: "/proc/self" }, 1, 0)).toThrow("set XDG_RUNTIME_DIR or TMPDIR");
  });

  test.runIf(process.getuid?.() === 0)("is refused when it belongs to somebody else", () => {
    const environment = ownPlace();
    const folder = join(environment.XDG_RUNTIME_DIR, "vcr");
    mkdirSync(folder, { mode: 0o700 });
    spawnSync("chown", ["65534", folder]);
    expect(() => newSocketPath(environment, 1, 0)).toThrow("belongs to another user");
  });

  test("several runs of one process have one each", async () => {
    const { environment, server } = await served();
    const other = await served(new ServedRun(), environment);
    expect(other.server.path).not.toBe(server.path);
    expect(await runsInProgress(environment)).toHaveLength(2);
  });
});

describe("sockets of dead processes", () => {
  /** A process that has ended: its id is free. */
  function deadPid(): number {
    return spawnSync(process.execPath, ["-e", ""]).pid;
  }

  /** Leaves a socket behind as a killed process does. */
  function leftBehind(folder: string, pid: number): string {
    const path = join(folder, `${pid}.sock`);
    const code = `require("node:net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`;
    spawnSync(process.execPath, ["-e", code]);
    expect(existsSync(path)).toBe(true);
    return path;
  }

  test("are removed when the next run begins, and found by nobody before", async () => {
    const { environment } = await served();
    const folder = join(environment.XDG_RUNTIME_DIR, "vcr");
    const path = leftBehind(folder, deadPid());
    expect(await runsInProgress(environment)).toHaveLength(1);
    await served(new ServedRun(), environment);
    await expect.poll(() => existsSync(path)).toBe(false);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test("make room for one of the same process id", async () => {
    const environment = ownPlace();
    const folder = join(environment.XDG_RUNTIME_DIR, "vcr");
    mkdirSync(folder, { mode: 0o700 });
    for (let n = 0; n < 60; n++) writeFileSync(join(folder, `${process.pid}${n === 0 ? "" : `-${n}`}.sock`), "");
    await served(new ServedRun(), environment);
    expect(await runsInProgress(environment)).toHaveLength(1);
  });

  test("stay when somebody answers there all the same: the process may be one of another container", async () => {
    const { environment } = await served();
    const path = join(environment.XDG_RUNTIME_DIR, "vcr", `${deadPid()}.sock`);
    const server = createServer().listen(path);
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    await sweep(environment);
    expect(existsSync(path)).toBe(true);
  });
});

describe("the run that a word names", () => {
  const run = (id: string, path: string, since: number, cwd = "/w") => ({
    socket: path,
    who: { ...new ServedRun().who(), run: { id, path }, since, cwd },
  });
  const elsewhere = run("5e5e5e5e", "/other/.vcr/newest.vcr", 9, "/other");
  const runs = [elsewhere, run("1a2bffff", "/w/new.vcr", 2), run("1a2b3c4d", "/w/old.vcr", 1)];
  const named = (word?: string, among = runs) =>
    runsNamed(word, among, (path) => resolve("/w", path)).map(({ who }) => who.run.id);

  test("is found by its file, the beginning of its id, and as the last", () => {
    expect(named("old.vcr")).toEqual(["1a2b3c4d"]);
    expect(named("1a2b3")).toEqual(["1a2b3c4d"]);
  });

  test("is, as the last, the newest that was started in this folder or lies in its .vcr/", () => {
    expect(named("last")).toEqual(["1a2bffff"]);
    expect(named("last", [elsewhere])).toEqual([]);
    expect(named("last", [elsewhere, run("abcdabcd", "/w/.vcr/a.vcr", 1, "/w/deeper")])).toEqual(["abcdabcd"]);
  });

  test("may be several, or none", () => {
    expect(named("1a2b")).toEqual(["1a2bffff", "1a2b3c4d"]);
    expect(named()).toHaveLength(3);
    expect(named("other.vcr")).toEqual([]);
    expect(named("1a")).toEqual([]);
  });
});
