import { crc32 } from "node:zlib";
import type { MessageRef } from "../formats/format.ts";
import { isArray, type Json } from "../json/json.ts";
import { getPointer } from "../json/pointer.ts";
import type { Dialect } from "../providers/dialect.ts";
import type { RequestBody } from "../trace/event.ts";

/** The conversation of a request, element by element: nothing is parsed that nobody looks at. */
export function conversationOf(request: RequestBody | undefined, dialect: Dialect | undefined): readonly MessageRef[] {
  if (!request || !dialect) return [];
  const elements = request.elements?.(dialect.conversation);
  if (elements) {
    return Array.from({ length: elements.length }, (_, i) => ({
      // `a+` is the twin pool: the same element but for a cache marker.
      key: elements.key(i).replace("+:", ":"),
      read: () => dialect.message(elements.at(i)),
    }));
  }
  const list = request.json === undefined ? undefined : getPointer(request.json, dialect.conversation);
  if (typeof list === "string") return [refOf(list, dialect)];
  return isArray(list) ? list.map((element) => refOf(element, dialect)) : [];
}

function refOf(element: Json, dialect: Dialect): MessageRef {
  let key: string | undefined;
  return {
    get key() {
      key ??= keyOf(element);
      return key;
    },
    read: () => dialect.message(element),
  };
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
