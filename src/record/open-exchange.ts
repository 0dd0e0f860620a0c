import type { Chunk } from "../trace/event.ts";
import type { EventFields } from "../trace/write/record.ts";
import { holdsEndMark, round } from "./answer/answer-fields.ts";
import { headerOf } from "./masked/kept-headers.ts";

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

/** What else may be said of an event than what its exchange tells. */
export type Told = Pick<EventFields, "origin" | "edits" | "extra" | "sent">;

/** An answer that the agent gets instead of the one that came. */
export interface InsteadAnswer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly bytes: Uint8Array;
  /** @default it is whole */
  readonly ending?: Ending;
}

/** Where the lines of an exchange go. */
export interface ExchangeSink {
  close(heard: Heard): void;
  amend(fields: Told): void;
  /** The exchange has been closed before. */
  replace(heard: Heard, fields: Told): void;
}

/** A call that is under way: collects its answer and is closed once. */
export class OpenExchange {
  /** Its step; undefined where its opening line could not be written. */
  readonly seq: number | undefined;
  #started = performance.now();
  readonly #sink: ExchangeSink;
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

  constructor(seq: number | undefined, sink: ExchangeSink) {
    this.seq = seq;
    this.#sink = sink;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** It goes out now, after it was held: its time counts from here, or from `since` (by `performance.now()`). */
  goes(since: number = performance.now()): void {
    this.#started = since;
    this.#last = 0;
  }

  /** Something has become known, or has been changed, on its way. */
  amend(fields: Told): void {
    if (!this.#ended) this.#sink.amend(fields);
  }

  /** The agent gets another answer than the one it was closed with. */
  replace({ status, headers, bytes, ending = { how: "complete" } }: InsteadAnswer, fields: Told): void {
    const whole = { status, headers, bytes, chunks: [[0, bytes.length]] as const, total: bytes.length };
    this.#sink.replace({ ...whole, headersMs: undefined, durationMs: 0, ending }, fields);
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
    this.#sink.close({
      status: this.#status,
      headers: this.#headers,
      bytes: this.#parts.length === 1 && this.#parts[0] ? this.#parts[0] : Buffer.concat(this.#parts),
      chunks: this.#chunks,
      total: this.#total,
      headersMs: this.#headersMs,
      durationMs: round(performance.now() - this.#started),
      ending,
    });
    this.#parts = [];
  }
}
