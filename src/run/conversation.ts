import { crc32 } from "node:zlib";
import type { MessageRef } from "../formats/format.ts";
import { isArray, type Json } from "../json/json.ts";
import { getPointer } from "../json/pointer.ts";
import { withCallIds } from "../providers/call-ids.ts";
import type { Dialect } from "../providers/dialect.ts";
import type { Message, Part } from "../providers/message.ts";
import type { RequestBody } from "../trace/event.ts";

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

/** Where the API gives calls no ids, the whole conversation has to be read to give them: then, and only then, it is. */
function refs(
  count: number,
  element: { readonly key: (i: number) => string; readonly at: (i: number) => Message },
): readonly MessageRef[] {
  let named: readonly Message[] | undefined;
  return Array.from({ length: count }, (_, i) => {
    let key: string | undefined;
    return {
      get key() {
        key ??= element.key(i);
        return key;
      },
      read: () => {
        const message = element.at(i);
        if (!message.parts.some(lacksId)) return message;
        named ??= withCallIds(Array.from({ length: count }, (_unused, n) => element.at(n)));
        return named[i]!;
      },
    };
  });
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
