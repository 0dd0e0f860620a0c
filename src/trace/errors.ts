/** The errors this product throws for reasons a user can act on: each says what, where, and what to do. */

export interface VcrErrorDetails {
  /** Stable word for programs: "not-a-trace", "newer-version", "exists", "ENOSPC", ... */
  readonly code: string;
  /** What to do about it, one sentence. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

export class VcrError extends Error {
  override readonly name: string = "VcrError";
  readonly code: string;
  readonly hint: string | undefined;

  constructor(message: string, details: VcrErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.hint = details.hint;
  }
}

export interface TraceFormatDetails {
  readonly path: string;
  /** 1-based. */
  readonly line?: number;
  /** Bytes from the start of the (unpacked) file. */
  readonly offset?: number;
  /** "a header line, found an empty file" */
  readonly expected: string;
  /** @default "not-a-trace" */
  readonly code?: string;
  readonly hint?: string;
}

/** A file that cannot be opened as a trace: empty, something else, or of a newer major version. */
export class TraceFormatError extends VcrError {
  override readonly name = "TraceFormatError";
  readonly path: string;
  readonly line: number | undefined;
  readonly offset: number | undefined;
  readonly expected: string;

  constructor(details: TraceFormatDetails) {
    const line = details.line === undefined ? "" : `:${details.line}`;
    super(`${details.path}${line}: expected ${details.expected}`, {
      code: details.code ?? "not-a-trace",
      hint: details.hint,
    });
    this.path = details.path;
    this.line = details.line;
    this.offset = details.offset;
    this.expected = details.expected;
  }
}

/** The content of a big leaf was kept beside the trace and is not there, or is not what it was. */
export class BlobMissingError extends VcrError {
  override readonly name = "BlobMissingError";
  readonly sha256: string;
  readonly expectedPath: string;

  constructor(sha256: string, expectedPath: string) {
    super(`blob missing: ${sha256}, expected at ${expectedPath}`, {
      code: "blob-missing",
      hint: "copy the .blobs folder together with its .vcr file",
    });
    this.sha256 = sha256;
    this.expectedPath = expectedPath;
  }
}
