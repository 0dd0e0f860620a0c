import { KINDS, MATCHES, ORIGINS, type RowFields, STATUSES, type Tokens } from "../../trace/event.ts";
import type { RowNumber, Segment } from "../../trace/row-sink.ts";
import { bytes, counts, links, reals, shortReal, shortReals, shorts, UNKNOWN } from "./column.ts";
import { Names } from "./names.ts";

const EDITS = ["request", "answer", "tool-result"] as const;
const TOKENS = ["in", "out", "cacheRead", "cacheWrite", "reasoning"] as const;

/** The indexed part of every row of a run, in columns: memory is O(rows), whatever the bodies weigh. */
export class RowTable {
  readonly names: Names;
  #length = 0;
  readonly #seq = counts();
  readonly #letter = shorts();
  readonly #kind = bytes();
  readonly #status = bytes();
  readonly #origin = bytes();
  readonly #approximate = bytes();
  readonly #edits = bytes();
  /** 0: neither. */
  readonly #match = bytes();
  readonly #name = counts();
  readonly #provider = shorts();
  readonly #op = shorts();
  readonly #agent = shorts();
  readonly #at = reals();
  readonly #duration = shortReals();
  readonly #tokens = TOKENS.map(() => counts());
  readonly #cost = shortReals();
  readonly #httpStatus = shorts();
  readonly #retryOf = counts();
  readonly #size = counts();
  /** The llm row that asked for this tool, or the row of the span it lies under. */
  readonly parent = links();
  /** The row whose request carried this tool's result first. */
  readonly resultRow = links();
  readonly turn = counts();
  /** Tool calls in the answer of this llm row. */
  readonly calls = shorts();
  /** The attempt before this one: its exchange failed and was made again. */
  readonly repeats = links();
  /** The next attempt at what this row asked for. */
  readonly repeatedBy = links();
  /** Which attempt it is, from 1. */
  readonly attempt = shorts(1);
  /** The llm row whose answer this llm row's conversation ends with. */
  readonly predecessor = links();
  readonly #firstSegment = links();
  readonly #segmentSource = shorts();
  readonly #segmentOffset = reals();
  readonly #segmentLength = counts();
  readonly #segmentNext = links();
  #segments = 0;

  constructor(names = new Names()) {
    this.names = names;
  }

  get length(): number {
    return this.#length;
  }

  add(seq: number, letter: number): RowNumber {
    const row = this.#length++;
    this.#seq.set(row, seq);
    this.#letter.set(row, letter);
    return row;
  }

  seq(row: RowNumber): number {
    return this.#seq.get(row);
  }

  letter(row: RowNumber): number {
    return this.#letter.get(row);
  }

