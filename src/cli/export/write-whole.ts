import { closeSync, constants, copyFileSync, linkSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../../trace/make-folder.ts";

/**
 * Writes a file whole or not at all, readable by its owner only. Without `force` a file that is there stays, also one
 * that has come meanwhile.
 * @throws a system error that names `path`
 */
export function writeWhole(path: string, pieces: Iterable<string>, force: boolean): void {
  const draft = `${path}.${process.pid}.part`;
  makeFolder(dirname(path), 0o777);
  try {
    const fd = openSync(draft, "wx", 0o600);
    try {
      for (const piece of pieces) writeAll(fd, Buffer.from(piece));
    } finally {
      closeSync(fd);
    }
    if (force) renameSync(draft, path);
    else linkNew(draft, path);
  } catch (error) {
    throw aboutFile(error, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function linkNew(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") throw error;
    // Not every file system has links.
    copyFileSync(draft, path, constants.COPYFILE_EXCL);
  }
}

function writeAll(fd: number, bytes: Buffer): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(fd, bytes, written);
}

/** What fails while bytes are written does not say where to. */
function aboutFile(error: unknown, path: string): unknown {
  return error instanceof Error && "syscall" in error ? Object.assign(error, { path }) : error;
}
