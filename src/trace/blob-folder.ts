import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sha256 } from "./checksum.ts";
import { BlobMissingError, VcrError } from "./errors.ts";
import { makeFolder } from "./make-folder.ts";
import { systemCode, systemReason } from "./system-reason.ts";

/** The folder of big leaves beside a trace, named by their content. FORMAT.md, section 6. */

/** Larger than any string or buffer Node can make of it. */
const LIMIT = 512 * 1024 * 1024;
const NAME = /^[0-9a-f]{64}$/;

export interface BlobRef {
  readonly sha256: string;
  readonly bytes: number;
}

function blobFolderOf(tracePath: string): string {
  return `${tracePath.replace(/\.gz$/, "")}.blobs`;
}

export class BlobFolder {
  readonly path: string;
  readonly #written = new Set<string>();

  constructor(tracePath: string) {
    this.path = blobFolderOf(tracePath);
  }

  pathOf(name: string): string {
    return join(this.path, name.slice(0, 2), name);
  }

  /**
   * Writes the content unless it is there, whole or not at all.
   * @throws VcrError with the system's code when it cannot be written.
   */
  keep(content: Uint8Array): BlobRef {
    const name = sha256(content);
    const ref = { sha256: name, bytes: content.length };
    if (this.#written.has(name)) return ref;
    const path = this.pathOf(name);
    if (!isFile(path)) writeWhole(path, content);
    this.#written.add(name);
    return ref;
  }

  /**
   * The content, hashed again.
   * @throws BlobMissingError when it is not there or no regular file; VcrError when it is not what it was.
   */
  read(name: string): Buffer {
    if (!NAME.test(name)) throw new VcrError("a blob's name is no SHA-256", { code: "blob-name" });
    const path = this.pathOf(name);
    if (!isFile(path)) throw new BlobMissingError(name, path);
    const content = readFileSync(path);
    if (sha256(content) === name) return content;
    throw new VcrError(`blob altered: ${name}, at ${path}`, { code: "blob-altered" });
  }
}

function writeWhole(path: string, content: Uint8Array): void {
  const draft = `${path}.part`;
  try {
    makeFolder(dirname(path));
    rmSync(draft, { force: true });
    writeFileSync(draft, content, { mode: 0o600, flag: "wx" });
    renameSync(draft, path);
  } catch (cause) {
    const code = systemCode(cause) ?? "write";
    throw new VcrError(`${path}: could not be written: ${systemReason(cause)}`, { code, cause });
  }
}

function isFile(path: string): boolean {
  try {
    const stat = lstatSync(path);
    return stat.isFile() && stat.size <= LIMIT;
  } catch {
    return false;
  }
}
