import { FilterJob } from "./app/narrowing/filter-job.ts";
import { drive } from "./run/drive.ts";
import { type OpenedFile, openFile } from "./run/open-file.ts";
import type { Exchange, Progress, Row, Run, ToolExchange } from "./run/run.ts";
import { usdOf } from "./stats/cost.ts";
import { loadPrices } from "./stats/price-catalog.ts";
import { STORED_PRICES } from "./stats/prices.ts";
import { TraceFormatError, VcrError } from "./trace/errors.ts";
import type { EventBody, RunHeader } from "./trace/event.ts";

export interface OpenTraceOptions {
  /** Which run of a file that holds several, from 0. @default 0 */
  readonly run?: number;
  /** Go on reading when the file grows, until its recording has ended. @default false */
  readonly follow?: boolean;
  /** Damage is an error: `ready` and `events` reject with the place. @default false */
  readonly strict?: boolean;
}

/** One event: its row, its body, and what its dialect reads in it. */
export interface TraceEvent extends Row {
  readonly body: EventBody;
  /** Of llm events: what was asked for and answered. */
  readonly exchange: Exchange | undefined;
  /** Of tool events: arguments and result. */
  readonly tool: ToolExchange | undefined;
}

export interface EventsOptions {
  /** Steps, both inclusive. */
  readonly from?: number;
  readonly to?: number;
  /** The language of the full-screen program's filter. */
  readonly filter?: string;
}

/** A run, usable at once while its index is still growing in the background. */
export interface Trace {
  readonly path: string;
  readonly format: string;
  readonly header: RunHeader;
  /** Rows known so far, derived tool calls included. */
  readonly length: number;
  readonly progress: Progress;
  readonly warnings: readonly string[];
  /** Resolves when the whole file has been read; rejects when `strict` and something is damaged. */
  readonly ready: Promise<void>;
  /** The i-th row in list order. @throws RangeError */
  row(i: number): Row;
  /** An event by its place in the list, or by its step name ("36a"). @throws VcrError `no-such-step` */
  event(which: number | string): Promise<TraceEvent>;
  /** Events in list order, from the first one on while the rest is still being read. */
  events(options?: EventsOptions): AsyncIterable<TraceEvent>;
  /** Calls back when rows have appeared or changed. Returns the unsubscribe. */
  onChange(listener: () => void): () => void;
  /** Frees the file; `ready` and `events` end. */
  close(): void;
}

/**
 * Opens a trace file of any known format.
 * @throws TraceFormatError when it is empty, no trace or of a newer version; a system error when it cannot be read
 */
export async function openTrace(path: string, options: OpenTraceOptions = {}): Promise<Trace> {
  const file = await openFile(path);
  const number = options.run ?? 0;
  while (file.runs.length <= number && !file.advance(performance.now() + 10)) await nextTurn();
  const run = file.runs[number];
  if (run) return new OpenedTrace(file, run, options);
  file.close();
  throw new VcrError(`${path}: there is no run ${number}; the file has ${file.runs.length}`, { code: "no-such-run" });
}

class OpenedTrace implements Trace {
  readonly #file: OpenedFile;
  readonly #run: Run;
  readonly #options: OpenTraceOptions;
  readonly #listeners = new Set<() => void>();
  readonly ready: Promise<void>;
  #stop: () => void = () => {};
  #settle: () => void = () => {};
  #closed = false;

  constructor(file: OpenedFile, run: Run, options: OpenTraceOptions) {
    this.#file = file;
    this.#run = run;
    this.#options = options;
    this.ready = new Promise((resolve, reject) => {
      this.#settle = () => {
        const error = this.#damage();
        if (error) reject(error);
        else resolve();
      };
    });
    // Whoever does not wait for it shall not be hit by it.
    this.ready.catch(() => {});
    this.#stop = drive(file, (caughtUp) => this.#onSlice(caughtUp));
  }

  get path() {
    return this.#run.path;
  }
  get format() {
    return this.#run.format;
  }
  get header() {
    return this.#run.header;
  }
  get length() {
    return this.#run.length;
  }
  get progress() {
    return this.#run.progress;
  }
  get warnings() {
    return this.#run.warnings;
  }

  row(i: number): Row {
    return this.#run.row(i);
  }

  async event(which: number | string): Promise<TraceEvent> {
    const i = typeof which === "number" ? which : this.#run.indexOf(which);
    if (i >= 0 && i < this.#run.length) return this.#read(i);
    if (!this.#closed && !this.progress.complete) {
      await this.ready;
      return this.event(which);
    }
    throw new VcrError(`${this.path}: there is no event ${which}; the run has ${this.#run.steps} steps`, {
      code: "no-such-step",
    });
  }

  async *events({
    from = 0,
    to = Number.POSITIVE_INFINITY,
    filter = "",
  }: EventsOptions = {}): AsyncIterable<TraceEvent> {
    if (filter !== "") return yield* this.#filtered(filter, { from, to });
    let i = 0;
    while (!this.#closed) {
      const error = this.#damage();
      if (error) throw error;
      for (; i < this.#run.length; i++) {
        const { seq } = this.#run.row(i);
        if (seq > to) return;
        if (seq >= from) yield this.#read(i);
      }
      if (this.progress.complete && !this.#follows) return;
      await this.#change();
    }
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stop();
    this.#settle();
    this.#tell();
    this.#listeners.clear();
    this.#file.close();
  }

  /** A filter may look at rows that later lines complete: it begins when the file has been read. */
  async *#filtered(
    filter: string,
    { from, to }: { readonly from: number; readonly to: number },
  ): AsyncIterable<TraceEvent> {
    const prices = /\bcost\b/i.test(filter) ? await loadPrices() : STORED_PRICES;
    const job = FilterJob.start(this.#run, filter, { cost: (i) => usdOf(this.#run.row(i), prices) });
    if (!(job instanceof FilterJob)) throw new VcrError(`filter: ${job.message}`, { code: "filter", hint: job.hint });
    await this.ready;
    job.advance(Number.POSITIVE_INFINITY);
    for (const row of job.rows) {
      const i = this.#run.indexOfRow(row);
      const { seq } = this.#run.row(i);
      if (seq >= from && seq <= to) yield this.#read(i);
    }
  }

  #read(i: number): TraceEvent {
    const row = this.#run.row(i);
    return {
      ...row,
      body: this.#run.body(i),
      exchange: row.kind === "llm" ? this.#run.exchange(i) : undefined,
      tool: row.kind === "tool" ? this.#run.tool(i) : undefined,
    };
  }

  #onSlice(caughtUp: boolean): void {
    if (caughtUp && this.progress.complete) {
      this.#settle();
      if (!this.#follows) this.#stop();
    }
    this.#tell();
  }

  /** A run whose end was recorded grows no more. */
  get #follows(): boolean {
    return this.#options.follow === true && this.header.exit === undefined;
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.onChange(() => {
        stop();
        resolve();
      });
    });
  }

  #damage(): TraceFormatError | undefined {
    const [damage] = this.#options.strict ? this.#run.damages : [];
    return (
      damage &&
      new TraceFormatError({
        path: this.path,
        line: damage.line,
        offset: damage.offset,
        expected: damage.expected,
        code: "damaged",
      })
    );
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
