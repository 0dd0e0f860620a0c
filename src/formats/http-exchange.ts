import { field, isArray, type Json, number, parse, text } from "../json/json.ts";
import { getPointer } from "../json/pointer.ts";
import { answerWithCallIds, withCallIds } from "../providers/call-ids.ts";
import type { Answer, Dialect, Recognition } from "../providers/dialect.ts";
import { isEmbeddings } from "../providers/endpoint.ts";
import { errorOf } from "../providers/error-body.ts";
import { generatingOp } from "../providers/generating.ts";
import { isOwnMachine } from "../providers/loopback.ts";
import type { Message } from "../providers/message.ts";
import { placeOf } from "../providers/place.ts";
import { providerOf, recognise } from "../providers/registry.ts";
import { modelOfPath } from "../providers/request.ts";
import { isStream, readBody } from "../providers/streams/stream.ts";
import { resultsOf } from "../providers/tool-results.ts";
import { vectorStore } from "../providers/vector-store.ts";
import type { EventBody, Headers, Kind, RequestBody, ResponseBody, RowFields, Status, Tokens } from "../trace/event.ts";
import type { RowNumber, RowSink, Segment } from "../trace/row-sink.ts";

/** Rows and bodies of recorded HTTP exchanges, for every format that keeps these: cassettes, HAR and their like. */

export interface HttpExchange {
  readonly method?: string;
  /** As recorded: a whole URL, or a path with the host beside it. */
  readonly url: string;
  readonly host?: string;
  readonly requestHeaders?: Headers;
  readonly requestText?: string;
  readonly status?: number;
  readonly responseHeaders?: Headers;
  /** Undefined: no answer was recorded. */
  readonly responseText?: string;
  /** In place of a text, where a body is none. */
  readonly requestBytes?: Uint8Array;
  readonly responseBytes?: Uint8Array;
  /** What `responseText` was read from, where that is no plain decoding of it. */
  readonly responseWire?: Uint8Array;
  /** What is odd about the body as recorded, in words. */
  readonly requestNotice?: string;
  readonly responseNotice?: string;
  /** Start, milliseconds since the epoch. */
  readonly at?: number;
  readonly durationMs?: number;
  /** The times are guesses from headers. */
  readonly approximate?: boolean;
}

/** The call `exchange` is, undefined when it is none of a model. */
function recognised(exchange: HttpExchange, request: Json | undefined): Recognition | undefined {
  return recognise(targetOf(exchange), request);
}

function targetOf({ method, host, url }: HttpExchange) {
  return { ...(method !== undefined && { method }), ...(host !== undefined && { host }), path: url };
}

/** Path and query. Never `new URL`, which refuses what recorders write for masked hosts. */
function pathOf(url: string): string {
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "") || "/";
}

function contentType(headers: Headers | undefined): string | undefined {
  return Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === "content-type")?.[1];
}

function conversation(dialect: Dialect, request: Json | undefined): readonly Message[] {
  const list = request === undefined ? undefined : getPointer(request, dialect.conversation);
  const elements = isArray(list) ? list : typeof list === "string" ? [list] : [];
  return withCallIds(elements.map((element) => dialect.message(element)));
}

export class HttpExchanges {
  readonly #sink: RowSink;
  /** Calls that were asked for and whose results have not come yet, with their rows. */
  readonly #open = new Map<string, RowNumber | undefined>();

  constructor(sink: RowSink) {
    this.#sink = sink;
  }

  add(exchange: HttpExchange, segment: Segment): RowNumber {
    const request = parse(exchange.requestText ?? "");
    const call = recognised(exchange, request);
    if (call !== undefined) return this.#llm(exchange, call, { request, segment });
    const target = targetOf(exchange);
    const provider = providerOf(placeOf(target))?.id;
    // Anybody's server may have such paths: there a gateway would not have stood between.
    const near = provider !== undefined || isOwnMachine(placeOf(target).host ?? "");
    const op = near && !isEmbeddings(target) ? generatingOp(target) : undefined;
    return op === undefined
      ? this.#plain(exchange, request, segment)
      : this.#unread(exchange, { op, provider, request }, segment);
  }

