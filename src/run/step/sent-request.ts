import { crc32 } from "node:zlib";
import { isArray, isObject, type Json, type JsonObject, text } from "../../json/json.ts";
import { getPointer } from "../../json/pointer.ts";
import type { Elements, EventBody, RequestBody } from "../../trace/event.ts";
import { placesIn, withSentChanges } from "../../trace/sent-changes.ts";

/** A request as it went out: what the agent asked, with the changes made in it that a fork or a held call says. */
class SentRequest implements RequestBody {
  readonly #asked: RequestBody;
  readonly #sent: JsonObject;
  #json: Json | undefined;
  readonly method?: string;
  readonly path?: string;
  readonly url?: string;
  readonly headers?: NonNullable<RequestBody["headers"]>;

  constructor(asked: RequestBody, sent: JsonObject) {
    this.#asked = asked;
    this.#sent = sent;
    const path = text(sent.path) ?? asked.path;
    if (asked.method !== undefined) this.method = asked.method;
    if (path !== undefined) this.path = path;
    if (asked.url !== undefined) this.url = urlWith(asked.url, asked.path, path);
    if (asked.headers) this.headers = asked.headers;
  }

  get json(): Json | undefined {
    const { json } = this.#asked;
    if (this.#json === undefined && json !== undefined) {
      this.#json = withSentChanges(json, this.#sent);
    }
    return this.#json;
  }

  get text(): string | undefined {
    return this.json === undefined ? this.#asked.text : JSON.stringify(this.json);
  }

  get notice(): string | undefined {
    return this.#asked.notice;
  }

  /** Only the elements that were changed are not those of the file. */
  elements(pointer: string): Elements | undefined {
    const elements = this.#asked.elements?.(pointer);
    const inside = placesIn(this.#sent).filter((at) => at === pointer || at.startsWith(`${pointer}/`));
    if (!elements || inside.length === 0) return elements;
    const whole = this.json === undefined ? undefined : getPointer(this.json, pointer);
    if (!isArray(whole)) return undefined;
    const all = inside.includes(pointer);
    const changed = new Set(inside.map((at) => Number(at.slice(pointer.length + 1).split("/", 1)[0])));
    return {
      length: whole.length,
      at: (index) => whole[index] ?? null,
      key: (index) => (all || changed.has(index) ? keyOf(whole[index] ?? null) : elements.key(index)),
    };
  }
}

/** The request as it went upstream; undefined when there is none. What the agent itself asked is `body.request`. */
export function sentRequest({ request, sent }: EventBody): RequestBody | undefined {
  return request && isObject(sent) ? new SentRequest(request, sent) : request;
}

/** Pointers of what was changed or left out on its way. */
export function changedPlaces({ sent }: EventBody): readonly string[] {
  if (!isObject(sent)) return [];
  const hasSet = isObject(sent.set) && Object.keys(sent.set).length > 0;
  return [...placesIn(sent), ...(typeof sent.path === "string" && !hasSet ? ["the path"] : [])];
}

function urlWith(url: string, was: string | undefined, path: string | undefined): string {
  return was !== undefined && path !== undefined && url.endsWith(was) ? url.slice(0, -was.length) + path : url;
}

/** Equal content, equal key, and never the key of an element of the file. */
function keyOf(element: Json): string {
  const written = JSON.stringify(element);
  return `sent-${written.length}-${crc32(written).toString(16)}`;
}
