import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { CACHE } from "./installed-cli.ts";
import { tempFolder } from "./temp-folder.ts";

interface OwnHome {
  readonly HOME: string;
  readonly TMPDIR: string;
  readonly XDG_CACHE_HOME: string;
  /** Wherever the tests run: times of day stand on screens. */
  readonly TZ: "UTC";
}

let own: OwnHome | undefined;

/** The home and the temporary folder of the programs that a test starts: that test's alone, and gone when it has ended. */
export function ownHome(): OwnHome {
  if (own !== undefined) return own;
  const HOME = tempFolder();
  const TMPDIR = join(HOME, "tmp");
  mkdirSync(TMPDIR);
  // For a program that is told of nothing but its home.
  symlinkSync(CACHE, join(HOME, ".cache"));
  own = { HOME, TMPDIR, XDG_CACHE_HOME: CACHE, TZ: "UTC" };
  onTestFinished(() => {
    own = undefined;
  });
  return own;
}
