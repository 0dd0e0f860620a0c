import type { Json } from "../../src/json/json.ts";
import type { Message } from "../../src/providers/message.ts";
import type { Exchange, Lane, MessageRef, Row, Run, RunChange, ToolExchange } from "../../src/run/run.ts";
import type { EventBody, RowFields } from "../../src/trace/event.ts";

/** One event of a run built in a test: its columns, and what its body would say. Everything but the kind may be missing. */
export interface GivenRow extends Partial<Omit<RowFields, "kind">> {
  readonly kind: RowFields["kind"];
  /** "3a" for a derived row; else steps are counted. */
  readonly step?: string;
  readonly turn?: number;
  readonly lane?: number;
  readonly parent?: number;
  readonly attempt?: number;
  readonly repeats?: number;
  readonly repeatedBy?: number;
  readonly body?: Partial<EventBody>;
  readonly exchange?: Partial<Exchange>;
  readonly messages?: readonly MessageRef[];
  readonly callId?: string;
  readonly args?: Json;
  readonly result?: ToolExchange["result"];
  readonly message?: Message;
  readonly what?: string;
}

/** A run in memory: the interface over plain rows, which a test may add to and change. */
export class RunOf implements Run {
  readonly path = "test.vcr";
  readonly format = "vcr";
  readonly formatTitle = "vcr";
  readonly header = {};
  readonly damages = [];
  readonly warnings = [];
  readonly given: GivenRow[];
  readonly lanes: readonly Lane[];
  version = 0;
  /** Bodies read, for tests about what is not read. */
  reads = 0;

  constructor(given: readonly GivenRow[], lanes: readonly Lane[] = [{ number: 0, name: "main", calls: 0, notes: [] }]) {
    this.given = [...given];
    this.lanes = lanes;
  }

  get asked(): Run {
    return this;
  }
  get length() {
    return this.given.length;
  }
  get steps() {
    return this.given.filter((row) => !/[a-z]$/.test(row.step ?? "")).length;
  }
  get repeated() {
    return this.given.flatMap(({ repeatedBy }, row) => (repeatedBy === undefined ? [] : [row]));
  }
  get progress() {
    return { bytes: 0, size: 0, complete: true };
  }

  add(...rows: readonly GivenRow[]): void {
    this.given.push(...rows);
    this.version++;
  }

  change(i: number, fields: Partial<GivenRow>): void {
    this.given[i] = { ...this.#at(i), ...fields };
    this.version++;
  }

  row(i: number): Row {
    const {
      body,
      exchange,
      messages,
      callId,
      args,
      result,
      message,
      what,
      step = this.#counted(i),
      ...fields
    } = this.#at(i);
    return {
      status: "ok",
      origin: "recorded",
      turn: 0,
      lane: 0,
      ...fields,
      row: i,
      seq: Number.parseInt(step, 10),
      step,
      derived: /[a-z]$/.test(step),
    };
  }

  indexOf(step: string): number {
    return this.given.findIndex((_, i) => this.row(i).step === step);
  }
  indexOfRow(row: number): number {
    return row < this.length ? row : -1;
  }
  segments() {
    return [];
  }
  body(i: number): EventBody {
    this.reads++;
    return { raw: () => "", ...this.#at(i).body };
  }
  exchange(i: number): Exchange {
    const { facts, answer } = this.#at(i).exchange ?? {};
    return { facts, answer };
  }
  messages(i: number): readonly MessageRef[] {
    return this.#at(i).messages ?? [];
  }
  tool(i: number): ToolExchange {
    const { name = "tool", callId, args, result, status } = this.#at(i);
    return {
      name,
      isError: status === "error",
      ...(args !== undefined && { args }),
      ...(callId !== undefined && { callId }),
      ...(result && { result }),
    };
  }
  message(i: number): Message | undefined {
    return this.#at(i).message;
  }
  tail() {
    return undefined;
  }

  damageAt(): undefined {
    return undefined;
  }
  what(i: number): string {
    return this.#at(i).what ?? "";
  }

  /** The nearest earlier llm event of the same lane. */
  previousCall(i: number): number {
    for (let at = i - 1; at >= 0; at--) {
      const row = this.#at(at);
      if (row.kind === "llm" && (row.lane ?? 0) === (this.#at(i).lane ?? 0)) return at;
    }
    return -1;
  }
  sharedMessages(i: number): number {
    const previous = this.previousCall(i);
    const [own, before] = [this.messages(i), previous < 0 ? [] : this.messages(previous)];
    const first = own.findIndex((message, k) => message.key !== before[k]?.key);
    return first < 0 ? own.length : first;
  }

  onChange(_listener: (change: RunChange) => void): () => void {
    return () => {};
  }
  advance(): boolean {
    return true;
  }
  close(): void {}

  #at(i: number): GivenRow {
    const row = this.given[i];
    if (!row) throw new RangeError(`no row ${i}`);
    return row;
  }
  #counted(i: number): string {
    return String(this.given.slice(0, i).filter((row) => !/[a-z]$/.test(row.step ?? "")).length);
  }
}

/** A message that says `text`; its key is the text. */
export function said(role: "system" | "user" | "assistant" | "tool", text: string): MessageRef {
  return { key: `${role}:${text}`, read: () => ({ role, parts: [{ type: "text", text }] }) };
}
