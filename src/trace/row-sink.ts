import type { RowFields, RunHeader } from "./event.ts";

/** Where a piece of an event lies: in which file of the run, from which byte, how many. */
export interface Segment {
  readonly source: number;
  readonly offset: number;
  readonly length: number;
}

/** A row's number: counted in the order rows were opened, the same for ever. Not its place in the list. */
export type RowNumber = number;

export interface ToolCall {
  readonly id: string;
  readonly name: string;
}

export interface ToolResult {
  readonly id: string;
  readonly isError?: boolean;
  /** When the result was there, where the format knows: milliseconds since the epoch. */
  readonly at?: number;
}

/** A place in a file that could not be read as what it should be. */
export interface Damage {
  readonly source: number;
  /** 1-based line; 0 where the format has no lines. */
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  /** "expected a JSON object, found ..." */
  readonly expected: string;
}

/**
 * What a reader reports while it walks a file. Rows only ever append; `set` and `extend` may come later,
 * in any order, for any row. Steps are numbered by the receiver in the order of `open` unless `seq` is given.
 */
export interface RowSink {
  /** The run's header; a second one with `next: true` begins a further run of the same file. */
  header(header: RunHeader, options?: { readonly next?: boolean }): void;
  open(
    fields: Partial<RowFields> & Pick<RowFields, "kind">,
    segment: Segment,
    options?: { readonly seq?: number },
  ): RowNumber;
  extend(row: RowNumber, segment: Segment): void;
  /** Last one wins, field by field. */
  set(row: RowNumber, fields: Partial<RowFields>): void;
  /**
   * The answer of `row` asks for these tools: each becomes a derived row (`36a`) unless a recorded tool event has its id.
   * `instead`: those that it asked for before are gone, unless they were answered.
   */
  calls(row: RowNumber, calls: readonly ToolCall[], how?: { readonly instead?: boolean }): readonly RowNumber[];
  /** `row`'s request carries these results for the first time; `segment` where the result itself lies, if known. */
  results(row: RowNumber, results: readonly ToolResult[], segment?: Segment): void;
  /** A recorded tool event answers this call id: no derived row for it. */
  recorded(row: RowNumber, callId: string): void;
  damage(damage: Damage): void;
  /** Something worth saying that costs no event ("the last line is torn: still being written?"). Same text again is dropped. */
  warn(text: string): void;
}