  kind(row: RowNumber): RowFields["kind"] {
    return KINDS[this.#kind.get(row)]!;
  }

  status(row: RowNumber): RowFields["status"] {
    return STATUSES[this.#status.get(row)]!;
  }

  agent(row: RowNumber): string | undefined {
    return this.names.name(this.#agent.get(row));
  }

  name(row: RowNumber): string | undefined {
    const number = this.#name.get(row);
    return number === UNKNOWN ? undefined : this.names.name(number);
  }

  at(row: RowNumber): number | undefined {
    return known(this.#at.get(row));
  }

  set(row: RowNumber, fields: Partial<RowFields>): void {
    if (fields.kind !== undefined) this.#kind.set(row, KINDS.indexOf(fields.kind));
    if (fields.status !== undefined) this.#status.set(row, STATUSES.indexOf(fields.status));
    if (fields.origin !== undefined) this.#origin.set(row, ORIGINS.indexOf(fields.origin));
    if (fields.approximate !== undefined) this.#approximate.set(row, fields.approximate ? 1 : 0);
    if (fields.name !== undefined) this.#name.set(row, this.names.number(fields.name));
    if (fields.provider !== undefined) this.#provider.set(row, this.names.number(fields.provider));
    if (fields.op !== undefined) this.#op.set(row, this.names.number(fields.op));
    if (fields.agent !== undefined) this.#agent.set(row, this.names.number(fields.agent));
    if (fields.at !== undefined) this.#at.set(row, fields.at);
    if (fields.durationMs !== undefined) this.#duration.set(row, fields.durationMs);
    if (fields.cost !== undefined) this.#cost.set(row, fields.cost);
    if (fields.httpStatus !== undefined) this.#httpStatus.set(row, fields.httpStatus);
    if (fields.retryOf !== undefined) this.#retryOf.set(row, fields.retryOf);
    if (fields.size !== undefined) this.#size.set(row, Math.min(fields.size, UNKNOWN - 1));
    if (fields.match !== undefined) this.#match.set(row, MATCHES.indexOf(fields.match) + 1);
    if (fields.edits !== undefined) this.#edits.set(row, bitsOf(fields.edits));
    if (fields.tokens !== undefined) this.#setTokens(row, fields.tokens);
  }

  fields(row: RowNumber): RowFields {
    return this.fill(row, {});
  }

  /** Writes what is known of a row onto `fields`. One object, no copies: lists and filters ask for every row. */
  fill<T extends object>(row: RowNumber, target: T): T & RowFields {
    const fields = target as T & { -readonly [K in keyof RowFields]: RowFields[K] };
    fields.kind = this.kind(row);
    fields.status = this.status(row);
    fields.origin = ORIGINS[this.#origin.get(row)]!;
    this.#fillNames(row, fields);
    const at = this.#at.get(row);
    if (!Number.isNaN(at)) fields.at = at;
    const durationMs = this.#duration.get(row);
    if (!Number.isNaN(durationMs)) fields.durationMs = shortReal(durationMs);
    if (this.#approximate.get(row) === 1) fields.approximate = true;
    const tokens = this.#tokensOf(row);
    if (tokens) fields.tokens = tokens;
    const cost = this.#cost.get(row);
    if (!Number.isNaN(cost)) fields.cost = cost;
    const httpStatus = this.#httpStatus.get(row);
    if (httpStatus !== 0) fields.httpStatus = httpStatus;
    const retryOf = this.#retryOf.get(row);
    if (retryOf !== UNKNOWN) fields.retryOf = retryOf;
    const size = this.#size.get(row);
    if (size !== UNKNOWN) fields.size = size;
    const edits = this.#edits.get(row);
    if (edits !== 0) fields.edits = EDITS.filter((_, bit) => (edits >> bit) & 1);
    const match = MATCHES[this.#match.get(row) - 1];
    if (match !== undefined) fields.match = match;
    return fields;
  }

  /** The dialect's id: what a body is read by. */
  op(row: RowNumber): string | undefined {
    return this.names.name(this.#op.get(row));
  }

  #fillNames(row: RowNumber, fields: { -readonly [K in keyof RowFields]: RowFields[K] }): void {
    const name = this.name(row);
    if (name !== undefined) fields.name = name;
    const provider = this.names.name(this.#provider.get(row));
    if (provider !== undefined) fields.provider = provider;
    const op = this.op(row);
    if (op !== undefined) fields.op = op;
    const agent = this.agent(row);
    if (agent !== undefined) fields.agent = agent;
  }

  addSegment(row: RowNumber, segment: Segment): void {
    const number = this.#segments++;
    this.#segmentSource.set(number, segment.source);
    this.#segmentOffset.set(number, segment.offset);
    this.#segmentLength.set(number, segment.length);
    const first = this.#firstSegment.get(row);
    if (first < 0) this.#firstSegment.set(row, number);
    else this.#segmentNext.set(this.#lastSegment(first), number);
  }

  segments(row: RowNumber): readonly Segment[] {
    const out: Segment[] = [];
    for (let at = this.#firstSegment.get(row); at >= 0; at = this.#segmentNext.get(at)) {
      out.push({
        source: this.#segmentSource.get(at),
        offset: this.#segmentOffset.get(at),
        length: this.#segmentLength.get(at),
      });
    }
    return out;
  }

  /** Another number after everything that changes what the row's body says: a piece more, an answer, a result. */
  stamp(row: RowNumber): number {
    let pieces = 0;
    for (let at = this.#firstSegment.get(row); at >= 0; at = this.#segmentNext.get(at)) pieces++;
    return pieces * 8 + this.#status.get(row) * 2 + (this.resultRow.get(row) >= 0 ? 1 : 0);
  }

  #lastSegment(first: number): number {
    let last = first;
    for (let next = this.#segmentNext.get(last); next >= 0; next = this.#segmentNext.get(last)) last = next;
    return last;
  }

  #setTokens(row: RowNumber, tokens: Tokens): void {
    TOKENS.forEach((field, column) => {
      const count = tokens[field];
      if (count !== undefined) this.#tokens[column]!.set(row, Math.min(Math.max(0, Math.round(count)), UNKNOWN - 1));
    });
  }

  #tokensOf(row: RowNumber): Tokens | undefined {
    let tokens: { -readonly [K in keyof Tokens]: number } | undefined;
    for (let column = 0; column < TOKENS.length; column++) {
      const count = this.#tokens[column]!.get(row);
      if (count === UNKNOWN) continue;
      tokens ??= {};
      tokens[TOKENS[column]!] = count;
    }
    return tokens as Tokens | undefined;
  }
}

function known(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}

function bitsOf(edits: readonly (typeof EDITS)[number][]): number {
  return edits.reduce((bits, edit) => bits | (1 << EDITS.indexOf(edit)), 0);
}
