import type { EventBody } from "../trace/event.ts";
import type { RowNumber, RowSink, Segment } from "../trace/row-sink.ts";
import type { ByteSource } from "../trace/source/source.ts";
import type { Reader } from "./format.ts";
import { exchangeBody, type HttpExchange, HttpExchanges } from "./http-exchange.ts";
import type { Item, ItemList } from "./yaml-list.ts";

/** A bigger cassette is not read: it has to be parsed whole. */
const MAX_BYTES = 64 * 1024 * 1024;

/** How a library for HTTP tests writes its cassettes. */
export interface Cassette {
  /** Name of the library. */
  readonly by: string;
  /** The interactions of a whole file. */
  list(bytes: Buffer): ItemList;
  /** Called for each in order; undefined: it holds no request. */
  exchange(interaction: unknown): HttpExchange | undefined;
}

/** Reads a list of HTTP exchanges that is one document. */
export class CassetteReader implements Reader {
  readonly #source: ByteSource;
  readonly #sink: RowSink;
  readonly #cassette: Cassette;
  readonly #exchanges: HttpExchanges;
  readonly #byRow = new Map<RowNumber, HttpExchange>();
  #parsed = -1;
  #taken = 0;

  constructor(source: ByteSource, sink: RowSink, cassette: Cassette) {
    this.#source = source;
    this.#sink = sink;
    this.#cassette = cassette;
    this.#exchanges = new HttpExchanges(sink);
  }

  get position(): number {
    return Math.max(0, this.#parsed);
  }

  advance(): boolean {
    const { size } = this.#source;
    if (!this.#source.complete || this.#parsed === size) return true;
    if (this.#parsed < 0) this.#sink.header({ by: this.#cassette.by });
    this.#parsed = size;
    if (size > MAX_BYTES) {
      const expected = `a cassette of at most ${MAX_BYTES / 1024 / 1024} MiB`;
      this.#sink.damage({ source: 0, line: 1, offset: 0, length: size, expected });
      return true;
    }
    const { items, damage } = this.#cassette.list(this.#source.read(0, size));
    if (damage !== undefined) this.#sink.damage(damage);
    for (const item of items.slice(this.#taken)) this.#take(item);
    return true;
  }

  finish(): void {
    this.advance();
  }

  body(row: RowNumber, segments: readonly Segment[]): EventBody {
    const raw = (): string =>
      segments.map(({ offset, length }) => this.#source.read(offset, length).toString("utf8")).join("\n");
    const exchange = this.#byRow.get(row);
    return exchange === undefined ? { raw } : exchangeBody(exchange, raw);
  }

  #take({ value, segment }: Item): void {
    this.#taken++;
    const exchange = this.#cassette.exchange(value());
    if (exchange === undefined) {
      this.#sink.open({ kind: "raw", status: "error", name: "interaction without a request" }, segment);
      return;
    }
    this.#byRow.set(this.#exchanges.add(exchange, segment), exchange);
  }
}
