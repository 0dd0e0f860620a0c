import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Installs what the lock file in `folder` says, unless it is there. */
export function installLocked(folder: string): void {
  const note = join(folder, "node_modules/.package-lock.json");
  const wanted = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")) as {
    packages: Record<string, { version?: string; optional?: boolean }>;
  };
  const present = existsSync(note) ? (JSON.parse(readFileSync(note, "utf8")) as typeof wanted).packages : {};
  const whole = Object.entries(wanted.packages).every(
    ([path, { version, optional }]) => path === "" || optional === true || present[path]?.version === version,
  );
  if (whole) return;
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`npm ci in ${folder} did not succeed`);
}
