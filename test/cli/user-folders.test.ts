import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { madeStateFolder } from "../../src/cli/settings/user-folders.ts";
import { tempFolder } from "../support/temp-folder.ts";

afterEach(() => vi.unstubAllEnvs());

test("the state folder is made for its owner alone, with those above it", () => {
  const state = join(tempFolder(), "not", "there");
  vi.stubEnv("XDG_STATE_HOME", state);
  expect(madeStateFolder()).toBe(join(state, "vcr"));
  expect(statSync(join(state, "vcr")).mode & 0o777).toBe(0o700);
});

test("there is none where it cannot be made", () => {
  const file = join(tempFolder(), "file");
  writeFileSync(file, "");
  vi.stubEnv("XDG_STATE_HOME", file);
  expect(madeStateFolder()).toBeNull();
});
