import { field, isArray, type Json } from "../../json/json.ts";
import type { Damage, Segment } from "../../trace/row-sink.ts";
import type { ByteSource } from "../../trace/source.ts";
import { elements, members } from "../json-scan.ts";
import { type JsonItem, JsonValues } from "../json-values.ts";
import { timeOf } from "../time-of.ts";
import { isLogged, LoggedValues } from "./logged-values.ts";
import { decodeRecord } from "./record.ts";

/** The records of one file of a session, one ahead, so that several files can be read in the order of time. */

const LOOK_BYTES = 64 * 1024;

interface Values {
  readonly position: number;
  next(): JsonItem<Json> | undefined;
  finish(): void;
}

export type FeedItem =
  | { readonly type: "record"; readonly record: Json; readonly segment: Segment }
  | { readonly type: "damage"; readonly damage: Damage; readonly torn: boolean };

export class RecordFeed {
  /** Agent whose own file this is; "" for the session's. */
  readonly agentId: string;
  readonly source: ByteSource;
  /** Time of the latest record so far: one without a time comes right behind it. */
  at = 0;
  private readonly number: number;
  private readonly values: Values;
  private readonly ahead: FeedItem[] = [];

  constructor(number: number, source: ByteSource, agentId: string) {
    this.number = number;
    this.source = source;
    this.agentId = agentId;
    const logged = isLogged(source.read(0, LOOK_BYTES).toString("utf8"));
    this.values = logged ? new LoggedValues(source) : new JsonValues(source, decodeRecord);
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
      if (isArray(field(item.value, "loglines"))) this.ahead.push(...this.logLines(segment));
      else this.ahead.push({ type: "record", record: item.value, segment });
    }
    const first = this.ahead[0];
    if (first?.type === "record") this.at = Math.max(this.at, timeOf(field(first.record, "timestamp")) ?? 0);
    return first;
  }

  shift(): void {
    this.ahead.shift();
  }

  /** The records of a web export: one object, the lines of the session in its array `loglines`. */
  private logLines(whole: Segment): readonly FeedItem[] {
    const bytes = this.source.read(whole.offset, whole.length);
    const range = members(bytes, 0, bytes.length)?.get("loglines");
    if (range === undefined) return [];
    return elements(bytes, range[0], range[1]).map(([start, end]) => ({
      type: "record",
      record: decodeRecord(bytes.subarray(start, end)) ?? null,
      segment: { source: this.number, offset: whole.offset + start, length: end - start },
    }));
  }
}
