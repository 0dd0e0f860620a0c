import type { RowFields, RunHeader } from "../../src/trace/event.ts";
import type { Damage, RowNumber, RowSink, Segment, ToolCall, ToolResult } from "../../src/trace/row-sink.ts";

/** A row as a reader reported it. */
export interface ReportedRow {
  readonly row: RowNumber;
  /** Which run of the file, from 0. */
  readonly run: number;
  fields: Partial<RowFields> & Pick<RowFields, "kind">;
  readonly segments: Segment[];
  /** Call id of a derived tool row. */
  readonly callId?: string;
  /** The recorded row that stands for this derived one. */
  replacedBy?: RowNumber;
  /** Call ids whose results the row's request carried. */
  readonly results: ToolResult[];
}

/**
 * A sink that keeps what a reader reports, derived rows included, in the order it was reported.
 * Like a run it has an idea of its own about how long a tool took, until the reader says better.
 */
export class ReportedRows implements RowSink {
  readonly rows: ReportedRow[] = [];
  readonly headers: RunHeader[] = [];
  readonly damages: Damage[] = [];
  readonly warnings: string[] = [];

  header(header: RunHeader, options?: { readonly next?: boolean }): void {
    if (options?.next || this.headers.length === 0) this.headers.push(header);
    else this.headers[this.headers.length - 1] = header;
  }

  open(fields: Partial<RowFields> & Pick<RowFields, "kind">, segment: Segment): RowNumber {
    return this.add({ status: "ok", origin: "recorded", ...fields }, [segment]);
  }

  extend(row: RowNumber, segment: Segment): void {
    this.rows[row]?.segments.push(segment);
  }

  set(row: RowNumber, fields: Partial<RowFields>): void {
    const known = this.rows[row];
    if (known !== undefined) known.fields = { ...known.fields, ...fields };
  }

  calls(_row: RowNumber, calls: readonly ToolCall[]): readonly RowNumber[] {
    return calls.map((call) =>
      this.add({ kind: "tool", name: call.name, status: "pending", origin: "derived" }, [], call.id),
    );
  }

  results(row: RowNumber, results: readonly ToolResult[]): void {
    this.rows[row]?.results.push(...results);
    for (const result of results) {
      const call = this.rows.find((each) => each.callId === result.id);
      if (call === undefined) continue;
      const gap = result.at === undefined ? {} : { durationMs: result.at - (this.rows[row]?.fields.at ?? 0) };
      this.set(call.row, { status: result.isError ? "error" : "ok", ...gap });
    }
  }

  /** The derived row of the call gives way: it is marked, so that row numbers stay. */
  recorded(row: RowNumber, callId: string): void {
    const derived = this.rows.find((each) => each.callId === callId);
    if (derived !== undefined) derived.replacedBy = row;
  }

  damage(damage: Damage): void {
    this.damages.push(damage);
  }

  warn(text: string): void {
    if (!this.warnings.includes(text)) this.warnings.push(text);
  }

  private add(fields: ReportedRow["fields"], segments: Segment[], callId?: string): RowNumber {
    const row = this.rows.length;
    const run = Math.max(0, this.headers.length - 1);
    this.rows.push({ row, run, fields, segments, results: [], ...(callId !== undefined && { callId }) });
    return row;
  }
}
