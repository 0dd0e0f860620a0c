import type { MessageRef, Reader } from "../formats/format.ts";
import type { Dialect } from "../providers/dialect.ts";
import type { Message } from "../providers/message.ts";
import { dialectById } from "../providers/registry.ts";
import type { EventBody, StepName } from "../trace/event.ts";
import type { Damage, RowNumber, Segment } from "../trace/row-sink.ts";
import { UNKNOWN } from "./column.ts";
import { conversationOf, sharedPrefix } from "./conversation.ts";
import { readExchange } from "./exchange.ts";
import { withFoldedResponse } from "./folded.ts";
import { Lanes } from "./lanes.ts";
import { Recent } from "./recent.ts";
import type { Exchange, Lane, Progress, Row, Run, RunChange, ToolExchange } from "./run.ts";
import type { RunStore } from "./run-store.ts";
import { sentRequest } from "./sent-request.ts";
import { parseStep, stepName } from "./step-name.ts";
import { summary } from "./summary.ts";
import { readTool } from "./tool-exchange.ts";

/**
 * Bodies kept at hand: the selected call and its neighbours. A short line can stand for a long conversation, so they
 * are counted; a heavy line counts for more, by the megabyte.
 */
const BODIES = 48;
const HEAVY = 1024 * 1024;
const SUMMARIES = 4000;

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
  readonly #base: RowNumber;
  readonly #file: OpenedBehind;
  readonly #bodies = new Recent<RowNumber, { readonly stamp: number; readonly body: EventBody }>(BODIES);
  readonly #exchanges = new Recent<RowNumber, { readonly stamp: number; readonly exchange: Exchange }>(BODIES);
  readonly #conversations = new Recent<RowNumber, readonly MessageRef[]>(16);
  readonly #summaries = new Recent<RowNumber, { readonly stamp: number; readonly text: string }>(SUMMARIES);
  readonly #listeners = new Set<(change: RunChange) => void>();
  readonly #lanes: Lanes;

  /** The same run with every request as the agent asked it. */
  readonly asked: OpenedRun;

  /** `of`: another look at a run, on the agent's side of what was changed on its way. */
  constructor(file: OpenedBehind, store: RunStore, base: RowNumber, of?: OpenedRun) {
    this.#file = file;
    this.store = store;
    this.#base = base;
    this.asked = of ? this : new OpenedRun(file, store, base, this);
    // Whose answer a request goes on from is told by what the agent holds.
    this.#lanes = of ? new Lanes(store, this) : this.asked.#lanes;
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
    const own: Pick<Row, "row" | "seq" | "step" | "derived" | "turn" | "lane" | "parent"> & { parent?: RowNumber } = {
      row,
      seq,
      step: stepName(seq, letter),
      derived: letter !== 0,
      turn: turn === UNKNOWN ? 0 : turn,
      lane: this.#lanes.laneOf(row),
    };
    if (parent >= 0) own.parent = parent;
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
    const stamp = this.store.table.stamp(row);
    const cached = this.#bodies.get(row);
    // A call in flight may have got its answer since.
    if (cached?.stamp === stamp) return cached.body;
    const segments = this.store.table.segments(row);
    const read = withFoldedResponse(this.#file.reader.body(this.#base + row, segments), this.dialectOf(row));
    const body = this.asked === this ? read : asSent(read);
    this.#bodies.set(row, { stamp, body }, weightOf(segments));
    return body;
  }

  exchange(i: number): Exchange {
    return this.exchangeOfRow(this.rowNumber(i));
  }

  exchangeOfRow(row: RowNumber): Exchange {
    const stamp = this.store.table.stamp(row);
    const cached = this.#exchanges.get(row);
    if (cached?.stamp === stamp) return cached.exchange;
    const segments = this.store.table.segments(row);
    const own = this.#file.reader.answer?.(this.#base + row, segments);
    const exchange = readExchange(this.bodyOfRow(row), this.dialectOf(row), own);
    this.#exchanges.set(row, { stamp, exchange }, weightOf(segments));
    return exchange;
  }

  messages(i: number): readonly MessageRef[] {
    return this.messagesOfRow(this.rowNumber(i));
  }

  messagesOfRow(row: RowNumber): readonly MessageRef[] {
    const cached = this.#conversations.get(row);
    if (cached) return cached;
    const own = this.#file.reader.messages?.(this.#base + row, this.store.table.segments(row));
    const messages = own ?? conversationOf(this.bodyOfRow(row).request, this.dialectOf(row));
    this.#conversations.set(row, messages, 1);
    return messages;
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
    this.#bodies.clear();
    this.#exchanges.clear();
    this.#file.close();
  }

  /** The format keeps messages rather than API requests: conversations and agents come from the reader. */
  get keepsConversation(): boolean {
    return this.#file.reader.messages !== undefined;
  }

  dialectOf(row: RowNumber): Dialect | undefined {
    const op = this.store.table.op(row);
    return op === undefined ? undefined : dialectById(op);
  }
}

/** Nothing is copied of a body that went out as it was asked. */
function asSent(body: EventBody): EventBody {
  const request = sentRequest(body);
  return request === undefined || request === body.request ? body : { ...body, request, raw: () => body.raw() };
}

/** 1, and 1 more for each megabyte in the file. */
function weightOf(segments: readonly Segment[]): number {
  return 1 + Math.floor(segments.reduce((sum, segment) => sum + segment.length, 0) / HEAVY);
}
