import { hash } from "node:crypto";
import { type Json, parse } from "../../json/json.ts";
import { OPEN_LIST } from "../../json/punctuation.ts";
import { unmarked } from "../cache-marker.ts";
import { endOfValue, items, members, skipSpace } from "../json-bytes.ts";
import { pointerTokens, type Span } from "../json-text.ts";
import { knownElement, type Likeness } from "./seen-text.ts";

/** A JSON text taken apart at the arrays that repeat from call to call, so that only what is new has to be looked at. Offsets are bytes. */
export interface SplitText {
  /** The text in UTF-8. */
  readonly bytes: Buffer;
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

/** What tells an element from others. */
export interface Seal {
  /** SHA-256 of the text, in base64. */
  readonly digest: string;
  /** It has no cache markers. */
  readonly isBare: boolean;
}

export class SplitElement {
  readonly #source: Buffer;
  readonly #span: Span;
  #seal: Seal | undefined;
  #text: string | undefined;
  #isJson: boolean | undefined;
  #bare: SplitElement | undefined;

  /** `seal`: what an equal element was told by. */
  constructor(source: Buffer, span: Span = { start: 0, end: source.length }, seal?: Seal) {
    this.#source = source;
    this.#span = span;
    this.#seal = seal;
  }

  static of(text: string): SplitElement {
    return new SplitElement(Buffer.from(text));
  }

  /** In bytes. */
  get length(): number {
    return this.#span.end - this.#span.start;
  }

  get bytes(): Buffer {
    return this.#source.subarray(this.#span.start, this.#span.end);
  }

  get text(): string {
    this.#text ??= this.#source.toString("utf8", this.#span.start, this.#span.end);
    return this.#text;
  }

  get seal(): Seal {
    this.#seal ??= { digest: hash("sha256", this.bytes, "base64"), isBare: unmarked(this.text) === this.text };
    return this.#seal;
  }

  get digest(): string {
    return this.seal.digest;
  }

  /** Undefined when it is no JSON. Parsed whenever it is asked for: it is bigger than its text, and who wants it wants it once. */
  get json(): Json | undefined {
    const value = parse(this.text);
    this.#isJson = value !== undefined;
    return value;
  }

  get isJson(): boolean {
    return this.#isJson ?? this.json !== undefined;
  }

  /** Without cache markers; the element itself when it has none. */
  get bare(): SplitElement {
    if (this.seal.isBare) return this;
    this.#bare ??= SplitElement.of(unmarked(this.text));
    return this.#bare;
  }
}

/**
 * Undefined where the value of a pointer is broken. Pointers are names of members at the top. The text is walked once, whatever stands in it,
 * and not where it begins like one that was taken apart before.
 */
export function splitText(bytes: Buffer, pointers: readonly string[], like?: Likeness): SplitText | undefined {
  const wanted = new Map(pointers.map((pointer) => [nameOf(pointer), pointer]));
  const found = new Map<string, SplitPlace | undefined>();
  members(bytes, skipSpace(bytes, 0), (start, key) => {
    const pointer = wanted.get(key);
    if (pointer === undefined) return endOfValue(bytes, start);
    const place = placeAt(bytes, { pointer, start }, like);
    found.set(pointer, place);
    return place?.span.end ?? -1;
  });
  const places: SplitPlace[] = [];
  for (const pointer of pointers) {
    if (!found.has(pointer)) continue;
    const place = found.get(pointer);
    if (place === undefined) return undefined;
    places.push(place);
  }
  return { bytes, places };
}

function nameOf(pointer: string): string | undefined {
  const [name, ...deeper] = pointerTokens(pointer) ?? [];
  return deeper.length === 0 ? name : undefined;
}

function placeAt(
  bytes: Buffer,
  { pointer, start }: { readonly pointer: string; readonly start: number },
  like: Likeness | undefined,
): SplitPlace | undefined {
  const seals: (Seal | undefined)[] = [];
  const endOf = (at: number, index: number): number => {
    const known = like && knownElement(like, pointer, { at, index });
    seals[index] = known?.seal;
    return known?.span.end ?? endOfValue(bytes, at);
  };
  const list = items(bytes, start, endOf);
  const end = list?.end ?? (bytes[start] === OPEN_LIST ? -1 : endOf(start, 0));
  if (end < 0) return undefined;
  const span = { start, end };
  const { spans = [span], separator, padded = false } = list ?? {};
  const elements = spans.map((each, i) => new SplitElement(bytes, each, seals[i]));
  return { pointer, span, isList: list !== undefined, elements, spans, separator, padded };
}

/** The same with other texts for some elements; what stays is not looked at again. Places must not overlap. */
export function withElements(
  { bytes, places }: SplitText,
  otherText: (element: SplitElement) => string | undefined,
): SplitText {
  const changes: Change[] = [];
  const changed = places.map(({ elements, spans }) =>
    elements.map((element, i) => {
      const [by, span] = [otherText(element), spans[i]];
      if (by === undefined || span === undefined) return element;
      const other = SplitElement.of(by);
      changes.push({ ...span, by: other.bytes });
      return other;
    }),
  );
  if (changes.length === 0) return { bytes, places };
  const moved = ({ start, end }: Span): Span => ({
    start: start + grown(changes, start),
    end: end + grown(changes, end),
  });
  return {
    bytes: spliced(bytes, changes),
    places: places.map((place, i) => ({
      ...place,
      span: moved(place.span),
      spans: place.spans.map(moved),
      elements: changed[i] ?? [],
    })),
  };
}

type Change = Span & { readonly by: Buffer };

/** By how much the text before `offset` has grown. */
function grown(changes: readonly Change[], offset: number): number {
  let sum = 0;
  for (const { start, end, by } of changes) if (end <= offset) sum += by.length - (end - start);
  return sum;
}

function spliced(bytes: Buffer, changes: readonly Change[]): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end, by } of [...changes].sort((a, b) => a.start - b.start)) {
    parts.push(bytes.subarray(at, start), by);
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]);
}

/** The text with each place replaced: an empty array, or null for a value. */
export function frameOf(bytes: Buffer, places: readonly Pick<SplitPlace, "span" | "isList">[]): string {
  let text = "";
  let at = 0;
  for (const { span, isList } of [...places].sort((a, b) => a.span.start - b.span.start)) {
    text += bytes.toString("utf8", at, span.start) + (isList ? "[]" : "null");
    at = span.end;
  }
  return text + bytes.toString("utf8", at);
}
