import { randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { VcrError } from "../errors.ts";
import { makeFolder } from "../make-folder.ts";
import { systemCode, systemReason } from "../system-reason.ts";

/** A file that whole lines are appended to, one system call each. */

export interface LineFileOptions {
  /** Replace an existing file. @default false */
  readonly force?: boolean;
  /** Go on in an existing file. @default false */
  readonly append?: boolean;
}

/** Of lines. A string stands for its UTF-8 bytes. */
export type Piece = string | Uint8Array;

/** What is written is put together in one buffer, again and again: a fresh one of a megabyte costs more than filling it. */
const KEPT_BYTES = 4 * 1024 * 1024;

export class LineFile {
  readonly path: string;
  #buffer = Buffer.allocUnsafeSlow(0);
  #fd: number | undefined;
  /** The last byte of the file is not a line's end. */
  #torn: boolean;

  /** @throws VcrError "exists" when the file is there and neither `force` nor `append` is given. */
  constructor(path: string, options: LineFileOptions = {}) {
    this.path = path;
    makeFolder(dirname(path));
    if (options.force) rmSync(path, { force: true });
    this.#fd = openForAppend(path, options.append === true);
    this.#torn = lacksLineEnd(this.#fd);
  }

  /**
   * Writes whole lines, put together from pieces.
   * @throws VcrError with the system's code (ENOSPC, ...) when not all of it could be written.
   */
  write(pieces: readonly Piece[]): void {
    if (this.#fd === undefined) throw new VcrError(`${this.path}: closed`, { code: "closed" });
    const bytes = this.#bytesOf(this.#torn ? ["\n", ...pieces] : pieces);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#fd, bytes, written);
      this.#torn = false;
    } catch (cause) {
      if (written > 0) this.#torn = bytes[written - 1] !== 0x0a;
      const code = systemCode(cause) ?? "write";
      const hint = code === "ENOSPC" ? "the disk is full; what was recorded before is safe" : undefined;
      throw new VcrError(`${this.path}: could not be written: ${systemReason(cause)}`, { code, hint, cause });
    }
  }

  /** Good until the next call. */
  #bytesOf(pieces: readonly Piece[]): Buffer {
    const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
    if (length > KEPT_BYTES) return Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
    if (length > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(Math.min(KEPT_BYTES, 2 * length));
    let end = 0;
    for (const piece of pieces) {
      if (typeof piece === "string") end += this.#buffer.write(piece, end);
      else {
        this.#buffer.set(piece, end);
        end += piece.length;
      }
    }
    return this.#buffer.subarray(0, end);
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }
}

/**
 * Replaces the file by a new one that begins with `pieces`: whoever reads the path sees the old one or the new one.
 * @throws VcrError when the new one cannot be written; then the old one is as it was
 */
export function replaceLineFile(path: string, pieces: readonly Piece[]): LineFile {
  const draft = `${path}.${randomBytes(4).toString("hex")}.part`;
  const file = new LineFile(draft);
  try {
    file.write(pieces);
    renameSync(draft, path);
    return file;
  } catch (error) {
    file.close();
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Whether there is a file that can be replaced. @throws VcrError when something else is there, or its folder takes no new file */
export function isReplaceable(path: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there === undefined) return false;
  if (!there.isFile()) throw new VcrError(`${path}: not a regular file, so it is not replaced`, { code: "unwritable" });
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (cause) {
    throw new VcrError(`${path}: its folder cannot be written to`, { code: "unwritable", cause });
  }
  return true;
}

function openForAppend(path: string, existing: boolean): number {
  try {
    // Reading is for the look at the last byte.
    return openSync(path, existing ? "a+" : "ax+", 0o600);
  } catch (cause) {
    const code = systemCode(cause) ?? "open";
    if (code !== "EEXIST")
      throw new VcrError(`${path}: cannot be created: ${systemReason(cause)}`, {
        code,
        hint: "name another file",
        cause,
      });
    throw new VcrError(`${path}: exists`, { code: "exists", hint: "choose another name", cause });
  }
}

function lacksLineEnd(fd: number): boolean {
  const { size } = fstatSync(fd);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}
