import type { MessageRef, Reader } from "../formats/format.ts";
import type { Message } from "../providers/message.ts";
import type { EventBody, RowFields, StepName } from "../trace/event.ts";
import type { Damage, RowNumber, Segment } from "../trace/row-sink.ts";
import { Lanes } from "./lanes/lanes.ts";
import { Recent } from "./recent.ts";
import { UNKNOWN } from "./rows/column.ts";
import { RowReader, type Rows } from "./rows/row-reader.ts";
import type { RunStore } from "./rows/run-store.ts";
import { summary } from "./rows/summary.ts";
import type { Exchange, Lane, Progress, Row, Run, RunChange, ToolExchange } from "./run.ts";
import { sharedPrefix } from "./step/conversation.ts";
import { SentRows } from "./step/sent-rows.ts";
import { parseStep, stepName } from "./step/step-name.ts";
import { readTool } from "./step/tool-exchange.ts";

const SUMMARIES = 4000;

/** What a row is in its run, apart from what the file says of it. */
type OwnFields = Omit<Row, keyof RowFields>;

/** The file behind one or more runs, as far as a run needs it. */
export interface OpenedBehind {
  readonly path: string;
  readonly format: { readonly id: string; readonly title: string };
  readonly reader: Reader;
  readonly progress: Progress;
  advance(deadline: number): boolean;
  close(): void;
}

/** One run of an open file. */
export class OpenedRun implements Run {
  readonly store: RunStore;
  readonly #file: OpenedBehind;
  readonly #reader: RowReader;
  readonly #rows: Rows;
  readonly #summaries = new Recent<RowNumber, { readonly stamp: number; readonly text: string }>(SUMMARIES);
  readonly #listeners = new Set<(change: RunChange) => void>();
  readonly #lanes: Lanes;
  /** The same run with every request as the agent asked it. */
  readonly asked: OpenedRun;

  /** `base`: number of its first row among those of the file. `sent`: the same run, of which this is the agent's side. */
  constructor(file: OpenedBehind, store: RunStore, base: RowNumber, sent?: OpenedRun) {
    this.#file = file;
    this.store = store;
    this.#reader = sent ? sent.#reader : new RowReader(file, store, base);
    this.#rows = sent ? this.#reader : new SentRows(this.#reader);
    this.asked = sent ? this : new OpenedRun(file, store, base, this);
    // Whose answer a request goes on from is told by what the agent holds.
    this.#lanes = sent ? new Lanes(store, this) : this.asked.#lanes;
  }

  get path() {
    return this.#file.path;
  }
  get format() {
    return this.#file.format.id;
  }
  get formatTitle() {
    return this.#file.format.title;
  }
  get header() {
    return this.store.header;
  }
  get length() {
    return this.store.order.length;
  }
  get steps() {
    return this.store.steps;
  }
  get progress() {
    return this.#file.progress;
  }
  get damages() {
    return this.store.damages;
  }
  get warnings() {
    return this.store.warnings;
  }
  get version() {
    return this.store.version;
  }
  get repeated(): readonly RowNumber[] {
    return this.store.repeated;
  }
  get lanes(): readonly Lane[] {
    return this.#lanes.list();
  }

  row(i: number): Row {
    const { table } = this.store;
    const row = this.rowNumber(i);
    const parent = table.parent.get(row);
    const turn = table.turn.get(row);
    const seq = table.seq(row);
    const letter = table.letter(row);
    const own: { -readonly [K in keyof OwnFields]: OwnFields[K] } = {
      row,
      seq,
      step: stepName(seq, letter),
      derived: letter !== 0,
      turn: turn === UNKNOWN ? 0 : turn,
      lane: this.#lanes.laneOf(row),
    };
    if (parent >= 0) own.parent = parent;
    const [repeats, repeatedBy] = [table.repeats.get(row), table.repeatedBy.get(row)];
    if (repeats >= 0 || repeatedBy >= 0) own.attempt = table.attempt.get(row);
    if (repeats >= 0) own.repeats = repeats;
    if (repeatedBy >= 0) own.repeatedBy = repeatedBy;
    return table.fill(row, own);
  }

  rowNumber(i: number): RowNumber {
    if (i < 0 || i >= this.length) throw new RangeError(`no row ${i} of ${this.length}`);
    return this.store.order.row(i);
  }

  indexOf(step: StepName): number {
    const parsed = parseStep(step);
    return parsed ? this.store.order.place(parsed.seq, parsed.letter) : -1;
  }

  indexOfRow(row: RowNumber): number {
    if (row < 0 || row >= this.store.table.length) return -1;
    return this.store.order.place(this.store.table.seq(row), this.store.table.letter(row));
  }

  segments(i: number): readonly Segment[] {
    return this.store.table.segments(this.rowNumber(i));
  }

  body(i: number): EventBody {
    return this.bodyOfRow(this.rowNumber(i));
  }

  bodyOfRow(row: RowNumber): EventBody {
    return this.#rows.body(row);
  }

  exchange(i: number): Exchange {
    return this.exchangeOfRow(this.rowNumber(i));
  }

  exchangeOfRow(row: RowNumber): Exchange {
    return this.#rows.exchange(row);
  }

  messages(i: number): readonly MessageRef[] {
    return this.messagesOfRow(this.rowNumber(i));
  }

  messagesOfRow(row: RowNumber): readonly MessageRef[] {
    return this.#rows.messages(row);
  }

  tool(i: number): ToolExchange {
    return readTool(this, this.rowNumber(i));
  }

  message(i: number): Message | undefined {
    const row = this.rowNumber(i);
    return this.store.table.kind(row) === "message" ? this.exchangeOfRow(row).answer?.message : undefined;
  }

  damageAt(i: number): Damage | undefined {
    return this.store.damageOf(this.rowNumber(i));
  }

  tail(): EventBody | undefined {
    return this.progress.complete ? undefined : this.#file.reader.tail?.()?.body;
  }

  what(i: number): string {
    const row = this.rowNumber(i);
    const stamp = this.store.table.stamp(row);
    const cached = this.#summaries.get(row);
    if (cached?.stamp === stamp) return cached.text;
    const text = summary(this, i);
    this.#summaries.set(row, { stamp, text }, 1);
    return text;
  }

  previousCall(i: number): number {
    const previous = this.#lanes.previous(this.rowNumber(i));
    return previous < 0 ? -1 : this.indexOfRow(previous);
  }

  sharedMessages(i: number): number {
    const previous = this.previousCall(i);
    return previous < 0 ? 0 : sharedPrefix(this.messages(i), this.messages(previous));
  }

  onChange(listener: (change: RunChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(change: RunChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  /** Lanes are worked out behind the reader's walk, in the same slices. */
  advance(deadline: number): boolean {
    const read = this.#file.progress.complete || this.#file.advance(deadline);
    const placed = this.#lanes.placed;
    const lanes = this.#lanes.advance(deadline);
    // Rows that were seen before their lane was known say something else now.
    if (this.#lanes.placed !== placed) this.store.version++;
    return lanes && read;
  }

  close(): void {
    this.#listeners.clear();
    this.#reader.clear();
    this.#file.close();
  }

  /** The format keeps messages rather than API requests: conversations and agents come from the reader. */
  get keepsConversation(): boolean {
    return this.#file.reader.messages !== undefined;
  }
}
