import type { Json } from "../../json/json.ts";
import type { Dialect, Folded } from "../../providers/dialect.ts";
import type { Chunk, EventBody, Headers, ResponseBody } from "../../trace/event.ts";

/** A streamed response with `json` as its folded form, worked out when first asked for. */
class FoldedResponse implements ResponseBody {
  readonly #response: ResponseBody;
  readonly #dialect: Dialect;
  #folded: Folded | undefined;

  constructor(response: ResponseBody, dialect: Dialect) {
    this.#response = response;
    this.#dialect = dialect;
  }

  get json(): Json {
    return this.#fold.body;
  }

  get text(): string | undefined {
    return this.#response.text;
  }

  get bytes(): Uint8Array | undefined {
    return this.#response.bytes;
  }

  get notice(): string | undefined {
    return this.#response.notice;
  }

  get masked(): readonly string[] | undefined {
    return this.#response.masked;
  }

  get status(): number | undefined {
    return this.#response.status;
  }

  get headers(): Headers | undefined {
    return this.#response.headers;
  }

  get chunks(): readonly Chunk[] | undefined {
    return this.#response.chunks;
  }

  get streamed(): boolean | undefined {
    return this.#response.streamed;
  }

  get cut(): boolean {
    return this.#response.cut ?? !this.#fold.complete;
  }

  get #fold(): Folded {
    this.#folded ??= this.#dialect.fold(this.#response.text ?? "");
    return this.#folded;
  }
}

export function withFoldedResponse(body: EventBody, dialect: Dialect | undefined): EventBody {
  // Whether it was streamed has to be looked for in its line.
  const response = dialect && body.response;
  if (!dialect || !response?.streamed) return body;
  return {
    ...(body.request && { request: body.request }),
    response: new FoldedResponse(response, dialect),
    ...(body.error && { error: body.error }),
    ...(body.sent !== undefined && { sent: body.sent }),
    raw: () => body.raw(),
    ...(body.field && { field: (key, of) => body.field?.(key, of) }),
  };
}
