import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type PathState, pathState, watchPath } from "./path-watch.ts";
import type { ByteSource, SourceChange } from "./source.ts";

/** The bytes of an uncompressed file, read where they lie; notices when it grows, shrinks or is another file. */

/** So many bytes before the known end are looked at again: a file cut and regrown past its old size differs there. */
const TAIL_BYTES = 64;
/** So many bytes are read at once where one read follows another: a system call costs more than they do. */
const AHEAD_BYTES = 64 * 1024;

export class PlainSource implements ByteSource {
  readonly path: string;
  readonly complete = true;
  readonly failure = undefined;
  #fd: number | undefined;
  #known: PathState;
  #tail: Buffer;
  /** End of what was read last. */
  #readUpTo = -AHEAD_BYTES;
  #ahead: { readonly offset: number; readonly bytes: Buffer } = { offset: 0, bytes: Buffer.alloc(0) };
  /** What is ahead lies in it, made when it is needed first. */
  #window: Buffer | undefined;
  readonly #listeners = new Set<() => void>();
  #stopWatching: (() => void) | undefined;

  /** Takes the descriptor over and closes it with `close`. */
  constructor(path: string, fd: number = openSync(path, "r")) {
    this.path = path;
    this.#fd = fd;
    const { dev, ino, size } = fstatSync(fd);
    this.#known = { dev, ino, size };
    this.#tail = this.#tailBefore(size);
  }

  get size(): number {
    return this.#known.size;
  }

  read(offset: number, length: number): Buffer {
    const next = offset - this.#readUpTo;
    this.#readUpTo = offset + length;
    if (next >= 0 && next < AHEAD_BYTES && length < AHEAD_BYTES && !this.#isAhead(offset, length))
      this.#readAhead(offset);
    if (!this.#isAhead(offset, length)) return this.#read(offset, length);
    const from = offset - this.#ahead.offset;
    const copy = Buffer.allocUnsafe(length);
    this.#ahead.bytes.copy(copy, 0, from, from + length);
    return copy;
  }

  #readAhead(offset: number): void {
    this.#window ??= Buffer.allocUnsafeSlow(AHEAD_BYTES);
    this.#ahead = { offset, bytes: this.#window.subarray(0, this.readInto(this.#window, offset)) };
  }

  #isAhead(offset: number, length: number): boolean {
    const { offset: start, bytes } = this.#ahead;
    return offset >= start && offset + length <= start + bytes.length;
  }

  #read(offset: number, length: number): Buffer {
    const target = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, this.size - offset)));
    return target.subarray(0, this.readInto(target, offset));
  }

  readInto(target: Buffer, offset: number): number {
    const wanted = Math.min(target.length, this.size - offset);
    if (this.#fd === undefined || wanted <= 0 || offset < 0) return 0;
    let count = 0;
    while (count < wanted) {
      const got = this.#readSome(target, count, { length: wanted - count, position: offset + count });
      if (got === 0) break;
      count += got;
    }
    return count;
  }

  poll(): SourceChange {
    this.#ahead = { offset: 0, bytes: Buffer.alloc(0) };
    const now = pathState(this.path);
    // A path that is gone may be on its way back (a writer's rename): what was open stays readable.
    if (!now || this.#fd === undefined) return "none";
    if (now.dev !== this.#known.dev || now.ino !== this.#known.ino) return "replaced";
    if (now.size < this.#known.size) return "truncated";
    if (!this.#tailBefore(this.#known.size).equals(this.#tail)) return "replaced";
    if (now.size === this.#known.size) return "none";
    this.#known = now;
    this.#tail = this.#tailBefore(now.size);
    return "grown";
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#stopWatching ??= watchPath(this.path, this.#known, () => {
      for (const each of this.#listeners) each();
    });
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#endWatch();
    };
  }

  close(): void {
    this.#endWatch();
    this.#listeners.clear();
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #endWatch(): void {
    this.#stopWatching?.();
    this.#stopWatching = undefined;
  }

  #readSome(target: Buffer, at: number, from: { readonly length: number; readonly position: number }): number {
    try {
      return readSync(this.#fd ?? -1, target, at, from.length, from.position);
    } catch {
      // An unreadable block (bad disk, mount gone) reads as an end; the caller sees fewer bytes than it asked for.
      return 0;
    }
  }

  #tailBefore(end: number): Buffer {
    const length = Math.min(TAIL_BYTES, end);
    const target = Buffer.alloc(length);
    return target.subarray(0, this.#readSome(target, 0, { length, position: end - length }));
  }
}
