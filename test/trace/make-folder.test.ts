import { mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../src/trace/make-folder.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("folders that are missing are made, for their owner; those that are there stay as they are", () => {
  const root = tempFolder();
  mkdirSync(join(root, "a"), { mode: 0o755 });
  makeFolder(join(root, "a/b/c"));
  makeFolder(join(root, "a/b/c"));
  expect(["a", "a/b", "a/b/c"].map((each) => statSync(join(root, each)).mode & 0o777)).toEqual([0o755, 0o700, 0o700]);
});

test("a file in its way is named", () => {
  const root = tempFolder();
  writeFileSync(join(root, "f"), "");
  expect(() => makeFolder(join(root, "f/x/y"))).toThrow(`${join(root, "f")}: is a file, so nothing can be put into it`);
});

test("a link that leads nowhere ends it", () => {
  const root = tempFolder();
  symlinkSync(join(root, "nowhere"), join(root, "link"));
  expect(() => makeFolder(join(root, "link/x"))).toThrow(`${join(root, "link")}: this folder cannot be made: exists`);
});

test.runIf(process.platform === "linux")("a file system that takes no folders ends it", () => {
  expect(() => makeFolder("/proc/self/x/y")).toThrow(
    "/proc/self/x: this folder cannot be made: its file system takes none",
  );
});
