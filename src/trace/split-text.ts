import { hash } from "node:crypto";
import { endOfValue } from "../json/end-of-value.ts";
import { type Json, parse } from "../json/json.ts";
import { unmarked } from "./cache-marker.ts";
import { type Items, items, locate, members, pointerTokens, type Span, skipSpace, splice } from "./json-text.ts";

/** A JSON text taken apart at the arrays that repeat from call to call, so that only what is new has to be looked at. */
export interface SplitText {
  readonly text: string;
  /** The text in UTF-8, where somebody has it. */
  readonly bytes?: Uint8Array;
  /** Those that are there, in the order of the pointers. */
  readonly places: readonly SplitPlace[];
}

export interface SplitPlace {
  readonly pointer: string;
  readonly span: Span;
  /** Else one value, which is its only element. */
  readonly isList: boolean;
  readonly elements: readonly SplitElement[];
  /** Of each element. */
  readonly spans: readonly Span[];
  /** What stands between any two elements; undefined when it is not the same everywhere. */
  readonly separator: string | undefined;
  /** White space behind the opening bracket or before the closing one. */
  readonly padded: boolean;
}

export class SplitElement {
  readonly text: string;
  /** SHA-256 of the text, in base64. */
  readonly digest: string;
  #json: { readonly value: Json | undefined } | undefined;
  #bare: SplitElement | undefined;

  constructor(text: string) {
    this.text = text;
    this.digest = hash("sha256", text, "base64");
  }

  /** Parsed once, however many ask; undefined when it is no JSON. */
  get json(): Json | undefined {
    this.#json ??= { value: parse(this.text) };
    return this.#json.value;
  }

  /** Without cache markers; the element itself when it has none. */
  get bare(): SplitElement {
    if (this.#bare === undefined) {
      const bare = unmarked(this.text);
      this.#bare = bare === this.text ? this : new SplitElement(bare);
    }
    return this.#bare;
  }
}

/** Undefined where an array is broken. The text is walked once, whatever stands in it. */
export function splitText(text: string, pointers: readonly string[]): SplitText | undefined {
  const lists = new Map<string, Items | undefined>();
  const wanted = new Set(pointers.map((pointer) => pointerTokens(pointer)).flatMap((tokens) => topKey(tokens)));
  const start = skipSpace(text, 0);
  const top = members(text, start, (at, key) => {
    const list = wanted.has(key) ? items(text, at) : undefined;
    if (wanted.has(key)) lists.set(key, list);
    return list?.end ?? endOfValue(text, at);
  });
  const places: SplitPlace[] = [];
  for (const pointer of pointers) {
    const [key] = topKey(pointerTokens(pointer));
    const span = top !== undefined && key !== undefined ? top.fields.get(key) : locate(text, pointer);
    if (span === undefined) continue;
    const list = key === undefined ? items(text, span.start) : lists.get(key);
    if (list === undefined && text.startsWith("[", span.start)) return undefined;
    const { spans = [span], separator, padded = false } = list ?? {};
    const elements = spans.map((each) => new SplitElement(text.slice(each.start, each.end)));
    places.push({ pointer, span, isList: list !== undefined, elements, spans, separator, padded });
  }
  return { text, places };
}

/** The key, of a pointer that has only one. */
function topKey(tokens: readonly string[] | undefined): readonly string[] {
  return tokens?.length === 1 ? tokens : [];
}

/** The same with other texts for some elements; what stays is not looked at again. Places must not overlap. */
export function withElements(
  { text, places }: SplitText,
  otherText: (element: SplitElement) => string | undefined,
): SplitText {
  const changes: (Span & { readonly by: string })[] = [];
  const changed = places.map(({ elements, spans }) =>
    elements.map((element, i) => {
      const [by, span] = [otherText(element), spans[i]];
      if (by === undefined || span === undefined) return element;
      changes.push({ ...span, by });
      return new SplitElement(by);
    }),
  );
  if (changes.length === 0) return { text, places };
  const moved = ({ start, end }: Span): Span => ({
    start: start + grown(changes, start),
    end: end + grown(changes, end),
  });
  return {
    text: splice(text, changes),
    places: places.map((place, i) => ({
      ...place,
      span: moved(place.span),
      spans: place.spans.map(moved),
      elements: changed[i] ?? [],
    })),
  };
}

/** By how much the text before `offset` has grown. */
function grown(changes: readonly (Span & { readonly by: string })[], offset: number): number {
  let sum = 0;
  for (const { start, end, by } of changes) if (end <= offset) sum += by.length - (end - start);
  return sum;
}

/** The text with each place replaced: an empty array, or null for a value. */
export function frameOf(text: string, places: readonly SplitPlace[]): string {
  return splice(
    text,
    places.map(({ span, isList }) => ({ ...span, by: isList ? "[]" : "null" })),
  );
}
