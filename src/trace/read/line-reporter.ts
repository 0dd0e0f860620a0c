import { isObject, type JsonObject, parse } from "../../json/json.ts";
import type { RunHeader } from "../event.ts";
import type { RowNumber, RowSink } from "../row-sink.ts";
import type { ByteSource } from "../source/source.ts";
import { findGlued, mayBeGlued } from "./glued-line.ts";
import { callsOf, endingFields, exitOf, openingFields, resultsOf, runHeader } from "./line-fields.ts";
import { HeadReader, lineType, peekStatus } from "./line-head.ts";
import { countNuls, type Piece, partOf, segmentOf, seqIn, trimmed } from "./line-piece.ts";
import { RunPart } from "./run-part.ts";

/** Major version this reader knows. */
export const VERSION = 1;

/** A line that has to be parsed whole may have so many bytes. */
const PARSED_WHOLE = 64 * 1024 * 1024;
const CLOSE = 0x7d;

/** What the fields of a line are followed by. */
interface Tail {
  readonly error: boolean;
  readonly httpStatus: number | undefined;
}

const NOTHING: Tail = { error: false, httpStatus: undefined };

/** Says to the sink what each line means. FORMAT.md, sections 1, 2 and 8. */
export class LineReporter {
  readonly runs: RunPart[] = [];
  readonly #source: ByteSource;
  readonly #sink: RowSink;
  readonly #heads = new HeadReader();
  /** From here on lines have not been looked at for others glued to them. */
  #unchecked = { offset: 0, number: 1 };

  constructor(source: ByteSource, sink: RowSink) {
    this.#source = source;
    this.#sink = sink;
  }

  line(line: Piece): void {
    const piece = trimmed(line);
    if (piece.length === 0) return;
    if (!this.#quick(piece)) this.#whole(piece);
  }

  /** The walk is through: `offset` and `number` are those of the line that would come next. */
  finish(offset: number, number: number): void {
    this.#checkBefore({ buffer: Buffer.alloc(0), start: 0, end: 0, offset, length: 0, number });
  }

  /** Lines as our writer makes them: only the indexed part is parsed. False: look closer. */
  #quick(piece: Piece): boolean {
    const { buffer, start, end } = piece;
    const type = lineType(buffer, start, end);
    const closed = piece.length > end - start || buffer[end - 1] === CLOSE;
    if (!closed || type === undefined || type === "vcr" || type === "exit") return false;
    return type === "msg" ? this.#quickElement(piece) : this.#quickEvent(piece);
  }

