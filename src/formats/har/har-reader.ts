import type { EventBody } from "../../trace/event.ts";
import type { RowNumber, RowSink, Segment } from "../../trace/row-sink.ts";
import type { ByteSource } from "../../trace/source/source.ts";
import type { Reader } from "../format.ts";
import { exchangeBody, type HttpExchange, HttpExchanges } from "../http-exchange.ts";
import { jsonList } from "../json-list.ts";
import { harExchange, startOf } from "./har-entry.ts";

/** A bigger archive is not read: it has to be parsed whole. */
const MAX_BYTES = 256 * 1024 * 1024;

const OURS = /"creator":\{"name":"agent-vcr"/;

export class HarReader implements Reader {
  readonly #source: ByteSource;
  readonly #sink: RowSink;
  readonly #exchanges: HttpExchanges;
  readonly #byRow = new Map<RowNumber, HttpExchange>();
  #parsed = -1;
  #taken = 0;

  constructor(source: ByteSource, sink: RowSink) {
    this.#source = source;
    this.#sink = sink;
    this.#exchanges = new HttpExchanges(sink);
  }

  get position(): number {
    return Math.max(0, this.#parsed);
  }

  advance(): boolean {
    const { size, complete } = this.#source;
    if (!complete || this.#parsed === size) return true;
    if (this.#parsed < 0) this.#sink.header({ by: "HAR" });
    this.#parsed = size;
    if (size > MAX_BYTES) {
      const expected = `an archive of at most ${MAX_BYTES / 1024 / 1024} MiB`;
      this.#sink.damage({ source: 0, line: 1, offset: 0, length: size, expected });
      return true;
    }
    const { items, damage } = jsonList(this.#source.read(0, size), ["log", "entries"]);
    if (damage !== undefined) this.#sink.damage(damage);
    const fresh = items.slice(this.#taken).map(({ value, segment }) => {
      const entry = value() ?? null;
      return { exchange: harExchange(entry), start: startOf(entry) ?? 0, segment };
    });
    this.#taken = items.length;
    // Entries may stand in any order: Polly sorts them by a hash. Ours stand in the order of the run, whose starts may be guesses.
    const ours = OURS.test(this.#source.read(0, Math.min(size, 1000)).toString("latin1"));
    if (!ours) fresh.sort((a, b) => a.start - b.start);
    for (const { exchange, segment } of fresh) this.#take(exchange, segment);
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

  #take(exchange: HttpExchange | undefined, segment: Segment): void {
    if (exchange === undefined)
      this.#sink.open({ kind: "raw", status: "error", name: "entry without a request" }, segment);
    else this.#byRow.set(this.#exchanges.add(exchange, segment), exchange);
  }
}
