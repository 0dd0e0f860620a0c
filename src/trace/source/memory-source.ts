import type { ByteSource, SourceChange } from "./source.ts";

/** Bytes in memory as a source: standard input, or a text that was never a file. It grows by `push` until `end`. */
export class MemorySource implements ByteSource {
  readonly path: string;
  #bytes: Buffer;
  #size: number;
  #reported: number;
  #complete = false;
  #failure: string | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(path: string, initial: Uint8Array = new Uint8Array(0)) {
    this.path = path;
    this.#bytes = Buffer.from(initial);
    this.#size = initial.length;
    this.#reported = initial.length;
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

  push(bytes: Uint8Array): void {
    const size = this.#size + bytes.length;
    if (size > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(size, this.#bytes.length * 2, 64 * 1024));
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#size);
    this.#size = size;
    this.#changed();
  }

  /** No more bytes; `failure` says why where they should have been more. */
  end(failure?: string): void {
    this.#complete = true;
    this.#failure = failure;
    this.#changed();
  }

  read(offset: number, length: number): Buffer {
    const start = Math.min(Math.max(0, offset), this.#size);
    return Buffer.from(this.#bytes.subarray(start, Math.min(this.#size, start + Math.max(0, length))));
  }

  readInto(target: Buffer, offset: number): number {
    if (offset < 0 || offset >= this.#size) return 0;
    return this.#bytes.copy(target, 0, offset, Math.min(this.#size, offset + target.length));
  }

  poll(): SourceChange {
    const grown = this.#size > this.#reported;
    this.#reported = this.#size;
    return grown ? "grown" : "none";
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#listeners.clear();
    this.#bytes = Buffer.alloc(0);
    this.#size = 0;
  }

  #changed(): void {
    for (const each of [...this.#listeners]) each();
  }
}

/** A source over bytes that are all there. */
export function memorySource(path: string, bytes: Uint8Array | string): MemorySource {
  const source = new MemorySource(path, typeof bytes === "string" ? Buffer.from(bytes) : bytes);
  source.end();
  return source;
}
