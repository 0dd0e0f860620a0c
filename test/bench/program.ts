import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The built program as it is installed: without the sources beside it that a clone looks at before it starts. */
export interface Installed {
  command(...args: readonly string[]): string[];
  remove(): void;
}

export function installed(root: string): Installed | undefined {
  if (!existsSync(join(root, "dist/cli.js"))) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "vcr-bench-program-"));
  mkdirSync(join(folder, "src/cli"), { recursive: true });
  for (const path of ["dist", "package.json", "src/cli/launch.cjs"]) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  const launcher = join(folder, "src/cli/launch.cjs");
  return {
    command: (...args) => [process.execPath, launcher, ...args],
    remove: () => rmSync(folder, { recursive: true }),
  };
}
