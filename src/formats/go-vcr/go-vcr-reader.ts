import { type Document, isMap, isSeq, LineCounter, type YAMLMap } from "yaml";
import type { EventBody } from "../../trace/event.ts";
import type { RowNumber, RowSink, Segment } from "../../trace/row-sink.ts";
import type { ByteSource } from "../../trace/source.ts";
import type { Reader } from "../format.ts";
import { exchangeBody, type HttpExchange, HttpExchanges } from "../http-exchange.ts";
import { parseYaml } from "../yaml-document.ts";
import { interactionOf } from "./interaction.ts";

/** A bigger cassette is not read: YAML has to be parsed whole. */
const MAX_BYTES = 64 * 1024 * 1024;
/** How many nodes the aliases of one interaction may stand for. */
const MAX_ALIASES = 100;

interface Item {
  readonly segment: Segment;
  /** Undefined where its aliases stand for too much. */
  value(): unknown;
}

export class GoVcrReader implements Reader {
  private readonly source: ByteSource;
  private readonly sink: RowSink;
  private readonly exchanges: HttpExchanges;
  private readonly byRow = new Map<RowNumber, HttpExchange>();
  private parsed = -1;
  private taken = 0;
  /** Running sum of durations, until one is unknown. */
  private clock: number | undefined = 0;

  constructor(source: ByteSource, sink: RowSink) {
    this.source = source;
    this.sink = sink;
    this.exchanges = new HttpExchanges(sink);
  }

  get position(): number {
    return Math.max(0, this.parsed);
  }

  advance(): boolean {
    const { size } = this.source;
    if (!this.source.complete || this.parsed === size) return true;
    this.parsed = size;
    if (this.taken === 0) this.sink.header({ by: "go-vcr" });
    if (size > MAX_BYTES) {
      const expected = `a cassette of at most ${MAX_BYTES / 1024 / 1024} MiB`;
      this.sink.damage({ source: 0, line: 1, offset: 0, length: size, expected });
      return true;
    }
    for (const item of this.items(this.source.read(0, size).toString("utf8")).slice(this.taken)) this.take(item);
    return true;
  }

  finish(): void {
    this.advance();
  }

  body(row: RowNumber, segments: readonly Segment[]): EventBody {
    const raw = (): string =>
      segments.map(({ offset, length }) => this.source.read(offset, length).toString("utf8")).join("\n");
    const exchange = this.byRow.get(row);
    return exchange === undefined ? { raw } : exchangeBody(exchange, raw);
  }

  private take({ value, segment }: Item): void {
    this.taken++;
    const read = interactionOf(value());
    if (read === undefined) {
      this.sink.open({ kind: "raw", status: "error", name: "interaction without a request" }, segment);
      return;
    }
    const exchange: HttpExchange = { ...read, ...(this.clock !== undefined && { at: this.clock }) };
    this.clock = this.clock === undefined || read.durationMs === undefined ? undefined : this.clock + read.durationMs;
    this.byRow.set(this.exchanges.add(exchange, segment), exchange);
  }

  private items(text: string): readonly Item[] {
    const lines = new LineCounter();
    try {
      const document = parseYaml(text, lines);
      if (document === undefined) return [];
      for (const error of document.errors.slice(0, 1)) this.broken(text, lines.linePos(error.pos[0]).line, error);
      const list = isMap(document.contents) ? document.get("interactions") : undefined;
      return isSeq(list) ? itemsOf(text, document, list.items) : [];
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const expected = `YAML, found it ${message}`;
      this.sink.damage({ source: 0, line: 1, offset: 0, length: Buffer.byteLength(text), expected });
      return [];
    }
  }

  private broken(
    text: string,
    line: number,
    error: { readonly message: string; readonly pos: readonly [number, number] },
  ): void {
    const offset = Buffer.byteLength(text.slice(0, error.pos[0]));
    const length = Buffer.byteLength(text.slice(error.pos[0], error.pos[1]));
    this.sink.damage({ source: 0, line, offset, length, expected: `YAML: ${error.message}` });
  }
}

/** Where each interaction lies: the parser counts characters, a source counts bytes. */
function itemsOf(text: string, document: Document.Parsed, nodes: readonly unknown[]): readonly Item[] {
  let characters = 0;
  let bytes = 0;
  const items: Item[] = [];
  for (const node of nodes) {
    if (!isMap(node) || !node.range) continue;
    const [start, end] = node.range;
    bytes += Buffer.byteLength(text.slice(characters, start));
    const length = Buffer.byteLength(text.slice(start, end));
    items.push({ segment: { source: 0, offset: bytes, length }, value: () => plainValue(node, document) });
    bytes += length;
    characters = end;
  }
  return items;
}

function plainValue(node: YAMLMap, document: Document.Parsed): unknown {
  try {
    return node.toJS(document, { maxAliasCount: MAX_ALIASES });
  } catch {
    return undefined;
  }
}
