import { field, type Json } from "../json/json.ts";
import type { Damage, Segment } from "../trace/row-sink.ts";
import type { ByteSource } from "../trace/source/source.ts";
import type { JsonItem } from "./json-values.ts";
import { timeOf } from "./time-of.ts";

/** The values of a file, one after the other. */
export interface Values {
  readonly position: number;
  next(): JsonItem<Json> | undefined;
  finish(): void;
}

export type FeedItem =
  | { readonly type: "record"; readonly record: Json; readonly segment: Segment }
  | { readonly type: "damage"; readonly damage: Damage; readonly torn: boolean };

export interface FeedOptions {
  readonly values: Values;
  decode(bytes: Buffer): Json | undefined;
  /** Where the records lie in a value that holds several, from its start to behind its end; undefined: the value is one. */
  within(value: Json, bytes: () => Buffer): readonly (readonly [number, number])[] | undefined;
}

/** The records of one file of several, one ahead, so that they can be read side by side in the order of time. */
export class RecordFeed {
  readonly source: ByteSource;
  /** Time of the latest record so far: one without a time comes right behind it. */
  at = 0;
  readonly #number: number;
  readonly #options: FeedOptions;
  readonly #ahead: FeedItem[] = [];

  /** `number` of the file among the sources of the run. */
  constructor(number: number, source: ByteSource, options: FeedOptions) {
    this.#number = number;
    this.source = source;
    this.#options = options;
  }

  get position(): number {
    return this.#options.values.position;
  }

  finish(): void {
    this.#options.values.finish();
  }

  peek(): FeedItem | undefined {
    while (this.#ahead.length === 0) {
      const item = this.#options.values.next();
      if (item === undefined) return undefined;
      if (item.type === "damage") {
        this.#ahead.push({ type: "damage", damage: { ...item.damage, source: this.#number }, torn: item.torn });
        continue;
      }
      const segment = { source: this.#number, offset: item.offset, length: item.length };
      this.#ahead.push(...this.#records(item.value, segment));
    }
    const first = this.#ahead[0];
    if (first?.type === "record") this.at = Math.max(this.at, timeOf(field(first.record, "timestamp")) ?? 0);
    return first;
  }

  shift(): void {
    this.#ahead.shift();
  }

  #records(value: Json, whole: Segment): readonly FeedItem[] {
    const { within, decode } = this.#options;
    let read: Buffer | undefined;
    const bytes = (): Buffer => (read ??= this.source.read(whole.offset, whole.length));
    const ranges = within(value, bytes);
    if (ranges === undefined) return [{ type: "record", record: value, segment: whole }];
    return ranges.map(([start, end]) => ({
      type: "record",
      record: decode(bytes().subarray(start, end)) ?? null,
      segment: { source: this.#number, offset: whole.offset + start, length: end - start },
    }));
  }
}
