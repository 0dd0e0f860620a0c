import { rulesOf } from "../identity/rules.ts";
import type { EventFields, EventRecord } from "../trace/write/record.ts";
import { round } from "./answer/answer-fields.ts";
import {
  currentParent,
  insideCall,
  type Session,
  type SessionEvent,
  type SessionHandler,
  type ToldEvent,
  type WrappedCall,
} from "./session.ts";
import { callRecord, errorInfo, jsonOf, resultFields, toldRecord } from "./wrapped/value-record.ts";
import {
  isAsyncIterable,
  isGenerator,
  type StreamWatcher,
  watchedAsync,
  watchedSync,
} from "./wrapped/watched-stream.ts";

/** Where events go: a file, or a recorder in another process. */
export interface EventSink {
  event(record: EventRecord): number | undefined;
  start(record: EventRecord): number | undefined;
  end(seq: number, fields: EventFields): void;
  /** Whether what a call gives is of interest still. @default it is */
  keeps?(seq: number): boolean;
  /** Resolves when what was told has been taken. @default it is taken at once */
  taken?(): Promise<void>;
}

/** How a wrapped function gave its answer: a replay gives it the same way. */
export type Returns = `${"" | "promise-"}${"value" | "stream" | "generator"}`;

/** Calls wrapped functions for real and writes down what they were given and what they answered, threw or streamed. */
export class RecordedCalls implements SessionHandler {
  readonly #sink: EventSink;
  readonly #session: Session;
  readonly #rules = rulesOf();

  constructor(session: Session, sink: EventSink) {
    this.#session = session;
    this.#sink = sink;
  }

  tell(event: ToldEvent): void {
    const record = toldRecord(event, this.#rules);
    const seq = this.#sink.event(withParent(record));
    if (seq !== undefined) this.#session.newEvents.push({ step: seq, status: record.status ?? "ok", ...event });
  }

  call(call: WrappedCall): unknown {
    const open = this.#begin(call);
    if (open === undefined) return call.invoke();
    let answer: unknown;
    try {
      answer = insideCall(this.#session, open.seq, () => call.invoke());
    } catch (error) {
      open.fail(error, "");
      throw error;
    }
    if (!isPromise(answer)) return open.answered(answer, "");
    return answer.then(
      (value) => this.#taken(open.answered(value, "promise-")),
      async (error: unknown) => {
        open.fail(error, "promise-");
        await this.#sink.taken?.();
        throw error;
      },
    );
  }

  /** A call is written before its answer is handed on, so that what is asked because of it comes behind it. */
  #taken(answer: unknown): unknown {
    return this.#sink.taken === undefined ? answer : this.#sink.taken().then(() => answer);
  }

  #begin(call: WrappedCall): OpenCall | undefined {
    const seq = this.#sink.start(withParent(callRecord(call, this.#rules)));
    if (seq === undefined) return undefined;
    const event: SessionEvent = { step: seq, kind: call.kind, name: call.name, args: call.args, status: "pending" };
    this.#session.newEvents.push(event);
    return new OpenCall(call, event, { sink: this.#sink, session: this.#session });
  }
}

class OpenCall {
  readonly seq: number;
  readonly #call: WrappedCall;
  readonly #event: SessionEvent;
  readonly #sink: EventSink;
  readonly #session: Session;
  readonly #started = performance.now();

  constructor(
    call: WrappedCall,
    event: SessionEvent,
    { sink, session }: { readonly sink: EventSink; readonly session: Session },
  ) {
    this.seq = event.step;
    this.#call = call;
    this.#event = event;
    this.#sink = sink;
    this.#session = session;
  }

  fail(error: unknown, by: "" | "promise-"): void {
    this.#event.error = error;
    this.#end({ status: "error", error: errorInfo(error) }, `${by}value`);
  }

  /** The answer, or the same one with its pieces watched. */
  answered(value: unknown, by: "" | "promise-"): unknown {
    if (this.#sink.keeps?.(this.seq) === false) {
      this.#end({}, `${by}value`);
      return value;
    }
    if (isAsyncIterable(value)) return watchedAsync(value, this.#watcher(`${by}stream`));
    if (isGenerator(value)) return watchedSync(value, this.#watcher(`${by}generator`));
    this.#event.result = value;
    this.#end(resultFields(this.#call, value), `${by}value`);
    return value;
  }

  #watcher(returns: Returns): StreamWatcher {
    const pieces: unknown[] = [];
    const lines: string[] = [];
    const chunks: [number, number][] = [];
    let last = this.#started;
    this.#event.result = pieces;
    return {
      inside: (run) => insideCall(this.#session, this.seq, run),
      piece: (piece) => {
        const line = `${JSON.stringify(jsonOf(piece, this.#call))}\n`;
        const now = performance.now();
        pieces.push(piece);
        lines.push(line);
        chunks.push([round(now - last), Buffer.byteLength(line)]);
        last = now;
      },
      end: ({ error, cut }) => {
        if (error !== undefined) this.#event.error = error;
        const response = {
          streamed: true,
          body: lines.join(""),
          chunks,
          ...(error !== undefined || cut ? { cut: true } : {}),
        };
        const failed = error === undefined ? {} : { error: errorInfo(error) };
        this.#end({ status: error !== undefined ? "error" : cut ? "truncated" : "ok", response, ...failed }, returns);
      },
    };
  }

  #end(fields: EventFields, returns: Returns): void {
    this.#event.status = fields.status ?? "ok";
    const durationMs = round(performance.now() - this.#started);
    this.#sink.end(this.seq, { durationMs, ...fields, extra: { returns } });
  }
}

function withParent(record: EventRecord): EventRecord {
  const parent = currentParent();
  return parent === undefined ? record : { ...record, extra: { ...record.extra, parent } };
}

export function isPromise(value: unknown): value is Promise<unknown> {
  return (
    value instanceof Promise ||
    (typeof value === "object" && value !== null && "then" in value && typeof value.then === "function")
  );
}
