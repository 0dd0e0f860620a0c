import type { RowFields, RunHeader } from "../../trace/event.ts";
import type { Damage, RowNumber, Segment, ToolCall, ToolResult } from "../../trace/row-sink.ts";
import { DAMAGE_LETTER } from "../step/step-name.ts";
import { IdIndex } from "./id-index.ts";
import { RowOrder } from "./row-order.ts";
import { RowTable } from "./row-table.ts";

const MOST_DAMAGES = 0xffff - DAMAGE_LETTER;

/**
 * What is known of one run: its rows, their order, and which answer follows from which.
 * Filled by the collector, read by `OpenedRun`. Row numbers here count from this run's own first row.
 */
export class RunStore {
  header: RunHeader;
  readonly table = new RowTable();
  readonly order = new RowOrder(this.table);
  readonly damages: Damage[] = [];
  readonly warnings: string[] = [];
  version = 0;
  steps = 0;
  /** Tool row by call id, answered or not: a later request with the same result has the same predecessor. */
  readonly #callRows = new IdIndex();
  readonly #recordedIds = new Map<RowNumber, string>();
  readonly #damageOfRow = new Map<RowNumber, Damage>();
  /** Damaged places behind the newest step. */
  #lastDamage = { seq: -1, count: 0 };
  #turns = 0;
  readonly #repeated: RowNumber[] = [];

  constructor(header: RunHeader) {
    this.header = header;
  }

