import type { Chunk } from "../trace/event.ts";
import { holdsEndMark, round } from "./answer-fields.ts";
import { headerOf } from "./kept-headers.ts";

/** How an answer came to its end. */
export type Ending =
  | { readonly how: "complete" }
  /** Somebody went away before: the agent, or the server. */
  | { readonly how: "aborted"; readonly by: "client" | "upstream"; readonly message?: string }
  /** No answer came: `code` is the system's (ECONNREFUSED, ENOTFOUND, ...). */
  | { readonly how: "failed"; readonly code: string; readonly message: string };

/** What came as an answer, as far as it came. */
export interface Heard {
  readonly status: number | undefined;
  readonly headers: readonly string[];
  readonly bytes: Uint8Array;
  readonly chunks: readonly Chunk[];
  /** Bytes that came; more than `bytes` holds where the answer was too long to keep. */
  readonly total: number;
  readonly headersMs: number | undefined;
  readonly durationMs: number;
  readonly ending: Ending;
}

/** Bytes kept of an answer; longer ones are passed on all the same. */
const LONGEST_ANSWER = 128 * 1024 * 1024;

/** A call that is under way: collects its answer and is closed once. */
export class OpenExchange {
  readonly #started = performance.now();
  readonly #close: (heard: Heard) => void;
  #status: number | undefined;
  #headers: readonly string[] = [];
  #headersMs: number | undefined;
  #parts: Uint8Array[] = [];
  #chunks: [number, number][] = [];
  #kept = 0;
  #total = 0;
  #last = 0;
  #expected: number | undefined;
  #packed = false;
  #ended = false;

  constructor(close: (heard: Heard) => void) {
    this.#close = close;
  }

  get ended(): boolean {
    return this.#ended;
  }

  head(status: number, headers: readonly string[]): void {
    this.#status = status;
    this.#headers = headers;
    this.#headersMs = round(performance.now() - this.#started);
    const length = headerOf(headers, "content-length");
    this.#expected = length === undefined ? undefined : Number(length);
    this.#packed = headerOf(headers, "content-encoding") !== undefined;
  }

  /**
   * A piece of the answer has come. True: a client may take it for the last one, so the exchange is to be closed before it
   * is handed on, as soon as that is certain.
   */
  data(chunk: Uint8Array): boolean {
    const now = performance.now() - this.#started;
    if (this.#kept + chunk.length <= LONGEST_ANSWER) {
      this.#parts.push(chunk);
      this.#chunks.push([round(now - this.#last), chunk.length]);
      this.#kept += chunk.length;
    }
    this.#last = now;
    this.#total += chunk.length;
    if (this.#expected !== undefined) return this.#total >= this.#expected;
    return !this.#packed && holdsEndMark(chunk);
  }

  /** All bytes that were announced have come. */
  get whole(): boolean {
    return this.#expected !== undefined && this.#total >= this.#expected;
  }

  /** Only the first call counts. */
  end(ending: Ending): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#close({
      status: this.#status,
      headers: this.#headers,
      bytes: Buffer.concat(this.#parts),
      chunks: this.#chunks,
      total: this.#total,
      headersMs: this.#headersMs,
      durationMs: round(performance.now() - this.#started),
      ending,
    });
    this.#parts = [];
  }
}
