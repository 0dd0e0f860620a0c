import { isObject, parse } from "../../json/json.ts";
import { TraceFormatError } from "../errors.ts";
import type { EventBody } from "../event.ts";
import type { RowNumber, RowSink, Segment } from "../row-sink.ts";
import type { ByteSource } from "../source/source.ts";
import { ElementReader, LONGEST_LINE } from "./element-reader.ts";
import { findLastEvent } from "./last-event.ts";
import { LineReporter, VERSION } from "./line-reporter.ts";
import { LineWalker } from "./line-walker.ts";
import { RunPart, runAt } from "./run-part.ts";
import type { Origin } from "./stored-content.ts";
import { storedEvent } from "./stored-event.ts";

/** So much of a torn last line is looked at. */
const TORN_BYTES = 64 * 1024 * 1024;

/** Reads a `.vcr` file: one pass that reports rows, bodies on demand at any time. */
export class TraceReader {
  readonly #source: ByteSource;
  readonly #sink: RowSink;
  readonly #reporter: LineReporter;
  readonly #walker: LineWalker;
  readonly #elements: ElementReader;

  /** @throws TraceFormatError "newer-version" when a later major version wrote the file. */
  constructor(source: ByteSource, sink: RowSink) {
    refuseNewer(source);
    this.#source = source;
    this.#sink = sink;
    this.#reporter = new LineReporter(source, sink);
    this.#walker = new LineWalker(source, (line) => this.#reporter.line(line));
    this.#elements = new ElementReader(source);
  }

  get position(): number {
    return this.#walker.position;
  }

  /** Walks on until `deadline` (performance.now()); true when caught up with the source. */
  advance(deadline: number): boolean {
    return this.#walker.advance(deadline);
  }

  /** Nobody writes the file any more: a last line without an end is read if it is whole, else said to be torn. */
  finish(): void {
    const { position } = this.#walker;
    this.#reporter.finish(position, this.#walker.lines + 1);
    const length = this.#source.size - position;
    if (length <= 0) return;
    const rest = this.#source.read(position, Math.min(length, TORN_BYTES)).toString();
    if (rest.trim() === "" || isObject(parse(rest))) this.#walker.giveRest();
    else this.#sink.warn(`the last line is torn (line ${this.#walker.lines + 1}, byte ${position}, ${length} bytes)`);
  }

  body(_row: RowNumber, segments: readonly Segment[]): EventBody {
    return storedEvent(
      segments.map((segment) => this.#text(segment)),
      segments.map((segment) => this.#origin(segment)),
    );
  }

  /** The last event of the file, before the walk has come there. */
  tail(): { readonly body: EventBody; readonly kind: string } | undefined {
    const last = findLastEvent(this.#source);
    return last && { kind: last.kind, body: this.body(-1, last.segments) };
  }

  #origin(segment: Segment): Origin {
    const run = runAt(this.#reporter.runs, segment.offset) ?? new RunPart(0, undefined);
    return { run, reader: this.#elements, indexing: segment.offset >= this.#walker.position };
  }

  #text({ offset, length }: Segment): string {
    return length > LONGEST_LINE ? "" : this.#source.read(offset, length).toString();
  }
}

function refuseNewer(source: ByteSource): void {
  const head = source.read(0, 256).toString("latin1");
  const version = /^(?:\xef\xbb\xbf)?\s*\{\s*"vcr"\s*:\s*(\d+)/.exec(head)?.[1];
  if (version === undefined || Number(version) <= VERSION) return;
  throw new TraceFormatError({
    path: source.path,
    line: 1,
    offset: 0,
    expected: `version ${VERSION} of the .vcr format, found version ${version}`,
    code: "newer-version",
    hint: "a newer vcr wrote it: update this one",
  });
}
