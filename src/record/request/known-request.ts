import type { Asked, ReadRequest } from "./asked.ts";

/** A request that has been read, but not written down. */
export interface KnownRequest {
  readonly asked: Asked;
  readonly read: ReadRequest;
  /** Its identity, worked out when it is asked for; undefined for what goes on around calls. */
  readonly fp: string | undefined;
  /** Equal for requests that ask the same; worked out like it. */
  readonly key: string;
  /** A header says that it is sent again. */
  readonly again: boolean;
  /** The failed exchange that it repeats. */
  readonly retryOf: number | undefined;
}
