import { isArray, isObject, type Json, number, parse, text } from "../../json/json.ts";
import type { Chunk, Elements, ErrorInfo, EventBody, Headers, Repeated, RequestBody, ResponseBody } from "../event.ts";
import { type Members, members, type Span } from "../json-text.ts";
import { type Origin, StoredContent } from "./stored-content.ts";

/** A content with the fields both sides of an exchange have. All of it is read when it is asked for: few look at all of it. */
class StoredPayload {
  readonly content: StoredContent;

  constructor(object: string, origin: Origin) {
    this.content = new StoredContent(object, origin);
  }

  get headers(): Headers | undefined {
    return headersOf(this.content.field("headers"));
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
  get method(): string | undefined {
    return text(this.content.field("method"));
  }

  get path(): string | undefined {
    return text(this.content.field("path"));
  }

  get url(): string | undefined {
    return text(this.content.field("url"));
  }

  elements(pointer: string): Elements | undefined {
    return this.content.elements(pointer);
  }

  get repeated(): Repeated | undefined {
    return this.content.repeated;
  }
}

class StoredResponse extends StoredPayload implements ResponseBody {
  get status(): number | undefined {
    return number(this.content.field("status"));
  }

  get chunks(): readonly Chunk[] | undefined {
    return chunksOf(this.content.field("chunks"));
  }

  get streamed(): true | undefined {
    return this.content.field("streamed") === true || undefined;
  }

  get cut(): true | undefined {
    return this.content.field("cut") === true || undefined;
  }

  /** A stream's JSON is folded by the dialect that knows its events. */
  override get json(): Json | undefined {
    return this.streamed ? undefined : super.json;
  }
}

class Line {
  readonly text: string;
  readonly origin: Origin;
  #fields: Members["fields"] | undefined;

  constructor(text: string, origin: Origin) {
    this.text = text;
    this.origin = origin;
  }

  /** None where the line is broken. */
  get fields(): Members["fields"] {
    this.#fields ??= members(this.text, 0)?.fields ?? new Map<string, Span>();
    return this.#fields;
  }
}

/** The body of an event from its lines, in file order; a later line's part replaces an earlier one's. */
export function storedEvent(texts: readonly string[], origins: readonly Origin[]): EventBody {
  const lines = texts.flatMap((text, i): Line[] => {
    const origin = origins[i];
    return text.startsWith("{") && origin ? [new Line(text, origin)] : [];
  });
  return new StoredEvent(texts, lines);
}

class StoredEvent implements EventBody {
  readonly #texts: readonly string[];
  readonly #lines: readonly Line[];
  /** The last end line counts alone: what was answered first has been replaced. */
  readonly #answer: readonly Line[];
  #request: RequestBody | undefined;
  #response: ResponseBody | undefined;

  constructor(texts: readonly string[], lines: readonly Line[]) {
    this.#texts = texts;
    this.#lines = lines;
    const last = lines.findLastIndex(({ fields }) => fields.has("end"));
    this.#answer = last < 1 ? lines : lines.slice(last);
  }

  get request(): RequestBody | undefined {
    this.#request ??= payloadOf(StoredRequest, part(this.#lines, "request"));
    return this.#request;
  }

  get response(): ResponseBody | undefined {
    this.#response ??= payloadOf(StoredResponse, part(this.#answer, "response"));
    return this.#response;
  }

  get error(): ErrorInfo | undefined {
    const of = part(this.#answer, "error");
    return of && errorOf(parse(of.text));
  }

  get before(): Json | undefined {
    return jsonOf(part(this.#lines, "before"));
  }

  get after(): Json | undefined {
    return jsonOf(part(this.#lines, "after"));
  }

  get sent(): Json | undefined {
    return jsonOf(part(this.#lines, "sent"));
  }

  readonly raw = (): string => this.#texts.join("\n");

  readonly field = (key: string, of: "first" | "last"): Json | undefined =>
    jsonOf(of === "first" ? partOf(this.#lines[0], key) : part(this.#lines, key));
}

/** JSON text of a field, and where it comes from. */
interface Part {
  readonly text: string;
  readonly origin: Origin;
}

/** Of the last line that has the field. */
function part(lines: readonly Line[], key: string): Part | undefined {
  return partOf(
    lines.findLast(({ fields }) => fields.has(key)),
    key,
  );
}

function partOf(line: Line | undefined, key: string): Part | undefined {
  const span = line?.fields.get(key);
  return line && span && { text: line.text.slice(span.start, span.end), origin: line.origin };
}

function jsonOf(of: Part | undefined): Json | undefined {
  return of && parse(of.text);
}

function payloadOf<T>(Payload: new (object: string, origin: Origin) => T, of: Part | undefined): T | undefined {
  return of && new Payload(of.text, of.origin);
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
