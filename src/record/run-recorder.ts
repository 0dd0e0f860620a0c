import { RULES_VERSION } from "../identity/rules.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { Masker } from "../redact/masker.ts";
import type { RunHeader } from "../trace/event.ts";
import type { EventFields, EventRecord, RequestRecord } from "../trace/write/record.ts";
import { TraceWriter, type WriterOptions } from "../trace/write/writer.ts";
import { answerRecord } from "./answer/answer-record.ts";
import { AnsweredTools, type ResultsAnswered } from "./answer/answered-tools.ts";
import { askedOf, copiedEvent } from "./masked/copied-event.ts";
import { headerOf, keptHeaders, learnKeys, maskedUrl } from "./masked/kept-headers.ts";
import { maskContent, maskSplit } from "./masked/mask-request.ts";
import { maskedEvent } from "./masked/masked-event.ts";
import { maskedHeader } from "./masked/masked-header.ts";
import { type Heard, OpenExchange, type Told } from "./open-exchange.ts";
import { type Asked, type ReadRequest, readRequest } from "./request/asked.ts";
import { ElementBook } from "./request/element-book.ts";
import type { KnownRequest } from "./request/known-request.ts";
import { RequestIdentities } from "./request/request-identities.ts";
import { RunTally } from "./run-tally.ts";

export interface RecorderOptions extends WriterOptions {
  readonly masker: Masker;
  /** Keep the identity of requests in which something was masked. @default true */
  readonly fingerprints?: boolean;
  /** Name of the variable that holds a route's key, for its placeholder. */
  keyName?(route: string): string | undefined;
  /** Something could not be written; the agent is not to suffer for it. Called for each. */
  onProblem?(error: unknown): void;
}

/** What an exchange has come to. */
export interface EndedCall {
  readonly seq: number;
  readonly kind: EventRecord["kind"];
  readonly name: string;
  readonly provider: string | undefined;
  readonly at: number;
  /** Undefined: recorded. */
  readonly origin: EventFields["origin"];
  readonly fields: EventFields;
}

/** Writes one run while it happens: exchanges of the gateway, events of wrappers. Nothing secret gets past it. */
export class RunRecorder {
  readonly path: string;
  readonly tally = new RunTally();
  /** What is known of the requests of this run, for who reads them too. */
  readonly book: ElementBook;
  readonly #writer: TraceWriter;
  readonly #options: RecorderOptions;
  readonly #identities: RequestIdentities;
  readonly #answered = new AnsweredTools();
  readonly #open = new Set<OpenExchange>();
  readonly #endListeners: ((call: EndedCall) => void)[] = [];
  readonly #exitListeners: (() => void)[] = [];

  /** @throws VcrError "exists" when the file is there and `force` is not given. */
  constructor(path: string, header: RunHeader, options: RecorderOptions) {
    this.path = path;
    this.#options = options;
    this.book = new ElementBook(options.masker);
    this.#identities = new RequestIdentities((error) => options.onProblem?.(error));
    this.#writer = new TraceWriter(path, maskedHeader(header, options.masker), options);
  }

  /** The step that was begun last; -1 before the first. */
  get lastStep(): number {
    return this.#writer.lastStep;
  }

  /** A file that it will replace is still there. */
  get waits(): boolean {
    return this.#writer.waits;
  }

  /** Reads a request; nothing is written. What it is identified by is worked out when somebody asks. */
  know(asked: Asked): KnownRequest {
    const read = readRequest(asked, this.book);
    learnKeys(asked.headers, asked.path, {
      masker: this.#options.masker,
      name: this.#options.keyName?.(asked.route) ?? "API_KEY",
    });
    return this.#identities.know(asked, read);
  }

