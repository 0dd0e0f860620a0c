import type { Message } from "../../providers/message.ts";
import type { EventBody, RunHeader, StepName } from "../../trace/event.ts";
import type { Damage, RowNumber, Segment } from "../../trace/row-sink.ts";
import type { Exchange, Lane, MessageRef, Progress, Row, Run, RunChange, ToolExchange } from "../run.ts";
import { type Mask, maskedBody } from "./masked-body.ts";

/**
 * A run as it may be seen: secrets that its recorder let stand are masked wherever a payload comes out of it, and only
 * there. Steps that are revealed come out as they are.
 */
export class MaskedRun implements Run {
  /** The same run as its file has it: for finding things in it. */
  readonly inner: Run;
  readonly #mask: Mask;
  readonly #revealed = new Set<StepName>();
  readonly #bodies = new WeakMap<EventBody, EventBody>();
  readonly #values = new WeakMap<object, unknown>();
  #reveals = 0;

  constructor(inner: Run, mask: Mask) {
    this.inner = inner;
    this.#mask = mask;
  }

  /** Shows a step as it is, or masks it again. True: it is shown as it is. */
  toggle(step: StepName): boolean {
    this.#reveals++;
    if (!this.#revealed.delete(step)) this.#revealed.add(step);
    return this.#revealed.has(step);
  }

  /** Only recorders whose files need no mask change requests on their way. */
  get asked(): Run {
    return this;
  }

  get path(): string {
    return this.inner.path;
  }
  get format(): string {
    return this.inner.format;
  }
  get formatTitle(): string {
    return this.inner.formatTitle;
  }
  get header(): RunHeader {
    return this.#once(this.inner.header, (header) => this.#mask.value(this.#withCommand(header)));
  }
  get length(): number {
    return this.inner.length;
  }
  get steps(): number {
    return this.inner.steps;
  }
  get progress(): Progress {
    return this.inner.progress;
  }
  get damages(): readonly Damage[] {
    return this.inner.damages;
  }
  get warnings(): readonly string[] {
    return this.inner.warnings;
  }
  get version(): number {
    return this.inner.version + this.#reveals;
  }
  get repeated(): readonly RowNumber[] {
    return this.inner.repeated;
  }
  get lanes(): readonly Lane[] {
    return this.inner.lanes;
  }

  row(i: number): Row {
    return this.inner.row(i);
  }
  indexOf(step: StepName): number {
    return this.inner.indexOf(step);
  }
  indexOfRow(row: RowNumber): number {
    return this.inner.indexOfRow(row);
  }
  segments(i: number): readonly Segment[] {
    return this.inner.segments(i);
  }

  body(i: number): EventBody {
    const body = this.inner.body(i);
    return this.#isRevealed(i) ? body : this.#body(body);
  }
  exchange(i: number): Exchange {
    const exchange = this.inner.exchange(i);
    return this.#isRevealed(i) ? exchange : this.#once(exchange, (read) => new MaskedExchange(read, this.#mask));
  }
  messages(i: number): readonly MessageRef[] {
    const refs = this.inner.messages(i);
    if (this.#isRevealed(i)) return refs;
    return refs.map((ref) => ({ key: ref.key, read: () => this.#once(ref.read()) }));
  }
  tool(i: number): ToolExchange {
    const tool = this.inner.tool(i);
    return this.#isRevealed(i) ? tool : this.#once(tool);
  }
  message(i: number): Message | undefined {
    const message = this.inner.message(i);
    return message === undefined || this.#isRevealed(i) ? message : this.#once(message);
  }
  damageAt(i: number): Damage | undefined {
    return this.inner.damageAt(i);
  }
  tail(): EventBody | undefined {
    const body = this.inner.tail();
    return body && this.#body(body);
  }
  what(i: number): string {
    const what = this.inner.what(i);
    return this.#isRevealed(i) ? what : this.#mask.text(what);
  }

  previousCall(i: number): number {
    return this.inner.previousCall(i);
  }
  sharedMessages(i: number): number {
    return this.inner.sharedMessages(i);
  }
  onChange(listener: (change: RunChange) => void): () => void {
    return this.inner.onChange(listener);
  }
  advance(deadline: number): boolean {
    return this.inner.advance(deadline);
  }
  close(): void {
    this.inner.close();
  }

  #isRevealed(i: number): boolean {
    return this.#revealed.size > 0 && this.#revealed.has(this.inner.row(i).step);
  }

  #body(body: EventBody): EventBody {
    const known = this.#bodies.get(body) ?? maskedBody(body, this.#mask);
    this.#bodies.set(body, known);
    return known;
  }

  #withCommand(header: RunHeader): RunHeader {
    return header.argv === undefined ? header : { ...header, argv: this.#mask.argv(header.argv) };
  }

  /** The run caches what it reads: as long as it has a value, its masked form is kept beside it. */
  #once<T extends object>(value: T, masking = (read: T): T => this.#mask.value(read)): T {
    const known = this.#values.get(value);
    if (known !== undefined) return known as T;
    const masked = masking(value);
    this.#values.set(value, masked);
    return masked;
  }
}

/** Each half is masked when it is first looked at; a value as a whole has no members that JSON would see. */
class MaskedExchange implements Exchange {
  readonly #inner: Exchange;
  readonly #mask: Mask;
  #facts: { readonly value: Exchange["facts"] } | undefined;
  #answer: { readonly value: Exchange["answer"] } | undefined;

  constructor(inner: Exchange, mask: Mask) {
    this.#inner = inner;
    this.#mask = mask;
  }

  get facts(): Exchange["facts"] {
    this.#facts ??= { value: this.#mask.value(this.#inner.facts) };
    return this.#facts.value;
  }

  get answer(): Exchange["answer"] {
    this.#answer ??= { value: this.#mask.value(this.#inner.answer) };
    return this.#answer.value;
  }
}

/** The run as its file has it. */
export function unmasked(run: Run): Run {
  return run instanceof MaskedRun ? run.inner : run;
}
