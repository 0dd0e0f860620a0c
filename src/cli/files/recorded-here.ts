import { statSync } from "node:fs";
import type { Run } from "../../run/run.ts";

/**
 * Whether this user recorded the run in the folder that this process was started in: a native file of theirs whose
 * header names the folder. Everything else (a downloaded trace, a colleague's) holds a command of unknown origin.
 */
export function recordedHere(run: Run): boolean {
  if (run.format !== "vcr" || run.header.cwd !== process.cwd()) return false;
  try {
    return statSync(run.path).uid === process.getuid?.();
  } catch {
    return false;
  }
}
