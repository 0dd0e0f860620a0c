import type { EventBody, RowFields, RunHeader } from "../../src/trace/event.ts";
import { TraceReader } from "../../src/trace/read/reader.ts";
import type { Damage, RowNumber, RowSink, Segment, ToolCall, ToolResult } from "../../src/trace/row-sink.ts";
import { openSource } from "../../src/trace/source/open-source.ts";
import type { ByteSource } from "../../src/trace/source/source.ts";

interface SeenRow {
  fields: Partial<RowFields> & Pick<RowFields, "kind">;
  readonly seq: number | undefined;
  readonly segments: Segment[];
  calls: readonly ToolCall[];
  results: readonly ToolResult[];
  callId: string | undefined;
}

/** Keeps what a reader reports, in the plainest form. */
export class SeenRows implements RowSink {
  readonly headers: { header: RunHeader; next: boolean }[] = [];
  readonly rows: SeenRow[] = [];
  readonly damages: Damage[] = [];
  readonly warnings: string[] = [];

  header(header: RunHeader, options?: { readonly next?: boolean }): void {
    this.headers.push({ header, next: options?.next === true });
  }

  open(fields: SeenRow["fields"], segment: Segment, options?: { readonly seq?: number }): RowNumber {
    const row = { fields, seq: options?.seq, segments: [segment], calls: [], results: [], callId: undefined };
    return this.rows.push(row) - 1;
  }

  extend(row: RowNumber, segment: Segment): void {
    this.#row(row).segments.push(segment);
  }

  set(row: RowNumber, fields: Partial<RowFields>): void {
    this.#row(row).fields = { ...this.#row(row).fields, ...fields };
  }

  calls(row: RowNumber, calls: readonly ToolCall[]): readonly RowNumber[] {
    this.#row(row).calls = calls;
    return [];
  }

  results(row: RowNumber, results: readonly ToolResult[]): void {
    this.#row(row).results = results;
  }

  recorded(row: RowNumber, callId: string): void {
    this.#row(row).callId = callId;
  }

  damage(damage: Damage): void {
    this.damages.push(damage);
  }

  warn(text: string): void {
    if (!this.warnings.includes(text)) this.warnings.push(text);
  }

  #row(row: RowNumber): SeenRow {
    const found = this.rows[row];
    if (!found) throw new Error(`row ${row} was never opened`);
    return found;
  }
}

export interface ReadTrace {
  readonly sink: SeenRows;
  readonly reader: TraceReader;
  readonly source: ByteSource;
  body(row: number): EventBody;
}

/** Reads a whole native trace. */
export function readTrace(from: string | ByteSource): ReadTrace {
  const source = typeof from === "string" ? openSource(from) : from;
  const sink = new SeenRows();
  const reader = new TraceReader(source, sink);
  while (!reader.advance(performance.now() + 1000));
  reader.finish();
  return { sink, reader, source, body: (row) => reader.body(row, sink.rows[row]?.segments ?? []) };
}
