import { crc32 } from "node:zlib";
import type { MessageRef } from "../../formats/format.ts";
import { isArray, type Json } from "../../json/json.ts";
import { getPointer } from "../../json/pointer.ts";
import { withCallIds } from "../../providers/call-ids.ts";
import type { Dialect } from "../../providers/dialect.ts";
import type { Message, Part } from "../../providers/message.ts";
import type { RequestBody } from "../../trace/event.ts";

/** The conversation of a request, element by element: nothing is parsed that nobody looks at. */
export function conversationOf(request: RequestBody | undefined, dialect: Dialect | undefined): readonly MessageRef[] {
  if (!request || !dialect) return [];
  const elements = request.elements?.(dialect.conversation);
  if (elements) {
    // `a+` is the twin pool: the same element but for a cache marker.
    return refs(elements.length, {
      key: (i) => elements.key(i).replace("+:", ":"),
      at: (i) => dialect.message(elements.at(i)),
    });
  }
  const list = request.json === undefined ? undefined : getPointer(request.json, dialect.conversation);
  const items: readonly Json[] = isArray(list) ? list : typeof list === "string" ? [list] : [];
  return refs(items.length, { key: (i) => keyOf(items[i]!), at: (i) => dialect.message(items[i]!) });
}

/** Reads elements of one conversation; shared by all its references. */
interface Source {
  readonly key: (i: number) => string;
  readonly at: (i: number) => Message;
  readonly count: number;
  /** The whole conversation with ids, once an element without has been met. */
  named: readonly Message[] | undefined;
}

class ElementRef implements MessageRef {
  readonly #source: Source;
  readonly #i: number;
  #key: string | undefined;

  constructor(source: Source, i: number) {
    this.#source = source;
    this.#i = i;
  }

  get key(): string {
    this.#key ??= this.#source.key(this.#i);
    return this.#key;
  }

  /** Where the API gives calls no ids, the whole conversation has to be read to give them: then, and only then, it is. */
  read(): Message {
    const source = this.#source;
    const message = source.at(this.#i);
    if (!message.parts.some(lacksId)) return message;
    source.named ??= withCallIds(Array.from({ length: source.count }, (_, n) => source.at(n)));
    return source.named[this.#i] ?? message;
  }
}

function refs(count: number, element: Pick<Source, "key" | "at">): readonly MessageRef[] {
  const source: Source = { ...element, count, named: undefined };
  return Array.from({ length: count }, (_, i) => new ElementRef(source, i));
}

function lacksId(part: Part): boolean {
  return (part.type === "call" || part.type === "result") && part.id === "";
}

/** Equal content, equal key: length and CRC-32 of the text, cache markers left out (they move from call to call). */
function keyOf(element: Json): string {
  const text = JSON.stringify(element, (name, value) => (name === "cache_control" ? undefined : value)) ?? "";
  return `${text.length}-${crc32(text).toString(16)}`;
}

/** Count of leading messages that both conversations share. */
export function sharedPrefix(a: readonly MessageRef[], b: readonly MessageRef[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count]!.key === b[count]!.key) count++;
  return count;
}