  /** A call of a model whose API no dialect reads. */
  #unread(
    exchange: HttpExchange,
    {
      op,
      provider,
      request,
    }: { readonly op: string; readonly provider: string | undefined; readonly request: Json | undefined },
    segment: Segment,
  ): RowNumber {
    const name = text(field(request, "model")) ?? modelOfPath(pathOf(exchange.url)) ?? "unknown model";
    return this.#sink.open(
      { ...common(exchange, segment, "llm"), ...(provider !== undefined && { provider }), op, name },
      segment,
    );
  }

  #plain(exchange: HttpExchange, request: Json | undefined, segment: Segment): RowNumber {
    const { method, url } = exchange;
    const target = targetOf(exchange);
    const embeddings = isEmbeddings(target);
    const store = embeddings ? undefined : vectorStore(target);
    const provider = embeddings ? providerOf(placeOf(target))?.id : store;
    const model = embeddings ? text(field(request, "model")) : undefined;
    const tokens = embeddings ? embeddingTokens(exchange) : undefined;
    const name = model ?? `${method ?? "GET"} ${pathOf(url).replace(/[?#].*$/s, "") || "/"}`;
    return this.#sink.open(
      {
        ...common(exchange, segment, embeddings || store !== undefined ? "memory" : "http"),
        name,
        ...(provider !== undefined && { provider }),
        ...(tokens !== undefined && { tokens }),
      },
      segment,
    );
  }

  #llm(
    exchange: HttpExchange,
    { dialect, provider, model }: Recognition,
    { request, segment }: { readonly request: Json | undefined; readonly segment: Segment },
  ): RowNumber {
    const said = conversation(dialect, request);
    const body = readBody(dialect, contentType(exchange.responseHeaders), exchange.responseText ?? "");
    const answer = body.json === undefined ? undefined : answerWithCallIds(said, dialect.answer(body.json));
    const name = model ?? (request === undefined ? undefined : dialect.facts(request).model) ?? answer?.model;
    const row = this.#sink.open(
      {
        ...common(exchange, segment, "llm"),
        ...statusOf(exchange, answer, body.cut),
        provider,
        op: dialect.id,
        ...(name !== undefined && { name }),
        ...(answer !== undefined && Object.keys(answer.usage).length > 0 && { tokens: answer.usage }),
      },
      segment,
    );
    this.#connect(row, said, answer);
    return row;
  }

  #connect(row: RowNumber, said: readonly Message[], answer: Answer | undefined): void {
    const fresh = said.flatMap(resultsOf).filter(({ id }) => this.#open.delete(id));
    if (fresh.length > 0) {
      this.#sink.results(
        row,
        fresh.map(({ id, isError }) => ({ id, ...(isError === true && { isError }) })),
      );
    }
    for (const { id, name } of answer?.calls ?? []) this.#open.set(id, this.#sink.calls(row, [{ id, name }])[0]);
    // Tools that the vendor runs answer in the same message, or in the next where the vendor paused.
    for (const { id, isError } of answer?.message === undefined ? [] : resultsOf(answer.message)) {
      const tool = this.#open.get(id);
      if (tool !== undefined) this.#sink.set(tool, { status: isError === true ? "error" : "ok" });
      this.#open.delete(id);
    }
  }
}

/** Tokens of texts that were turned into vectors; nothing comes out of a model there. */
function embeddingTokens({ responseText = "" }: HttpExchange): Tokens | undefined {
  const usage = responseText.includes('"usage"') ? field(parse(responseText), "usage") : undefined;
  const count = number(field(usage, "prompt_tokens")) ?? number(field(usage, "total_tokens"));
  return count === undefined ? undefined : { in: count };
}

function common(exchange: HttpExchange, segment: Segment, kind: Kind): Partial<RowFields> & Pick<RowFields, "kind"> {
  const { at, durationMs, approximate, status } = exchange;
  return {
    kind,
    ...statusOf(exchange, undefined, false),
    ...(at !== undefined && { at }),
    ...(durationMs !== undefined && { durationMs }),
    ...(approximate === true && { approximate }),
    ...(status !== undefined && { httpStatus: status }),
    size: segment.length,
  };
}

function unanswered({ status, responseText, responseBytes }: HttpExchange): boolean {
  return status === undefined && responseText === undefined && responseBytes === undefined;
}

function statusOf(exchange: HttpExchange, answer: Answer | undefined, cut: boolean): { readonly status: Status } {
  if (unanswered(exchange)) return { status: "pending" };
  if ((exchange.status ?? 200) >= 400 || answer?.error !== undefined) return { status: "error" };
  return { status: cut ? "truncated" : "ok" };
}

/** The exchange as a body. A stream is folded when somebody asks for its JSON. */
export function exchangeBody(exchange: HttpExchange, raw: () => string): EventBody {
  const request = requestBody(exchange);
  if (unanswered(exchange)) return { request, raw };
  const response = responseBody(exchange, request);
  const { status } = exchange;
  if (status === undefined || status < 400) return { request, response, raw };
  const told = parse(exchange.responseText ?? "");
  const error = (told === undefined ? undefined : errorOf(told)) ?? { message: `HTTP ${status}` };
  return { request, response, error, raw };
}

function requestBody(exchange: HttpExchange): RequestBody {
  const { method, url, requestHeaders, requestText, requestBytes, requestNotice } = exchange;
  return {
    ...(method !== undefined && { method }),
    url,
    path: pathOf(url),
    ...(requestHeaders !== undefined && { headers: requestHeaders }),
    ...(requestText !== undefined && { text: requestText }),
    ...(requestBytes !== undefined && { bytes: requestBytes }),
    ...(requestNotice !== undefined && { notice: requestNotice }),
    get json() {
      return requestText === undefined ? undefined : parse(requestText);
    },
  };
}

function responseBody(exchange: HttpExchange, request: RequestBody): ResponseBody {
  const { status, responseHeaders, responseText = "", responseBytes, responseWire, responseNotice } = exchange;
  const type = contentType(responseHeaders);
  let read: { readonly json?: Json; readonly cut: boolean } | undefined;
  const body = (): { readonly json?: Json; readonly cut: boolean } => {
    const dialect = recognised(exchange, request.json)?.dialect;
    const json = dialect === undefined ? parse(responseText) : undefined;
    read ??=
      dialect === undefined
        ? { ...(json !== undefined && { json }), cut: false }
        : readBody(dialect, type, responseText);
    return read;
  };
  return {
    ...(status !== undefined && { status }),
    ...(responseHeaders !== undefined && { headers: responseHeaders }),
    ...(responseBytes === undefined ? { text: responseText } : { bytes: responseBytes }),
    ...(responseWire !== undefined && { wire: responseWire }),
    ...(responseNotice !== undefined && { notice: responseNotice }),
    streamed: isStream(type, responseText),
    get json() {
      return body().json;
    },
    get cut() {
      return body().cut;
    },
  };
}
