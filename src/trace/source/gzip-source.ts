import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzip } from "./gunzip.ts";
import { type PathState, pathState, watchPath } from "./path-watch.ts";
import type { ByteSource, SourceChange } from "./source.ts";

/** The unpacked bytes of a gzip file. They go to a temporary file that has no name; what is there can be read while the rest comes. */

export interface UnpackLimits {
  /** Unpacked bytes at most. @default 64 GiB */
  readonly bytes: number;
  /** Unpacked bytes for each packed one at most, counted beyond the first 256 MiB. @default 400 */
  readonly ratio: number;
}

const LIMITS: UnpackLimits = { bytes: 64 * 2 ** 30, ratio: 400 };
const RATIO_FROM = 256 * 2 ** 20;

export class GzipSource implements ByteSource {
  readonly path: string;
  readonly #fd: number;
  readonly #spool: number;
  readonly #limits: UnpackLimits;
  readonly #listeners = new Set<() => void>();
  readonly #known: PathState;
  #size = 0;
  #reported = 0;
  #complete = false;
  #failure: string | undefined;
  #closed = false;
  #hint: NodeJS.Immediate | undefined;
  #stopWatching: (() => void) | undefined;

  /** Takes the descriptor over and closes it with `close`. Unpacking begins at once. */
  constructor(path: string, fd: number = openSync(path, "r"), limits: UnpackLimits = LIMITS) {
    this.path = path;
    this.#fd = fd;
    this.#limits = limits;
    const { dev, ino, size } = fstatSync(fd);
    this.#known = { dev, ino, size };
    this.#spool = namelessFile();
    const target = {
      fd,
      read: (offset: number, length: number) => (this.#closed ? Buffer.alloc(0) : readAt(fd, offset, length)),
      write: (bytes: Buffer, packed: number) => this.#take(bytes, packed),
    };
    gunzip(target).then((failure) => this.#end(failure));
  }

  get size(): number {
    return this.#size;
  }

  get complete(): boolean {
    return this.#complete;
  }

  get failure(): string | undefined {
    return this.#failure;
  }

  read(offset: number, length: number): Buffer {
    const wanted = Math.min(length, this.#size - offset);
    return this.#closed || wanted <= 0 || offset < 0 ? Buffer.alloc(0) : readAt(this.#spool, offset, wanted);
  }

  readInto(target: Buffer, offset: number): number {
    const wanted = Math.min(target.length, this.#size - offset);
    if (this.#closed || wanted <= 0 || offset < 0) return 0;
    return readFully(this.#spool, target.subarray(0, wanted), offset);
  }

  /** A packed file that changes is another file: what was unpacked says nothing about it. */
  poll(): SourceChange {
    const now = pathState(this.path);
    const { dev, ino, size } = this.#known;
    if (now && (now.dev !== dev || now.ino !== ino || now.size !== size)) return "replaced";
    const grown = this.#size > this.#reported;
    this.#reported = this.#size;
    return grown ? "grown" : "none";
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#stopWatching ??= watchPath(this.path, this.#known, () => this.#tell());
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#endWatch();
    };
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#endWatch();
    this.#listeners.clear();
    closeSync(this.#spool);
    // A read of the packed file may be under way; the descriptor goes when unpacking has noticed.
    if (this.#complete) closeSync(this.#fd);
  }

  #take(bytes: Buffer, packed: number): string | undefined {
    if (this.#closed) return "closed";
    const size = this.#size + bytes.length;
    const { bytes: most, ratio } = this.#limits;
    if (size > most) return `unpacks to more than ${most} bytes: stopped`;
    if (size > RATIO_FROM && size > packed * ratio) return `unpacks to more than ${ratio} times its size: stopped`;
    try {
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(this.#spool, bytes, done, bytes.length - done, this.#size + done);
      }
    } catch (error) {
      return `no room to unpack in ${tmpdir()}: ${error instanceof Error ? error.message : String(error)}`;
    }
    this.#size = size;
    this.#tell();
    return undefined;
  }

  #end(failure: string | undefined): void {
    this.#complete = true;
    this.#failure = failure;
    if (this.#closed) closeSync(this.#fd);
    else this.#tell();
  }

  #tell(): void {
    this.#hint ??= setImmediate(() => {
      this.#hint = undefined;
      for (const each of [...this.#listeners]) each();
    });
  }

  #endWatch(): void {
    this.#stopWatching?.();
    this.#stopWatching = undefined;
  }
}

/** Traces are full of secrets: readable by the user alone, and gone with the process. */
function namelessFile(): number {
  const folder = mkdtempSync(join(tmpdir(), "vcr-"));
  try {
    return openSync(join(folder, "unpacked"), "wx+", 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readAt(fd: number, offset: number, length: number): Buffer {
  const target = Buffer.allocUnsafeSlow(length);
  return target.subarray(0, readFully(fd, target, offset));
}

function readFully(fd: number, target: Buffer, offset: number): number {
  let count = 0;
  try {
    while (count < target.length) {
      const got = readSync(fd, target, count, target.length - count, offset + count);
      if (got === 0) break;
      count += got;
    }
  } catch {
    // Unreadable from here on: the caller sees fewer bytes than it asked for.
  }
  return count;
}
