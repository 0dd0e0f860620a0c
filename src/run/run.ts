import type { MessageRef } from "../formats/format.ts";
import type { Json } from "../json/json.ts";
import type { Answer, RequestFacts } from "../providers/dialect.ts";
import type { Message } from "../providers/message.ts";
import type { EventBody, RowFields, RunHeader, StepName } from "../trace/event.ts";
import type { Damage, RowNumber, Segment } from "../trace/row-sink.ts";

export type { MessageRef };

/** One event as the list shows it: a snapshot of the columns. */
export interface Row extends RowFields {
  readonly row: RowNumber;
  /** Number of the step this row belongs to; its own, or of the llm event that asked for the tool. */
  readonly seq: number;
  /** "36" or "36a". */
  readonly step: StepName;
  readonly derived: boolean;
  readonly turn: number;
  readonly lane: number;
  /** Which attempt at its call this is, from 1; undefined for one that was made once. */
  readonly attempt?: number;
  /** Row of the attempt before it, which failed. */
  readonly repeats?: RowNumber;
  /** Row of the next attempt: this one failed, and lists fold it under the last. */
  readonly repeatedBy?: RowNumber;
  /** Row of the span, agent call or llm event this one lies under; undefined at the top. */
  readonly parent?: RowNumber;
}

export interface Lane {
  readonly number: number;
  /** Given by the format or a wrapper; else "main", "agent 2", ... */
  readonly name: string;
  /** Lane whose tool call started this one. */
  readonly parent?: number;
  readonly calls: number;
  /** Reasons worth showing: "history rewritten", "branch". */
  readonly notes: readonly string[];
}

export interface Progress {
  /** Bytes walked, and to walk as far as known. */
  readonly bytes: number;
  readonly size: number;
  /** The walk has caught up with the file. */
  readonly complete: boolean;
}

/** What `row` was asked and what came of it, read by the dialect of its API. */
export interface Exchange {
  readonly facts: RequestFacts | undefined;
  readonly answer: Answer | undefined;
}

export interface ToolExchange {
  readonly callId?: string;
  readonly name: string;
  readonly args?: Json;
  readonly result?: Message;
  readonly isError: boolean;
  /** Where the result was read: the step whose request carried it first. */
  readonly resultStep?: StepName;
}

export type RunChange = "rows" | "complete" | "truncated" | "replaced" | "warning";

/**
 * A run, usable at once while it is still being read: rows appear, change and never renumber.
 * `i` is always a place in list order (sorted by seq, letter); it can shift when rows appear, a step name never does.
 * All reads are synchronous and bounded; bodies are cached by bytes.
 */
export interface Run {
  readonly path: string;
  /** Format's id and title. */
  readonly format: string;
  readonly formatTitle: string;
  readonly header: RunHeader;
  /** Rows known so far, derived ones included. */
  readonly length: number;
  /** Steps known so far (rows with a number of their own). */
  readonly steps: number;
  readonly progress: Progress;
  readonly damages: readonly Damage[];
  readonly warnings: readonly string[];
  /** Goes up with every change; views cache by it. */
  readonly version: number;

  row(i: number): Row;
  /** Place in the list; -1 when there is no such step (yet). */
  indexOf(step: StepName): number;
  indexOfRow(row: RowNumber): number;
  segments(i: number): readonly Segment[];

  /** Its request is what went out: what the agent asked, with the changes that were made on the way (`sent`). */
  body(i: number): EventBody;
  /** The same run with every request as the agent asked it: what identities and replays are made of. */
  readonly asked: Run;
  exchange(i: number): Exchange;
  /** The conversation sent with the llm event i (its system messages not included). */
  messages(i: number): readonly MessageRef[];
  /** Arguments and result of the tool event i. */
  tool(i: number): ToolExchange;
  /** The message a `message` event stands for, where the format keeps messages; undefined for other rows. */
  message(i: number): Message | undefined;
  /** The damage that row i marks. */
  damageAt(i: number): Damage | undefined;
  /** What the file ends with, before the walk has come there; undefined where the format cannot tell, or nothing is left to read. */
  tail(): EventBody | undefined;
  /** One short line, sanitising left to the caller: the answer's first words, the calls, a tool's arguments, the error's text. */
  what(i: number): string;

  /** Rows that belong to failed attempts at calls that were made again. */
  readonly repeated: readonly RowNumber[];
  readonly lanes: readonly Lane[];
  /** Place of the previous llm event of the same lane; -1 for the first. */
  previousCall(i: number): number;
  /** Count of leading messages of call i that were already there in the previous call of its lane. */
  sharedMessages(i: number): number;

  /** Called (coalesced) after changes. Returns the unsubscribe. */
  onChange(listener: (change: RunChange) => void): () => void;
  /** Walks on until `deadline` (performance.now()); true when nothing is left to do for now. The opener drives it. */
  advance(deadline: number): boolean;
  close(): void;
}
