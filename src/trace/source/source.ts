/** What happened to the file behind a source since the last look. */
export type SourceChange = "none" | "grown" | "truncated" | "replaced";

/**
 * The bytes of one file as one address space, compressed or not. Reading is synchronous and random;
 * what is not there yet (a gzip still being unpacked, a file still being written) is simply beyond `size`.
 */
export interface ByteSource {
  readonly path: string;
  /** Bytes that can be read now. */
  readonly size: number;
  /** False while more bytes are on their way without the file growing (unpacking). */
  readonly complete: boolean;
  /** A failure while unpacking, in words with its place; the bytes before it can be read. */
  readonly failure: string | undefined;
  /** Copies up to `length` bytes from `offset`; shorter at the end, empty beyond it. */
  read(offset: number, length: number): Buffer;
  /** As `read`, into a buffer of the caller's; returns the count. */
  readInto(target: Buffer, offset: number): number;
  /** Looks at the path again. After `truncated` or `replaced` the caller opens the file anew. */
  poll(): SourceChange;
  /** Calls back (coalesced) when `size`, `complete` or `failure` changed, or the path may have. Returns the unsubscribe. */
  onChange(listener: () => void): () => void;
  close(): void;
}
