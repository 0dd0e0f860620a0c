import type { Json } from "../../json/json.ts";
import type { EventBody, Headers, Payload, RequestBody, ResponseBody } from "../../trace/event.ts";

/** Replaces what is secret by placeholders; the rules are the caller's. */
export interface Mask {
  text(text: string): string;
  stream(text: string): string;
  value<T>(value: T): T;
  /** A command line, in which a word may say that the next one is secret. */
  argv(argv: readonly string[]): readonly string[];
  headers(headers: Headers): Headers;
  /** The file's own text of an exchange, with the headers and the stream that stand in it. */
  source(
    text: string,
    holds: {
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly stream: string | undefined;
    },
  ): string;
}

/** `body` as it may be seen. The big parts are masked when they are asked for. */
export function maskedBody(body: EventBody, mask: Mask): EventBody {
  const { request, response, error, before, after, sent } = body;
  const headers = [request, response].flatMap((side) => Object.entries(side?.headers ?? {}));
  const stream = (): string | undefined => (response?.streamed === true ? response.text : undefined);
  let raw: string | undefined;
  return {
    ...(request && { request: new MaskedRequest(request, mask) }),
    ...(response && { response: new MaskedResponse(response, mask) }),
    ...(error && { error: mask.value(error) }),
    ...(before !== undefined && { before: mask.value(before) }),
    ...(after !== undefined && { after: mask.value(after) }),
    ...(sent !== undefined && { sent: mask.value(sent) }),
    raw: () => (raw ??= mask.source(body.raw(), { headers, stream: stream() })),
  };
}

/** Bytes that are no text stay: nothing is known of what is in them. */
class MaskedPayload implements Payload {
  readonly headers?: Headers;
  readonly #inner: Payload;
  readonly #mask: Mask;
  readonly #streamed: boolean;
  #text: string | undefined;
  #json: Json | undefined;

  constructor(inner: Payload & Pick<ResponseBody, "headers" | "streamed">, mask: Mask) {
    this.#inner = inner;
    this.#mask = mask;
    this.#streamed = inner.streamed === true;
    if (inner.headers) this.headers = mask.headers(inner.headers);
  }

  get text(): string | undefined {
    const { text } = this.#inner;
    if (text === undefined) return undefined;
    this.#text ??= this.#streamed ? this.#mask.stream(text) : this.#mask.text(text);
    return this.#text;
  }

  get json(): Json | undefined {
    this.#json ??= this.#mask.value(this.#inner.json);
    return this.#json;
  }

  get bytes(): Uint8Array | undefined {
    return this.#inner.bytes;
  }

  /** Bytes cannot be masked: where something in their reading was, they are not shown. */
  get wire(): Uint8Array | undefined {
    return this.text === this.#inner.text ? this.#inner.wire : undefined;
  }

  get notice(): string | undefined {
    return this.#inner.notice;
  }
}

class MaskedRequest extends MaskedPayload implements RequestBody {
  readonly method?: string;
  readonly path?: string;
  readonly url?: string;

  constructor(inner: RequestBody, mask: Mask) {
    super(inner, mask);
    const { method, path, url } = inner;
    if (method !== undefined) this.method = method;
    if (path !== undefined) this.path = mask.text(path);
    if (url !== undefined) this.url = mask.text(url);
  }
}

class MaskedResponse extends MaskedPayload implements ResponseBody {
  readonly status?: number;
  readonly chunks?: NonNullable<ResponseBody["chunks"]>;
  readonly streamed?: boolean;
  readonly #response: ResponseBody;

  constructor(inner: ResponseBody, mask: Mask) {
    super(inner, mask);
    const { status, chunks, streamed } = inner;
    this.#response = inner;
    if (status !== undefined) this.status = status;
    if (chunks) this.chunks = chunks;
    if (streamed !== undefined) this.streamed = streamed;
  }

  get cut(): boolean {
    return this.#response.cut === true;
  }
}