  #quickElement(piece: Piece): boolean {
    const name = this.#heads.element(piece.buffer, piece.start, piece.end);
    if (!name) return false;
    this.#element(name.pool, name.number, piece);
    return true;
  }

  #quickEvent(piece: Piece): boolean {
    const { buffer, end } = piece;
    const head = this.#heads.read(buffer, piece.start, end);
    if (!head || head.fields.more === true) return false;
    const httpStatus = head.body === "response" ? peekStatus(buffer, head.at, end) : undefined;
    return this.#event(piece, head.fields, { error: head.body === "error", httpStatus });
  }

  #whole(piece: Piece): void {
    if (piece.length > PARSED_WHOLE) {
      this.#damage(piece, piece.length, `a line of at most ${PARSED_WHOLE} bytes, found ${piece.length}`);
      return;
    }
    const bytes = this.#bytesOf(piece);
    const value = parse(bytes.toString("utf8", 0, bytes.length));
    if (!isObject(value)) this.#broken(piece, bytes);
    else if (!this.#value(piece, value)) this.#damage(piece, piece.length, "a line of the form its first key says");
  }

  /** What a parsed line says; false when it is of a known type but not of its form. */
  #value(piece: Piece, value: JsonObject): boolean {
    if (typeof value.vcr === "number") return this.#header(piece, value);
    if (Array.isArray(value.msg)) {
      const [pool, number] = value.msg;
      if (typeof pool !== "string" || !isCount(number)) return false;
      this.#element(pool, number, piece);
      return true;
    }
    if (isCount(value.seq) || isCount(value.end) || isCount(value.edit))
      return this.#event(piece, { ...value, ...restOf(value) }, tailOf(value));
    if (isObject(value.exit)) return this.#more(piece, { exit: exitOf(value) });
    // Events have a field of this name.
    if (Array.isArray(value.edits) && Object.keys(value)[0] === "edits")
      return this.#more(piece, { edits: value.edits });
    // Of a later version, or somebody's own: kept in the file, nothing to show.
    return !["msg", "seq", "edit", "end"].includes(Object.keys(value)[0] ?? "");
  }

  #header(piece: Piece, value: JsonObject): boolean {
    if (Number(value.vcr) > VERSION) {
      this.#damage(
        piece,
        piece.length,
        `a run of version ${VERSION}, found ${String(value.vcr)}: a newer vcr wrote it`,
      );
      return true;
    }
    const header = runHeader(value);
    const next = this.runs.length > 0;
    this.runs.push(new RunPart(piece.offset, header));
    this.#sink.header(header, next ? { next } : undefined);
    this.#unchecked = { offset: piece.offset, number: piece.number };
    return true;
  }

  /** What a line further down says of the run as a whole. */
  #more(piece: Piece, fields: Pick<RunHeader, "edits" | "exit">): boolean {
    const run = this.#run(piece);
    run.header = { ...run.header, ...fields };
    this.#sink.header(run.header);
    return true;
  }

  #element(pool: string, number: number, piece: Piece): void {
    const run = this.#run(piece);
    if (!run.elements.add(pool, number, piece.offset)) this.#checkBefore(piece);
  }

  #event(piece: Piece, line: JsonObject, tail: Tail): boolean {
    if (isCount(line.seq)) return this.#begin(piece, line, tail);
    if (isCount(line.end)) return this.#end(piece, line, tail);
    if (isCount(line.edit)) return this.#amend(piece, line, tail);
    return false;
  }

  #begin(piece: Piece, line: JsonObject, tail: Tail): boolean {
    const seq = Number(line.seq);
    if (seq !== this.#run(piece).nextSeq) this.#checkBefore(piece);
    const run = this.#run(piece);
    if (run.rowOf(seq) !== undefined) {
      this.#damage(piece, piece.length, `an event number not used before, found ${seq} again`);
      return true;
    }
    const row = this.#sink.open(openingFields(line, piece.length, tail.httpStatus), segmentOf(piece), { seq });
    run.enter(seq, row, piece.length);
    this.#unchecked = { offset: piece.offset, number: piece.number };
    this.#lists(row, line);
    return true;
  }

  #end(piece: Piece, line: JsonObject, tail: Tail): boolean {
    const seq = Number(line.end);
    const row = this.#begun(piece, seq, "end");
    if (row === undefined) return true;
    const run = this.#run(piece);
    this.#sink.extend(row, segmentOf(piece));
    const fields = endingFields(line, run.grow(seq, piece.length), tail.httpStatus);
    fields.status ??= tail.error ? "error" : "ok";
    this.#sink.set(row, fields);
    // The answer of an earlier end line is replaced whole: what it asked for is not asked for any more.
    if (run.ended(seq)) this.#sink.calls(row, callsOf(line.calls), { instead: true });
    this.#lists(row, line);
    return true;
  }

  /** What has changed of a call on its way. */
  #amend(piece: Piece, line: JsonObject, tail: Tail): boolean {
    const seq = Number(line.edit);
    const row = this.#begun(piece, seq, "change");
    if (row === undefined) return true;
    this.#sink.extend(row, segmentOf(piece));
    this.#sink.set(row, endingFields(line, this.#run(piece).grow(seq, piece.length), tail.httpStatus));
    this.#lists(row, line);
    return true;
  }

  /** The row of an event that has begun before this line; undefined: it has not, which is said. */
  #begun(piece: Piece, seq: number, what: string): RowNumber | undefined {
    if (this.#run(piece).rowOf(seq) === undefined) this.#checkBefore(piece);
    const row = this.#run(piece).rowOf(seq);
    if (row === undefined) this.#damage(piece, piece.length, `the beginning of event ${seq} before its ${what}`);
    return row;
  }

  #lists(row: RowNumber, line: JsonObject): void {
    if (line.calls !== undefined) this.#sink.calls(row, callsOf(line.calls));
    if (line.results !== undefined) this.#sink.results(row, resultsOf(line.results));
    if (typeof line.callId === "string") this.#sink.recorded(row, line.callId);
  }

  /** A line that is no JSON: NULs before it, or torn, perhaps with another one glued to it. */
  #broken(piece: Piece, bytes: Buffer): void {
    const nuls = countNuls(bytes);
    if (nuls > 0) {
      this.#damage(piece, nuls, `a JSON object, found ${nuls} NUL bytes`);
      this.line(partOf(piece, bytes.subarray(nuls), nuls));
      return;
    }
    const glued = findGlued(bytes);
    const torn = glued ? bytes.subarray(0, glued.at) : bytes;
    const found = glued ? "a torn line with another one glued to it" : "text that is no JSON";
    this.#damage(piece, torn.length, `a JSON object, found ${found}`);
    this.#torn(partOf(piece, torn, 0));
    if (glued) this.#value(partOf(piece, bytes.subarray(glued.at), glued.at), glued.value);
  }

  /** The event of a torn line can be shown as far as its indexed part goes. An element is lost. */
  #torn(piece: Piece): void {
    const type = lineType(piece.buffer, piece.start, piece.end);
    const known = type === "seq" && this.#run(piece).rowOf(seqIn(piece)) !== undefined;
    if ((type === "seq" || type === "end") && !known) this.#quickEvent(piece);
  }

  /**
   * Something is missing just before `piece`: looks whether a line there has another one glued to it.
   * Each line is looked at once.
   */
  #checkBefore(piece: Piece): void {
    const { offset, number } = this.#unchecked;
    this.#unchecked = { offset: piece.offset, number: piece.number };
    if (piece.offset <= offset || piece.offset - offset > PARSED_WHOLE) return;
    const bytes = this.#source.read(offset, piece.offset - offset);
    let at = 0;
    for (let line = number; at < bytes.length; line++) {
      const newline = bytes.indexOf(0x0a, at);
      const end = newline < 0 ? bytes.length : newline;
      const whole = { buffer: bytes, start: at, end, offset: offset + at, length: end - at, number: line };
      const part = bytes.subarray(at, end);
      if (mayBeGlued(part) && parse(part.toString("utf8", 0, part.length)) === undefined) this.#broken(whole, part);
      at = end + 1;
    }
  }

  /** The run being read; events without a header before them are one that says nothing about itself. */
  #run(piece: Piece): RunPart {
    const last = this.runs.at(-1);
    if (last) return last;
    const run = new RunPart(piece.offset, undefined);
    this.runs.push(run);
    this.#sink.header({});
    return run;
  }

  #bytesOf(piece: Piece): Buffer {
    const given = piece.end - piece.start;
    if (piece.length > given) return this.#source.read(piece.offset, piece.length);
    return Buffer.from(piece.buffer.subarray(piece.start, piece.end));
  }

  #damage(piece: Piece, length: number, expected: string): void {
    this.#sink.damage({ source: 0, line: piece.number, offset: piece.offset, length, expected });
  }
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function restOf(value: JsonObject): JsonObject {
  return value.more === true && isObject(value.rest) ? value.rest : {};
}

function tailOf(value: JsonObject): Tail {
  const { response } = value;
  const status = isObject(response) ? response.status : undefined;
  if (value.error === undefined && status === undefined) return NOTHING;
  return { error: value.error !== undefined, httpStatus: typeof status === "number" ? status : undefined };
}