  open(fields: Partial<RowFields> & Pick<RowFields, "kind">, segment: Segment | undefined, wanted?: number): RowNumber {
    const seq = wanted ?? this.steps;
    this.steps = Math.max(this.steps, seq + 1);
    const row = this.#insert(seq, 0, fields);
    if (segment) this.table.addSegment(row, segment);
    const earlier = fields.retryOf === undefined ? -1 : this.#repeat(row, fields.retryOf);
    if (fields.kind === "llm" && earlier < 0) this.#turns++;
    this.table.turn.set(row, earlier < 0 ? this.#turns : this.table.turn.get(earlier));
    return row;
  }

  /** Rows that a later attempt repeats, tools that a cut answer asked for included: lists fold them under the last attempt. */
  get repeated(): readonly RowNumber[] {
    return this.#repeated.flatMap((row) => {
      const rows = [row];
      for (let letter = 1; letter <= this.table.calls.get(row); letter++) {
        const place = this.order.place(this.table.seq(row), letter);
        if (place >= 0) rows.push(this.order.row(place));
      }
      return rows;
    });
  }

  set(row: RowNumber, fields: Partial<RowFields>): void {
    this.table.set(row, fields);
    this.version++;
  }

  extend(row: RowNumber, segment: Segment): void {
    this.table.addSegment(row, segment);
    this.version++;
  }

  /** One derived row for each call that no recorded tool event answers. Letters count all calls of the answer. */
  calls(asker: RowNumber, calls: readonly ToolCall[]): readonly RowNumber[] {
    const rows: RowNumber[] = [];
    for (const call of calls) {
      const known = this.#callRows.get(call.id);
      if (known !== undefined && this.table.parent.get(known) === asker) continue;
      const letter = this.table.calls.get(asker) + 1;
      this.table.calls.set(asker, letter);
      if (known !== undefined && this.table.letter(known) === 0 && this.table.parent.get(known) < 0) {
        this.#adopt(known, asker);
        continue;
      }
      rows.push(this.#derive(asker, letter, call));
    }
    return rows;
  }

  /** The answer of `asker` has been replaced: the tools that it asked for are gone from the list, unless they were answered. */
  recall(asker: RowNumber): void {
    let kept = 0;
    for (let letter = 1; letter <= this.table.calls.get(asker); letter++) {
      const place = this.order.place(this.table.seq(asker), letter);
      const row = place < 0 ? undefined : this.order.row(place);
      if (row === undefined) continue;
      if (this.table.resultRow.get(row) >= 0) kept = letter;
      else {
        this.order.remove(row);
        this.table.parent.set(row, -1);
      }
    }
    this.table.calls.set(asker, kept);
    this.version++;
  }

  results(carrier: RowNumber, results: readonly ToolResult[], segment?: Segment): void {
    for (const result of results) {
      const row = this.#callRows.get(result.id);
      if (row === undefined) continue;
      const asker = this.table.parent.get(row);
      if (asker >= 0) this.table.predecessor.set(carrier, asker);
      const known = this.table.resultRow.get(row);
      // The same request may tell again: of a result that was changed on its way.
      if (this.table.letter(row) === 0 || (known >= 0 && known !== carrier)) continue;
      this.table.resultRow.set(row, carrier);
      if (segment) this.table.addSegment(row, segment);
      this.set(row, {
        status: result.isError ? "error" : "ok",
        ...this.#gap(asker, result.at ?? this.table.at(carrier)),
      });
    }
  }

  /** `row` is a recorded tool event that answers `id`: a derived row that stands already gives way to it. */
  recorded(row: RowNumber, id: string): void {
    const derived = this.#callRows.get(id);
    this.#callRows.set(id, row);
    this.#recordedIds.set(row, id);
    if (derived === undefined || derived === row) return;
    this.#adopt(row, this.table.parent.get(derived));
    this.order.remove(derived);
  }

  damage(damage: Damage): void {
    this.damages.push(damage);
    const seq = Math.max(0, this.steps - 1);
    const before = this.#lastDamage.seq === seq ? this.#lastDamage.count : 0;
    this.#lastDamage = { seq, count: before + 1 };
    this.version++;
    // Beyond what letters there are, places are counted and not shown.
    if (before > MOST_DAMAGES) return;
    const row = this.#insert(seq, DAMAGE_LETTER + before, {
      kind: "raw",
      status: "error",
      origin: "recorded",
      name: "damaged",
    });
    this.table.addSegment(row, damage);
    this.#damageOfRow.set(row, damage);
  }

  warn(text: string): void {
    if (this.warnings.includes(text)) return;
    this.warnings.push(text);
    this.version++;
  }

  damageOf(row: RowNumber): Damage | undefined {
    return this.#damageOfRow.get(row);
  }

  /** Call id of a recorded tool event, where it has one. */
  callId(row: RowNumber): string | undefined {
    return this.#recordedIds.get(row);
  }

  #insert(seq: number, letter: number, fields: Partial<RowFields>): RowNumber {
    const row = this.table.add(seq, letter);
    this.table.set(row, fields);
    this.order.insert(row);
    this.version++;
    return row;
  }

  #derive(asker: RowNumber, letter: number, call: ToolCall): RowNumber {
    const agent = this.table.agent(asker);
    const row = this.#insert(this.table.seq(asker), letter, {
      kind: "tool",
      status: "pending",
      origin: "derived",
      name: call.name,
      ...(agent !== undefined && { agent }),
    });
    this.#callRows.set(call.id, row);
    this.#adopt(row, asker);
    return row;
  }

  #adopt(tool: RowNumber, asker: RowNumber): void {
    if (asker < 0) return;
    this.table.parent.set(tool, asker);
    this.table.turn.set(tool, this.table.turn.get(asker));
    this.version++;
  }

  /**
   * `row` is a further attempt at step `seq`: it goes behind the last one there is, so that a group is always a chain.
   * @returns the attempt before it; -1 where there is none
   */
  #repeat(row: RowNumber, seq: number): RowNumber {
    const { table } = this;
    const place = seq < table.seq(row) ? this.order.place(seq, 0) : -1;
    if (place < 0) return -1;
    let earlier = this.order.row(place);
    if (table.kind(earlier) !== table.kind(row)) return -1;
    for (let next = table.repeatedBy.get(earlier); next >= 0; next = table.repeatedBy.get(earlier)) earlier = next;
    table.repeats.set(row, earlier);
    table.repeatedBy.set(earlier, row);
    table.attempt.set(row, table.attempt.get(earlier) + 1);
    this.#repeated.push(earlier);
    return earlier;
  }

  /** Nothing measured the tool: the time between its question and its answer is what can be said. */
  #gap(asker: RowNumber, until: number | undefined): Partial<RowFields> {
    const fields = this.table.fields(asker);
    if (fields.at === undefined || fields.durationMs === undefined || until === undefined) return {};
    const from = fields.at + fields.durationMs;
    return { at: from, ...(until > from && { durationMs: until - from, approximate: true }) };
  }
}
