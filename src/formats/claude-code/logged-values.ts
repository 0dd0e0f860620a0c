import { isObject, type Json, text } from "../../json/json.ts";
import type { ByteSource } from "../../trace/source/source.ts";
import { scanValue } from "../json-scan.ts";
import type { JsonItem } from "../json-values.ts";
import { decodeRecord } from "./record.ts";

/**
 * Records of stream-json inside the log of a program that ran Claude Code: `[time] [LEVEL] {`, the object often on many
 * lines. The time of the log line is the record's; what else the log says is not part of the run.
 */

const PREFIX = /^\[(\d{4}-\d\d-\d\dT[\d:.]+Z)\] \[[A-Z]+\] (?=\{)/;
const PREFIX_BYTES = 80;
const CHUNK = 256 * 1024;
const LF = 0x0a;
const OPEN_BRACKET = 0x5b;

/** Whether a file is such a log, by its first 64 KiB. */
export function isLogged(sample: string): boolean {
  return (
    /^\[\d{4}-\d\d-\d\dT[\d:.]+Z\] \[[A-Z]+\] \{\s*"type":\s*"system"/m.test(sample) && sample.includes('"session_id"')
  );
}

export class LoggedValues {
  readonly #source: ByteSource;
  #window = Buffer.alloc(0);
  #base = 0;
  #at = 0;
  #final = false;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  get position(): number {
    return this.#base + this.#at;
  }

  finish(): void {
    this.#final = true;
  }

  next(): JsonItem<Json> | undefined {
    for (;;) {
      const end = this.#window.indexOf(LF, this.#at);
      if (end < 0 && this.#fill()) continue;
      const stop = end < 0 ? this.#window.length : end;
      if (this.#at >= this.#window.length || (end < 0 && !this.#final)) return undefined;
      const found = this.#record(stop);
      if (found === "wait") return undefined;
      if (found !== undefined) return found;
    }
  }

  /** Reads more behind the window; false when there is no more. */
  #fill(): boolean {
    const left = this.#window.subarray(this.#at);
    this.#base += this.#at;
    this.#at = 0;
    const more = this.#source.read(this.#base + left.length, Math.max(CHUNK, left.length));
    this.#window = Buffer.concat([left, more]);
    return more.length > 0;
  }

  /** The record that begins on this line, and moves behind it; else moves behind the line, which ends at `stop`. */
  #record(stop: number): JsonItem<Json> | "wait" | undefined {
    const opens = this.#window[this.#at] === OPEN_BRACKET;
    const head = opens
      ? PREFIX.exec(this.#window.toString("latin1", this.#at, Math.min(stop, this.#at + PREFIX_BYTES)))
      : null;
    const start = head === null ? -1 : this.#at + head[0].length;
    const scan = start < 0 ? undefined : scanValue(this.#window, start, this.#window.length);
    if (scan?.state === "incomplete") {
      if (this.#fill()) return undefined;
      if (!this.#final) return "wait";
    }
    const json = scan?.state === "complete" ? decodeRecord(this.#window.subarray(start, scan.end)) : undefined;
    if (scan === undefined || !isObject(json) || text(json.type) === undefined) {
      this.#at = stop + 1;
      return undefined;
    }
    const value = { timestamp: head?.[1] ?? "", ...json };
    const item = { type: "value", offset: this.#base + start, length: scan.end - start, line: 0, value } as const;
    this.#at = scan.end;
    return item;
  }
}
