import { mkdirSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { VcrError } from "./errors.ts";
import { systemCode, systemReason } from "./system-reason.ts";

/**
 * Makes a folder and those above it that are missing, readable by their owner only unless `mode` says else. Node's own way of it never returns where a
 * file system says "no such file" to a new folder, as /proc does.
 * @throws VcrError with the system's code
 */
export function makeFolder(path: string, mode = 0o700): void {
  for (const folder of missingFolders(resolve(path))) {
    try {
      mkdirSync(folder, { mode });
    } catch (cause) {
      // Somebody else may have made it meanwhile.
      if (isFolder(folder)) continue;
      const reason = systemCode(cause) === "ENOENT" ? "its file system takes none" : systemReason(cause);
      throw refusal(`${folder}: this folder cannot be made: ${reason}`, cause);
    }
  }
}

/** The topmost first. */
function missingFolders(path: string): readonly string[] {
  const missing: string[] = [];
  for (let at = path; !isFolder(at); at = dirname(at)) {
    if (statsOf(at) !== undefined) throw refusal(`${at}: is a file, so nothing can be put into it`);
    missing.unshift(at);
  }
  return missing;
}

function isFolder(path: string): boolean {
  return statsOf(path)?.isDirectory() === true;
}

/** Nothing lies under a file. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (systemCode(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

function refusal(message: string, cause?: unknown): VcrError {
  return new VcrError(message, {
    code: systemCode(cause) ?? "ENOTDIR",
    hint: "name a file in a folder that you can write to",
    ...(cause === undefined ? {} : { cause }),
  });
}
