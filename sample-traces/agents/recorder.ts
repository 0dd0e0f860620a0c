import type { Json } from "../../src/json/json.ts";
import { parse } from "../../src/json/json.ts";
import type { Recognition } from "../../src/providers/dialect.ts";
import { recognise } from "../../src/providers/registry.ts";
import type { Chunk, Headers as KeptHeaders } from "../../src/trace/event.ts";
import type { EventFields, ResponseRecord } from "../../src/trace/write/record.ts";
import type { TraceWriter } from "../../src/trace/write/writer.ts";
import type { PacedClock } from "./clock.ts";

const KEPT_HEADERS = ["content-type", "request-id", "x-request-id", "retry-after", "user-agent"];

export interface RecorderOptions {
  readonly writer: TraceWriter;
  readonly clock: PacedClock;
  /** Where requests really go, whatever provider they are meant for. */
  readonly upstream: string;
}

/** A `fetch` that writes down what passes through it: exact requests, answers, the timing of streams, failures. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #answered = new Set<string>();
  /** Steps of failed exchanges by their request. */
  readonly #failed = new Map<string, number>();

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const { writer, clock, upstream } = this.#options;
    const url = new URL(String(input));
    const text = String(init.body);
    const body = parse(text);
    const known = recognise({ method: "POST", host: url.host, path: url.pathname }, body);
    if (known === undefined || body === undefined) throw new Error(`no call of a model: ${url.href}`);
    const at = clock.now();
    const retryOf = this.#failed.get(text);
    const seq = writer.begin({
      kind: "llm",
      name: known.dialect.facts(body).model ?? "",
      provider: known.provider,
      op: known.dialect.id,
      at,
      ...(retryOf === undefined ? {} : { retryOf }),
      ...this.#results(known, body),
      request: {
        method: "POST",
        path: url.pathname,
        url: url.href,
        headers: kept(new Headers(init.headers)),
        body: text,
        repeated: known.dialect.repeated,
      },
    });
    // The provider lets the clock go on when it has the request.
    clock.hold();
    const response = await fetch(`${upstream}${url.pathname}`, init);
    if (!response.ok) this.#failed.set(text, seq);
    return this.#passOn(response, at, (answer) =>
      writer.end(seq, { durationMs: clock.now() - at, ...fields(known, answer) }),
    );
  };

  /** Tool results that this request carries for the first time. */
  #results({ dialect }: Recognition, body: Json): Pick<EventFields, "results"> {
    const list = (body as Record<string, Json>)[dialect.conversation.slice(1)] as readonly Json[];
    const parts = list.flatMap((element) => dialect.message(element).parts);
    const results = parts.flatMap((part) =>
      part.type === "result" ? [{ id: part.id, isError: part.isError === true }] : [],
    );
    const fresh = results.filter(({ id }) => !this.#answered.has(id));
    for (const { id } of fresh) this.#answered.add(id);
    if (fresh.length === 0) return {};
    return { results: fresh.map(({ id, isError }) => ({ id, ...(isError ? { isError } : {}) })) };
  }

  /** Hands the answer on piece by piece; its end only after it has been written down. */
  #passOn(response: Response, asked: number, done: (answer: ResponseRecord) => void): Response {
    const reader = response.body?.getReader();
    const streamed = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    const head = { status: response.status, headers: kept(response.headers), ...(streamed ? { streamed } : {}) };
    const pieces: Uint8Array[] = [];
    const chunks: Chunk[] = [];
    let last = asked;
    const finish = (cut: boolean): void =>
      done({ ...head, body: Buffer.concat(pieces), ...(streamed ? { chunks } : {}), ...(cut ? { cut } : {}) });
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      try {
        const { value, done: ended } = (await reader?.read()) ?? { value: undefined, done: true };
        if (value === undefined || ended) {
          finish(false);
          controller.close();
          return;
        }
        const now = this.#options.clock.now();
        pieces.push(value);
        chunks.push([now - last, value.length]);
        last = now;
        controller.enqueue(value);
      } catch (error) {
        finish(true);
        controller.error(error);
      }
    };
    return new Response(new ReadableStream({ pull }), { status: response.status, headers: response.headers });
  }
}

/** What the list of events shows of an answer. */
function fields({ dialect }: Recognition, response: ResponseRecord): EventFields {
  const text = Buffer.from(response.body ?? "").toString("utf8");
  const body = response.streamed ? dialect.fold(text).body : (parse(text) ?? null);
  const { usage, calls, error } = dialect.answer(body);
  const failed = (response.status ?? 0) >= 400;
  return {
    status: response.cut ? "truncated" : failed ? "error" : "ok",
    ...(failed ? {} : { tokens: usage }),
    ...(calls.length > 0 ? { calls: calls.map(({ id, name }) => ({ id, name })) } : {}),
    ...(failed && error ? { error } : {}),
    response,
  };
}

function kept(headers: Headers): KeptHeaders {
  return Object.fromEntries([...headers].filter(([name]) => KEPT_HEADERS.includes(name)));
}
