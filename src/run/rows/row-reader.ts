import type { MessageRef, Reader } from "../../formats/format.ts";
import type { Dialect } from "../../providers/dialect.ts";
import { dialectById } from "../../providers/registry.ts";
import type { EventBody } from "../../trace/event.ts";
import type { RowNumber, Segment } from "../../trace/row-sink.ts";
import { Recent } from "../recent.ts";
import type { Exchange } from "../run.ts";
import { conversationOf } from "../step/conversation.ts";
import { readExchange } from "../step/exchange.ts";
import { withFoldedResponse } from "../step/folded.ts";
import type { RunStore } from "./run-store.ts";

/**
 * Bodies kept at hand: the selected call and its neighbours. A short line can stand for a long conversation, so they
 * are counted; a heavy line counts for more, by the megabyte.
 */
const BODIES = 48;
const CONVERSATIONS = 16;
const HEAVY = 1024 * 1024;

/** What the rows of a run hold besides their columns. */
export interface Rows {
  body(row: RowNumber): EventBody;
  exchange(row: RowNumber): Exchange;
  messages(row: RowNumber): readonly MessageRef[];
}

/** As the file has it: requests as the agent asked them. */
export class RowReader implements Rows {
  readonly #file: { readonly reader: Reader };
  readonly #store: RunStore;
  readonly #base: RowNumber;
  readonly #bodies = new Recent<RowNumber, { readonly stamp: number; readonly body: EventBody }>(BODIES);
  readonly #exchanges = new Recent<RowNumber, { readonly stamp: number; readonly exchange: Exchange }>(BODIES);
  readonly #conversations = new Recent<RowNumber, readonly MessageRef[]>(CONVERSATIONS);

  /** `base`: number of the run's first row among those of its file. */
  constructor(file: { readonly reader: Reader }, store: RunStore, base: RowNumber) {
    this.#file = file;
    this.#store = store;
    this.#base = base;
  }

  body(row: RowNumber): EventBody {
    const stamp = this.#store.table.stamp(row);
    const cached = this.#bodies.get(row);
    // A call in flight may have got its answer since.
    if (cached?.stamp === stamp) return cached.body;
    const segments = this.#store.table.segments(row);
    const body = withFoldedResponse(this.#file.reader.body(this.#base + row, segments), this.dialect(row));
    this.#bodies.set(row, { stamp, body }, weightOf(segments));
    return body;
  }

  exchange(row: RowNumber): Exchange {
    const stamp = this.#store.table.stamp(row);
    const cached = this.#exchanges.get(row);
    if (cached?.stamp === stamp) return cached.exchange;
    const segments = this.#store.table.segments(row);
    const own = this.#file.reader.answer?.(this.#base + row, segments);
    const exchange = readExchange(this.body(row), this.dialect(row), own);
    this.#exchanges.set(row, { stamp, exchange }, weightOf(segments));
    return exchange;
  }

  messages(row: RowNumber): readonly MessageRef[] {
    const cached = this.#conversations.get(row);
    if (cached) return cached;
    const own = this.#file.reader.messages?.(this.#base + row, this.#store.table.segments(row));
    const messages = own ?? conversationOf(this.body(row).request, this.dialect(row));
    this.#conversations.set(row, messages, 1);
    return messages;
  }

  dialect(row: RowNumber): Dialect | undefined {
    const op = this.#store.table.op(row);
    return op === undefined ? undefined : dialectById(op);
  }

  clear(): void {
    this.#bodies.clear();
    this.#exchanges.clear();
  }
}

/** 1, and 1 more for each megabyte in the file. */
function weightOf(segments: readonly Segment[]): number {
  return 1 + Math.floor(segments.reduce((sum, segment) => sum + segment.length, 0) / HEAVY);
}
