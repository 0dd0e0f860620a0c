import type { RowFields, RunHeader } from "../trace/event.ts";
import type { Damage, RowNumber, RowSink, Segment, ToolCall, ToolResult } from "../trace/row-sink.ts";
import { RunStore } from "./rows/run-store.ts";

/**
 * Receives what a reader reports and files it under its run: a file may hold several, one after the other.
 * The reader counts rows over the whole file; each run counts its own.
 */
export class Collector implements RowSink {
  readonly runs: { readonly base: RowNumber; readonly store: RunStore }[] = [];
  readonly #onRun: (store: RunStore, base: RowNumber) => void;

  constructor(onRun: (store: RunStore, base: RowNumber) => void) {
    this.#onRun = onRun;
  }

  header(header: RunHeader, options?: { readonly next?: boolean }): void {
    const current = this.runs.at(-1);
    if (!current || options?.next) this.#begin(header);
    else {
      current.store.header = header;
      current.store.version++;
    }
  }

  open(
    fields: Partial<RowFields> & Pick<RowFields, "kind">,
    segment: Segment,
    options?: { readonly seq?: number },
  ): RowNumber {
    const { base, store } = this.#last();
    return base + store.open(fields, segment, options?.seq);
  }

  extend(row: RowNumber, segment: Segment): void {
    const { base, store } = this.#of(row);
    store.extend(row - base, segment);
  }

  set(row: RowNumber, fields: Partial<RowFields>): void {
    const { base, store } = this.#of(row);
    store.set(row - base, fields);
  }

  calls(row: RowNumber, calls: readonly ToolCall[], how?: { readonly instead?: boolean }): readonly RowNumber[] {
    const { base, store } = this.#of(row);
    if (how?.instead === true) store.recall(row - base);
    return store.calls(row - base, calls).map((derived) => base + derived);
  }

  results(row: RowNumber, results: readonly ToolResult[], segment?: Segment): void {
    const { base, store } = this.#of(row);
    store.results(row - base, results, segment);
  }

  recorded(row: RowNumber, callId: string): void {
    const { base, store } = this.#of(row);
    store.recorded(row - base, callId);
  }

  damage(damage: Damage): void {
    this.#last().store.damage(damage);
  }

  warn(text: string): void {
    this.#last().store.warn(text);
  }

  #begin(header: RunHeader): { readonly base: RowNumber; readonly store: RunStore } {
    const before = this.runs.at(-1);
    const run = { base: before ? before.base + before.store.table.length : 0, store: new RunStore(header) };
    this.runs.push(run);
    this.#onRun(run.store, run.base);
    return run;
  }

  #last() {
    return this.runs.at(-1) ?? this.#begin({});
  }

  #of(row: RowNumber) {
    for (let i = this.runs.length - 1; i >= 0; i--) if (this.runs[i]!.base <= row) return this.runs[i]!;
    return this.#last();
  }
}
