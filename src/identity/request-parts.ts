import { isArray, isObject, type Json, type JsonObject } from "../json/json.ts";
import { child, parsePointer } from "../json/pointer.ts";
import { dialectById } from "../providers/registry.ts";

/** An array of a body, readable element by element. Keys are equal for equal elements, within one run. */
export interface ElementList {
  readonly length: number;
  at(index: number): Json;
  /** JSON text of the element, where it is at hand: then it need not be parsed. */
  text?(index: number): string | undefined;
  key?(index: number): string;
}

/** A body as it can be had: whole, or in a frame and the arrays that lie apart. `EventBody.request` is one. */
export interface BodyToIdentify {
  readonly json?: Json | undefined;
  readonly text?: string | undefined;
  readonly bytes?: Uint8Array | undefined;
  readonly repeated?:
    | {
        readonly frame: Json | undefined;
        readonly places: readonly {
          readonly pointer: string;
          readonly elements: ElementList;
          readonly single: boolean;
        }[];
      }
    | undefined;
}

export interface RequestParts {
  /** The body with an empty array at each place of `lists`. */
  readonly frame: Json;
  readonly lists: readonly { readonly pointer: string; readonly elements: ElementList }[];
}

/**
 * Splits a body at the arrays that an API repeats from call to call, however the file keeps it: the parts, and so the
 * identity, are the same for the same JSON. Undefined when the body is no JSON.
 */
export function partsOf(body: BodyToIdentify, repeated: readonly string[]): RequestParts | undefined {
  const apart = body.repeated;
  let frame = apart?.frame ?? body.json;
  if (frame === undefined) return undefined;
  const lists: { pointer: string; elements: ElementList }[] = [];
  for (const place of apart?.frame === undefined ? [] : apart.places) {
    if (!place.single && repeated.includes(place.pointer)) lists.push(place);
    else frame = withValue(frame, parsePointer(place.pointer) ?? [], placeValue(place));
  }
  for (const pointer of repeated) {
    if (lists.some((list) => list.pointer === pointer)) continue;
    const tokens = parsePointer(pointer) ?? [];
    const list = tokens.reduce<Json | undefined>(child, frame);
    if (!isArray(list)) continue;
    lists.push({ pointer, elements: { length: list.length, at: (i) => list[i] ?? null } });
    frame = withValue(frame, tokens, []);
  }
  return { frame, lists: lists.sort((a, b) => repeated.indexOf(a.pointer) - repeated.indexOf(b.pointer)) };
}

function placeValue(place: { readonly elements: ElementList; readonly single: boolean }): Json {
  if (place.single) return place.elements.at(0);
  return Array.from({ length: place.elements.length }, (_, i) => place.elements.at(i));
}

/** A copy of `value` with `by` at the place `tokens`; `value` itself where there is no such place. */
export function withValue(value: Json, tokens: readonly string[], by: Json): Json {
  const [token, ...rest] = tokens;
  if (token === undefined) return by;
  const inner = child(value, token);
  if (inner === undefined) return value;
  const made = withValue(inner, rest, by);
  if (isArray(value)) return value.map((item, i) => (String(i) === token ? made : item));
  if (!isObject(value)) return value;
  const copy: Record<string, Json> = Object.create(null);
  for (const [key, member] of Object.entries(value satisfies JsonObject)) copy[key] = key === token ? made : member;
  return copy;
}

/** Pointer of the array that holds the conversation in requests of this API. */
export function conversationPointer(op: string | undefined): string {
  return (op === undefined ? undefined : dialectById(op)?.conversation) ?? "/messages";
}
