import type { Json } from "../../json/json.ts";
import type { RowNumber, RowSink, Segment } from "../../trace/row-sink.ts";
import type { Said } from "./conversation.ts";
import { textsOf } from "./items.ts";

/** Messages of the user come twice, as an item and as an event, in either order: the second joins the row of the first. */

interface Message {
  readonly texts: readonly string[];
  readonly mirror: boolean;
  readonly row: RowNumber;
  readonly said: Said;
}

/** Twins stand close together: so many messages back one is looked for. */
const REACH = 8;

export class Asked {
  readonly #sink: RowSink;
  /** Messages whose twin has not come. */
  #single: Message[] = [];

  constructor(sink: RowSink) {
    this.#sink = sink;
  }

  add(item: Json, message: Omit<Message, "texts">): void {
    this.#single = [...this.#single, { ...message, texts: textsOf(item) }].slice(-REACH);
  }

  /** True when this message is the twin of one there is; it is put with that. */
  repeats(item: Json, mirror: boolean, segment: Segment): boolean {
    const texts = textsOf(item);
    const twin = this.#single.findLast(
      (each) => each.mirror !== mirror && each.texts.some((words) => texts.includes(words)),
    );
    if (twin === undefined) return false;
    this.#single = this.#single.filter((each) => each !== twin);
    twin.said.segments.push(segment);
    this.#sink.extend(twin.row, segment);
    return true;
  }
}
