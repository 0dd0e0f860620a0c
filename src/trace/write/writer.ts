import { rmSync } from "node:fs";
import type { Json } from "../../json/json.ts";
import { BlobFolder } from "../blob-folder.ts";
import type { RunHeader } from "../event.ts";
import { requestText, responseText } from "./body-text.ts";
import { Externalizer } from "./externalizer.ts";
import { isReplaceable, LineFile, type LineFileOptions, type Piece, replaceLineFile } from "./line-file.ts";
import { eventLine, headerLine, json, type Pairs } from "./line-text.ts";
import { PoolBook } from "./pool-book.ts";
import type { EventFields, EventRecord } from "./record.ts";

export interface WriterOptions extends LineFileOptions {
  /** Bytes from which any string of a body is kept as a blob. @default only binary content of 64 KB and more */
  readonly externalize?: number;
  /** Nothing is kept beside the file, binary content neither. @default false */
  readonly inline?: boolean;
  /** A run without events leaves no file, and a file that `force` replaces stays as it is until the first event. @default false */
  readonly onlyWithEvents?: boolean;
}

/** Writes one run to a `.vcr` file as it happens: every call is on disk when it returns. One writer to a file. */
export class TraceWriter {
  readonly path: string;
  /** Lines that stand before the first event. */
  #header: string;
  readonly #onlyWithEvents: boolean;
  /** Undefined: an old file is still there. */
  #file: LineFile | undefined;
  #closed = false;
  readonly #pools = new PoolBook();
  readonly #blobs: Externalizer;
  #next = 0;

  /** @throws VcrError "exists" when the file is there and neither `force` nor `append` is given. */
  constructor(path: string, header: RunHeader, options: WriterOptions = {}) {
    this.path = path;
    this.#header = `${headerLine(header)}\n`;
    this.#onlyWithEvents = options.onlyWithEvents === true;
    const waits = this.#onlyWithEvents && options.force === true && isReplaceable(path);
    if (!waits) this.#file = begunFile(path, this.#header, options);
    this.#blobs = new Externalizer(options.inline ? undefined : new BlobFolder(path), options.externalize);
  }

  /** The step that was begun last; -1 before the first. */
  get lastStep(): number {
    return this.#next - 1;
  }

  /** A file that is to be replaced is still there. */
  get waits(): boolean {
    return this.#file === undefined && !this.#closed;
  }

  /** A call is about to be made. Returns its step. */
  begin(event: EventRecord): number {
    const seq = Math.max(this.#next, event.seq ?? 0);
    this.#next = seq + 1;
    try {
      const request = event.request && requestText(event.request, { pools: this.#pools, blobs: this.#blobs });
      const bodies: Pairs = [["request", request?.text], ...this.#otherBodies(event)];
      const line = eventLine({ seq }, event, bodies);
      this.#write([...(request?.lines ?? []), line, "\n"]);
      this.#pools.commit();
    } catch (error) {
      this.#pools.rollback();
      throw error;
    }
    return seq;
  }

  /** Something about the call `seq` has changed on its way: these fields replace those of `begin`. */
  amend(seq: number, event: EventFields): void {
    this.#write([eventLine({ edit: seq }, event, this.#otherBodies(event)), "\n"]);
  }

  /** The call `seq` has ended. Fields given here replace those of `begin`; a second end replaces the answer of the first. */
  end(seq: number, event: EventFields): void {
    this.#write([eventLine({ end: seq }, event, this.#otherBodies(event)), "\n"]);
  }

  /** An event that is over when it is written: one line, no `end`. Returns its step. */
  write(event: EventRecord): number {
    return this.begin({ ...event, status: event.status ?? (event.error ? "error" : "ok") });
  }

  /** The recorded process has ended, at `at` (milliseconds since the epoch). */
  exit({ code, signal }: NonNullable<RunHeader["exit"]>, at?: number): void {
    this.#file?.write([`${JSON.stringify({ exit: { code, signal }, at })}\n`]);
  }

  /** The edits of the run are these from here on. */
  edits(list: readonly Json[]): void {
    const line = `${JSON.stringify({ edits: list })}\n`;
    if (this.#file) this.#file.write([line]);
    else this.#header += line;
  }

  close(): void {
    this.#closed = true;
    this.#file?.close();
    if (this.#onlyWithEvents && this.#next === 0 && this.#file) rmSync(this.path, { force: true });
  }

  #write(lines: readonly Piece[]): void {
    if (this.#file === undefined && !this.#closed) this.#file = replaceLineFile(this.path, [this.#header, ...lines]);
    else this.#file?.write(lines);
  }

  #otherBodies(event: EventFields): Pairs {
    return [
      ["response", event.response && responseText(event.response, this.#blobs)],
      ["error", json(event.error)],
      ["before", json(event.before)],
      ["after", json(event.after)],
      ["sent", json(event.sent)],
    ];
  }
}

/** Writes a whole run at once. @throws VcrError when the file exists (unless forced) or cannot be written. */
export function writeTrace(
  path: string,
  header: RunHeader,
  events: Iterable<EventRecord>,
  options: WriterOptions = {},
): void {
  const writer = new TraceWriter(path, header, options);
  try {
    for (const event of events) writer.write(event);
    if (header.exit) writer.exit(header.exit, header.exit.at);
  } finally {
    writer.close();
  }
}

/** A file that does not even take its header leaves nothing behind. */
function begunFile(path: string, header: string, options: LineFileOptions): LineFile {
  const file = new LineFile(path, options);
  try {
    file.write([header]);
    return file;
  } catch (error) {
    file.close();
    if (options.append !== true) rmSync(path, { force: true });
    throw error;
  }
}
