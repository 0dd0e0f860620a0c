/**
 * Before all tests: the built program laid out as the package is, so that it starts as it does for a user, with the
 * compiled code that the first start of each command has kept.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** Folder of the package; `cache` in it is the user's cache folder. */
    readonly installed: string;
  }
}

const ROOT = resolve(import.meta.dirname, "../..");
let folder = "";

export function setup(project: TestProject): void {
  folder = mkdtempSync(join(tmpdir(), "vcr-installed-"));
  mkdirSync(join(folder, "src/cli"), { recursive: true });
  mkdirSync(join(folder, "cache"));
  for (const file of ["package.json", "src/cli/launch.cjs"]) copyFileSync(join(ROOT, file), join(folder, file));
  for (const part of ["dist", "sample-traces"]) symlinkSync(join(ROOT, part), join(folder, part));
  project.provide("installed", folder);
  // Whoever interrupts the tests ends this process without the rest.
  process.once("exit", teardown);
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true });
}