  /** A request goes out (or is answered from elsewhere, as `more` says): it is in the file when this returns. */
  begin(asked: Asked, more: Told = {}, known: KnownRequest = this.know(asked)): OpenExchange {
    const { masker } = this.#options;
    const { read, retryOf } = known;
    const { call } = read;
    const request = this.#requestRecord(asked, read);
    const at = asked.went?.at ?? Date.now();
    const results = this.#answered.by(read);
    const seq = this.#written(() =>
      this.#writer.begin({
        kind: call.kind,
        name: masker.text(call.name),
        ...(call.provider === undefined ? {} : { provider: call.provider }),
        ...(call.op === undefined ? {} : { op: call.op }),
        ...agentOf(asked),
        at,
        ...(retryOf === undefined ? {} : { retryOf }),
        ...results(more.sent),
        ...this.#identity(request, known),
        ...this.#masked(more),
        ...(call.rpc === undefined ? {} : { extra: { ...more.extra, rpc: call.rpc } }),
        request,
      }),
    );
    this.tally.begin(call.kind);
    if (retryOf !== undefined) this.tally.retry(retryOf);
    if (seq !== undefined) this.#identities.begun(known, seq);
    return this.#exchange({ known, seq, at, results, origin: more.origin });
  }

  #exchange(of: OpenCall): OpenExchange {
    const { seq } = of;
    const exchange: OpenExchange = new OpenExchange(seq, {
      close: (heard) => {
        this.#open.delete(exchange);
        this.#written(() => this.#end(of, heard));
      },
      amend: (fields) => {
        of.origin = fields.origin ?? of.origin;
        const results = fields.sent && of.results(fields.sent);
        if (seq !== undefined) this.#written(() => this.#writer.amend(seq, { ...results, ...this.#masked(fields) }));
      },
      replace: (heard, fields) => {
        if (seq !== undefined) this.#written(() => this.#replace({ ...of, seq }, heard, fields));
      },
    });
    exchange.goes(of.known.asked.went?.clock);
    this.#open.add(exchange);
    return exchange;
  }

  /** Tells of every exchange that has ended. */
  onEnd(listener: (call: EndedCall) => void): void {
    this.#endListeners.push(listener);
  }

  /** Called when the agent has ended, before that is written: what was kept back until then may still be told. */
  onExit(listener: () => void): void {
    this.#exitListeners.push(listener);
  }

  /** An event that a wrapper or another program tells of. Its bodies are masked here. */
  event(record: EventRecord): number | undefined {
    this.tally.begin(record.kind);
    this.tally.end(record);
    return this.#written(() => this.#writer.write(maskedEvent(record, this.#options.masker)));
  }

  /** An event of the run that this one goes on from: it is not counted, but tools that it answers are answered. */
  copy(record: EventRecord): number | undefined {
    const asked = askedOf(record);
    if (asked !== undefined) this.#answered.by(readRequest(asked, this.book));
    else for (const { id } of record.results ?? []) this.#answered.add(id);
    return this.#written(() => this.#writer.begin(copiedEvent(record, this.#options.masker)));
  }

  /** As `event`, for one that takes time; `end` closes it. */
  start(record: EventRecord): number | undefined {
    this.tally.begin(record.kind);
    return this.#written(() => this.#writer.begin(maskedEvent(record, this.#options.masker)));
  }

  end(seq: number, fields: EventFields): void {
    this.tally.end(fields);
    this.#written(() => this.#writer.end(seq, maskedEvent(fields, this.#options.masker)));
  }

  /** Something became known of an event that need not be its last one. */
  mark(seq: number, extra: JsonObject): void {
    this.amend(seq, { extra });
  }

  /** An event that was told of, and has not ended, has been changed on its way. */
  amend(seq: number, fields: Told): void {
    this.#written(() => this.#writer.amend(seq, this.#masked(fields)));
  }

  /** An event has ended, and its agent gets another answer than the one it ended with. */
  replace(seq: number, fields: EventFields): void {
    this.#written(() => this.#writer.end(seq, maskedEvent(fields, this.#options.masker)));
  }

  /** The agent has ended; calls that are still open were given up by it. */
  exit(how: NonNullable<RunHeader["exit"]>): void {
    for (const listener of this.#exitListeners) listener();
    for (const exchange of [...this.#open]) exchange.end({ how: "aborted", by: "client" });
    this.#written(() => this.#writer.exit(how, Date.now()));
  }

  /** The edits of the run are these from here on. */
  edits(list: readonly Json[]): void {
    this.#written(() => this.#writer.edits(this.#options.masker.value(list)));
  }

  close(): void {
    this.#writer.close();
  }

  #end(of: OpenCall, heard: Heard): void {
    const { seq, at, known, origin } = of;
    const { fields, answer, aborted } = this.#readAnswer(of, heard);
    this.tally.end(fields, seq);
    if (seq === undefined) return;
    this.#writer.end(seq, fields);
    this.#identities.answered(known, { status: heard.status, answer, aborted });
    const { kind, name, provider } = known.read.call;
    for (const listener of this.#endListeners) listener({ seq, kind, name, provider, at, origin, fields });
  }

  /** What was measured of the answer that came, and what it cost, still holds. */
  #replace(of: OpenCall & { readonly seq: number }, heard: Heard, told: Told): void {
    const { fields, answer, aborted } = this.#readAnswer(of, heard);
    const { durationMs: _, tokens: __, ...kept } = fields;
    this.#writer.end(of.seq, { ...kept, ...this.#masked(told) });
    this.#identities.answered(of.known, { status: heard.status, answer, aborted });
  }

  #readAnswer({ known: { read } }: OpenCall, heard: Heard) {
    const context = { masker: this.#options.masker, conversation: read.messages };
    const { fields, read: answer, aborted } = answerRecord(read.call, heard, context);
    return { fields, answer: answer.json, aborted };
  }

  #masked(told: Told): Told {
    return told.sent === undefined ? told : { ...told, sent: this.#options.masker.value(told.sent) };
  }

  /** Where something in a request was masked, it can be told only by what it was before. */
  #identity({ masked }: RequestRecord, known: KnownRequest): Pick<EventRecord, "fp" | "fpv"> {
    if (masked === undefined || this.#options.fingerprints === false) return {};
    const { fp } = known;
    return fp === undefined ? {} : { fp, fpv: RULES_VERSION };
  }

  #requestRecord(asked: Asked, read: ReadRequest): RequestRecord {
    const { masker } = this.#options;
    const { split, bytes, packed, call } = read;
    const { body, parts, masked } = split ? maskSplit(split, this.book, masker) : maskContent(bytes, masker);
    const headers = keptHeaders(asked.headers, "request", masker);
    return {
      method: asked.method,
      path: maskedUrl(asked.path, masker),
      url: maskedUrl(asked.url, masker),
      headers: packed === undefined ? headers : { ...headers, "content-encoding": packed },
      ...(bytes.length > 0 ? { body } : {}),
      ...(call.dialect ? { repeated: call.dialect.repeated } : {}),
      ...(parts === undefined ? {} : { parts }),
      ...(masked.length > 0 ? { masked } : {}),
    };
  }

  #written<T>(write: () => T): T | undefined {
    try {
      return write();
    } catch (error) {
      this.#options.onProblem?.(error);
      return undefined;
    }
  }
}

interface OpenCall {
  readonly known: KnownRequest;
  readonly results: ResultsAnswered;
  readonly seq: number | undefined;
  /** When it was asked, in milliseconds since the epoch. */
  readonly at: number;
  origin: EventFields["origin"];
}

function agentOf({ headers }: Asked): { readonly agent?: string } {
  const agent = headerOf(headers, "x-vcr-agent");
  return agent === undefined ? {} : { agent };
}
