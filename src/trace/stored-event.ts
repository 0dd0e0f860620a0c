import { isArray, isObject, type Json, number, parse, text } from "../json/json.ts";
import type { Chunk, Elements, ErrorInfo, EventBody, Headers, Repeated, RequestBody, ResponseBody } from "./event.ts";
import { members } from "./json-text.ts";
import { type Origin, StoredContent } from "./stored-content.ts";

/** A content with the fields both sides of an exchange have. */
class StoredPayload {
  readonly content: StoredContent;
  readonly headers?: Headers;

  constructor(object: string, origin: Origin) {
    this.content = new StoredContent(object, origin);
    const headers = headersOf(this.content.field("headers"));
    if (headers) this.headers = headers;
  }

  get text(): string | undefined {
    return this.content.text;
  }

  get bytes(): Uint8Array | undefined {
    return this.content.bytes;
  }

  get json(): Json | undefined {
    return this.content.json;
  }

  get notice(): string | undefined {
    return this.content.notice;
  }

  get masked(): readonly string[] {
    return this.content.masked;
  }
}

class StoredRequest extends StoredPayload implements RequestBody {
  readonly method?: string;
  readonly path?: string;
  readonly url?: string;

  constructor(object: string, origin: Origin) {
    super(object, origin);
    const [method, path, url] = ["method", "path", "url"].map((key) => text(this.content.field(key)));
    if (method !== undefined) this.method = method;
    if (path !== undefined) this.path = path;
    if (url !== undefined) this.url = url;
  }

  elements(pointer: string): Elements | undefined {
    return this.content.elements(pointer);
  }

  get repeated(): Repeated | undefined {
    return this.content.repeated;
  }
}

class StoredResponse extends StoredPayload implements ResponseBody {
  readonly status?: number;
  readonly chunks?: readonly Chunk[];
  readonly streamed?: boolean;
  readonly cut?: boolean;

  constructor(object: string, origin: Origin) {
    super(object, origin);
    const status = number(this.content.field("status"));
    if (status !== undefined) this.status = status;
    const chunks = chunksOf(this.content.field("chunks"));
    if (chunks) this.chunks = chunks;
    if (this.content.field("streamed") === true) this.streamed = true;
    if (this.content.field("cut") === true) this.cut = true;
  }

  /** A stream's JSON is folded by the dialect that knows its events. */
  override get json(): Json | undefined {
    return this.streamed ? undefined : super.json;
  }
}

/** The body of an event from its lines, in file order; a later line's part replaces an earlier one's. */
export function storedEvent(lines: readonly string[], origins: readonly Origin[], raw: () => string): EventBody {
  const body: { -readonly [K in keyof EventBody]: EventBody[K] } = { raw };
  for (const [i, line] of lines.entries()) {
    const origin = origins[i];
    const fields = members(line, 0)?.fields;
    if (!fields || !origin) continue;
    // The last end line counts alone: what was answered first has been replaced.
    if (fields.has("end")) {
      delete body.response;
      delete body.error;
    }
    const part = (key: string): string | undefined => {
      const span = fields.get(key);
      return span && line.slice(span.start, span.end);
    };
    const [request, response, error] = ["request", "response", "error"].map(part);
    if (request !== undefined) body.request = new StoredRequest(request, origin);
    if (response !== undefined) body.response = new StoredResponse(response, origin);
    if (error !== undefined) body.error = errorOf(parse(error));
    const [was, is, sent] = ["before", "after", "sent"].map((key) => {
      const value = part(key);
      return value === undefined ? undefined : parse(value);
    });
    if (was !== undefined) body.before = was;
    if (is !== undefined) body.after = is;
    if (sent !== undefined) body.sent = sent;
  }
  return body;
}

function errorOf(value: Json | undefined): ErrorInfo {
  if (!isObject(value)) return { message: typeof value === "string" ? value : JSON.stringify(value ?? "unknown") };
  const type = text(value.type);
  return {
    ...(type !== undefined && { type }),
    message: text(value.message) ?? JSON.stringify(value),
    ...(value.detail !== undefined && { detail: value.detail }),
  };
}

function headersOf(value: Json | undefined): Headers | undefined {
  if (!isObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (typeof each === "string" ? [[key, each]] : [])),
  );
}

function chunksOf(value: Json | undefined): readonly Chunk[] | undefined {
  if (!isArray(value)) return undefined;
  return value.flatMap((chunk): Chunk[] => {
    const [dt, length] = isArray(chunk) ? chunk : [];
    return typeof dt === "number" && typeof length === "number" ? [[dt, length]] : [];
  });
}
