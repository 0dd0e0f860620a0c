import { field, isArray, type Json } from "../../json/json.ts";
import type { Damage, Segment } from "../../trace/row-sink.ts";
import type { ByteSource } from "../../trace/source.ts";
import { elements, members } from "../json-scan.ts";
import { JsonValues } from "../json-values.ts";
import { timeOf } from "../time-of.ts";
import { decodeRecord } from "./record.ts";

/** The records of one rollout file, one ahead, so that threads can be read side by side in the order of time. */

export type FeedItem =
  | { readonly type: "record"; readonly record: Json; readonly segment: Segment }
  | { readonly type: "damage"; readonly damage: Damage; readonly torn: boolean };

export class RolloutFeed {
  readonly source: ByteSource;
  /** Time of the latest record so far: one without a time comes right behind it. */
  at = 0;
  private readonly number: number;
  private readonly values: JsonValues<Json>;
  private readonly ahead: FeedItem[] = [];

  constructor(number: number, source: ByteSource) {
    this.number = number;
    this.source = source;
    this.values = new JsonValues(source, decodeRecord);
  }

  get position(): number {
    return this.values.position;
  }

  finish(): void {
    this.values.finish();
  }

  peek(): FeedItem | undefined {
    while (this.ahead.length === 0) {
      const item = this.values.next();
      if (item === undefined) return undefined;
      if (item.type === "damage") {
        this.ahead.push({ type: "damage", damage: { ...item.damage, source: this.number }, torn: item.torn });
        continue;
      }
      const segment = { source: this.number, offset: item.offset, length: item.length };
      const { value } = item;
      if (field(value, "session") !== undefined && isArray(field(value, "items")))
        this.ahead.push(...this.whole(segment));
      else this.ahead.push({ type: "record", record: value, segment });
    }
    const first = this.ahead[0];
    if (first?.type === "record") this.at = Math.max(this.at, timeOf(field(first.record, "timestamp")) ?? 0);
    return first;
  }

  shift(): void {
    this.ahead.shift();
  }

  /** The first Codex (2025, in TypeScript) wrote one object a session: `{session, items}`. */
  private whole(segment: Segment): readonly FeedItem[] {
    const bytes = this.source.read(segment.offset, segment.length);
    const found = members(bytes, 0, bytes.length);
    const session = found?.get("session");
    const items = found?.get("items");
    const ranges = [
      ...(session === undefined ? [] : [session]),
      ...(items === undefined ? [] : elements(bytes, items[0], items[1])),
    ];
    return ranges.map(([start, end]) => ({
      type: "record",
      record: decodeRecord(bytes.subarray(start, end)) ?? null,
      segment: { source: this.number, offset: segment.offset + start, length: end - start },
    }));
  }
}
