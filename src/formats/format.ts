import type { Json } from "../json/json.ts";
import type { Message } from "../providers/message.ts";
import type { EventBody } from "../trace/event.ts";
import type { RowNumber, RowSink, Segment } from "../trace/row-sink.ts";
import type { ByteSource } from "../trace/source/source.ts";

/** The beginning of a file, for detection. Never assume that it ends at a line's end. */
export interface Sample {
  readonly path: string;
  /** Up to 64 KiB from the start, a BOM removed. */
  readonly head: Buffer;
  /** `head` as text, decoded once. */
  readonly text: string;
  /** Whether `head` is the whole file. */
  readonly whole: boolean;
  /** The first JSON value of the text where it lies in the sample whole (objects may be pretty-printed). */
  readonly first: Json | undefined;
  /** The values of the first lines that are JSON each, at most 20. */
  readonly lines: readonly Json[];
}

export interface Evidence {
  /** 0..1; the highest wins, ties by the registry's order. 1 = cannot be anything else; 0.1 = the generic fallback. */
  readonly certainty: number;
  /** What gave it away, for `vcr formats FILE`: "first line has the key vcr". */
  readonly why: string;
}

/** One message of a call's conversation, parsed only when looked at. */
export interface MessageRef {
  /** Identity inside this run: equal keys mean equal content. */
  readonly key: string;
  read(): Message;
}

export interface OpenContext {
  readonly sink: RowSink;
  /** Opens another file of the same run (a sub-agent's); its number is the `source` of its segments. */
  addSource(path: string): { readonly number: number; readonly source: ByteSource } | undefined;
  /** Names of the files in the folder `dir`, empty when there is none. */
  list(dir: string): readonly string[];
}

/** A file being read. Body reads are synchronous and may be asked for at any time, before the walk is complete too. */
export interface Reader {
  /**
   * Walks on, reporting rows to the sink, until `deadline` (performance.now()) or until nothing more can be read now.
   * True: caught up with the source; call again when the source has changed.
   */
  advance(deadline: number): boolean;
  /** How far the walk is, in bytes of the (unpacked) source. */
  readonly position: number;
  /** Called once when nobody writes the file any more and the walk is through: torn last line, unanswered calls. */
  finish(): void;
  /**
   * The big part of a row. `segments` in the order they were reported. Of a derived tool row with segments of its own
   * (the format keeps results apart): `request.json` is the arguments, `response.json` the result's content.
   */
  body(row: RowNumber, segments: readonly Segment[]): EventBody;
  /** The conversation that the call `row` was made with, where the format itself keeps one; else the dialect reads it from the body. */
  messages?(row: RowNumber, segments: readonly Segment[]): readonly MessageRef[] | undefined;
  /** The answer of an llm row where the format keeps messages rather than API bodies. */
  answer?(row: RowNumber, segments: readonly Segment[]): Message | undefined;
  /** The last event of the file before the walk is complete, for `G` on a big file: its indexed part and body, no step number. */
  tail?(): { readonly body: EventBody; readonly kind: string } | undefined;
}

/** One file format. Its folder holds detect, read (and later write); the registry lists them all. */
export interface Format {
  /** "vcr", "claude-code", "go-vcr", "ixchio", "chat" (the generic fallback). */
  readonly id: string;
  readonly title: string;
  /** Tools that write it. */
  readonly writtenBy: string;
  /** An honest word on how well it is read; stands in README's table. */
  readonly support: string;
  detect(sample: Sample): Evidence | null;
  /** A promise where the reader needs a parser that is loaded only when such a file is opened (YAML). */
  open(source: ByteSource, context: OpenContext): Reader | Promise<Reader>;
}
