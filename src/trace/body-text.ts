import { markersOf, unmarked } from "./cache-marker.ts";
import { checksum } from "./checksum.ts";
import { type Content, splitContent, splitTail } from "./content.ts";
import type { BlobFields, Externalizer } from "./externalizer.ts";
import { type Span, splice } from "./json-text.ts";
import { json, objectText, type Pairs } from "./line-text.ts";
import { isPlain, isPlainJson } from "./plain-json.ts";
import type { Placement, PoolBook } from "./pool-book.ts";
import type { RequestRecord, ResponseRecord } from "./record.ts";
import { type SplitElement, type SplitPlace, splitText } from "./split-text.ts";

/** Makes the `request` and `response` of a line out of content, moving repeated elements to lines of their own. */

export interface RequestText {
  readonly text: string;
  /** Element lines that must be written before it. */
  readonly lines: readonly string[];
}

/** Values shorter than this stay where they are: a reference is no shorter. */
const VALUE_LEAST = 64;

interface Store {
  readonly pools: PoolBook;
  readonly blobs: Externalizer;
}

interface Repeated {
  readonly pointer: string;
  readonly span: Span;
  readonly isList: boolean;
  /** Of the array, or the value itself. */
  readonly elements: readonly SplitElement[];
}

export function requestText(request: RequestRecord, store: Store): RequestText {
  const { method, path, url, headers, masked } = request;
  const head: Pairs = [
    ["method", json(method)],
    ["path", json(path)],
    ["url", json(url)],
    ["headers", json(headers)],
  ];
  const split = request.body === undefined ? undefined : splitContent(request.body);
  const shared = split?.form === "text" ? sharedBody(split.text, request, store) : undefined;
  if (shared) return { text: objectText([...head, ...shared.pairs]), lines: shared.lines };
  const content = request.body === undefined ? [] : contentPairs(request.body, store.blobs, true);
  return { text: objectText([...head, ["masked", list(masked)], ...content]), lines: [] };
}

export function responseText(response: ResponseRecord, blobs: Externalizer): string {
  const { status, headers, masked, streamed, cut, chunks, body } = response;
  return objectText([
    ["status", json(status)],
    ["headers", json(headers)],
    ["masked", list(masked)],
    ["streamed", json(streamed)],
    ["cut", json(cut)],
    ["chunks", json(chunks)],
    ...(body === undefined ? [] : contentPairs(body, blobs, false)),
  ]);
}

/** Content without shared elements. */
function contentPairs(content: Content, blobs: Externalizer, withChecksum: boolean): Pairs {
  const split = splitContent(content);
  if (split.form === "bytes") {
    const crc = json(withChecksum ? checksum(split.bytes) : undefined);
    const blob = blobs.bytes(split.bytes);
    if (blob) return [["crc", crc], ...blobPairs(blob)];
    return [
      ["crc", crc],
      ["base64", json(Buffer.from(split.bytes).toString("base64"))],
    ];
  }
  const crc = json(withChecksum ? checksum(split.text) : undefined);
  const { core, tail } = splitTail(split.text);
  if (!isPlainJson(core)) {
    const blob = blobs.text(split.text);
    return [["crc", crc], ...(blob ? blobPairs(blob) : ([["text", json(split.text)]] as const))];
  }
  const { text, fill } = blobs.leaves(core);
  return [
    ["tail", json(tail || undefined)],
    ["fill", json(Object.keys(fill).length > 0 ? fill : undefined)],
    ["crc", crc],
    ["body", text],
  ];
}

function blobPairs(blob: BlobFields): Pairs {
  return Object.entries(blob).map(([key, value]) => [key, json(value)] as const);
}

/** The body with its repeated parts moved to pools; undefined where that cannot be done exactly. */
function sharedBody(
  whole: string,
  request: RequestRecord,
  { pools, blobs }: Store,
): { readonly pairs: Pairs; readonly lines: string[] } | undefined {
  const { core, tail } = splitTail(whole);
  const known = request.parts?.text === whole ? request.parts : undefined;
  const { places = [] } = known ?? splitText(core, request.repeated ?? []) ?? {};
  const { repeated, separator } = repeatedParts(places);
  if (repeated.length === 0) return undefined;
  const frame = splice(
    core,
    repeated.map(({ span, isList }) => ({ ...span, by: isList ? "[]" : "null" })),
  );
  const sound = (element: SplitElement): boolean =>
    pools.has(element) || (element.json !== undefined && isPlain(element.text));
  if (!isPlainJson(frame) || !repeated.every(({ elements }) => elements.every(sound))) return undefined;

  const left = blobs.leaves(frame);
  const fill: [string, unknown][] = Object.entries(left.fill);
  const lines: string[] = [];
  for (const part of repeated) {
    const { pointer, isList, elements } = part;
    const placement = isList
      ? pools.placeList(pointer, elements)
      : pools.placeValue(pointer, elements[0] as SplitElement);
    fill.push([pointer, isList ? placement.ranges : { value: placement.ranges[0]?.slice(0, 2) }]);
    lines.push(...elementLines(placement, masksOf(part, request.masked ?? []), blobs));
  }
  const outside = request.masked?.filter((mask) => !repeated.some(({ pointer }) => isWithin(mask, pointer)));
  const pairs: Pairs = [
    ["masked", list(outside)],
    ["sep", json(separator === "," ? undefined : separator)],
    ["tail", json(tail || undefined)],
    ["fill", json(Object.fromEntries(fill))],
    ["crc", json(checksum(known?.bytes ?? whole))],
    ["body", left.text],
  ];
  return { pairs, lines };
}

/** Which of the places hold something that can be shared; arrays must be separated alike. */
function repeatedParts(places: readonly SplitPlace[]): { repeated: Repeated[]; separator: string } {
  const repeated: Repeated[] = [];
  let separator: string | undefined;
  for (const place of places) {
    const { pointer, span, isList, elements } = place;
    if (pointer === "" || repeated.some((other) => overlap(other.span, span))) continue;
    if (!isList && span.end - span.start < VALUE_LEAST) continue;
    if (isList && (elements.length === 0 || place.padded || place.separator === undefined)) continue;
    if (isList && elements.length > 1) separator ??= place.separator;
    if (isList && elements.length > 1 && place.separator !== separator) continue;
    repeated.push({ pointer, span, isList, elements });
  }
  return { repeated, separator: separator ?? "," };
}

function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

function elementLines(
  placement: Placement,
  masks: ReadonlyMap<string, readonly string[]>,
  blobs: Externalizer,
): string[] {
  return placement.added.map(({ pool, number, text, isTwin }) => {
    const { text: body, fill } = blobs.leaves(text);
    if (isTwin) return JSON.stringify({ msg: [pool, number], insert: markersOf(body) });
    return objectText([
      ["msg", json([pool, number])],
      ["masked", list(masks.get(unmarked(text)))],
      ["fill", json(Object.keys(fill).length > 0 ? fill : undefined)],
      ["body", body],
    ]);
  });
}

function list(pointers: readonly string[] | undefined): string | undefined {
  return json(pointers && pointers.length > 0 ? pointers : undefined);
}

/** Masked places inside a repeated part, by the text of the element that holds them: they stand on its line. */
function masksOf(part: Repeated, masked: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const masks = new Map<string, string[]>();
  for (const mask of masked.filter((each) => isWithin(each, part.pointer))) {
    const inside = mask.slice(part.pointer.length);
    const index = part.isList ? Number(inside.split("/")[1]) : 0;
    const text = part.elements[index]?.text;
    if (text === undefined) continue;
    const pointer = part.isList ? inside.replace(/^\/\d+/, "") : inside;
    const { text: bare } = part.elements[index]?.bare ?? { text };
    masks.set(bare, [...(masks.get(bare) ?? []), pointer]);
  }
  return masks;
}

function isWithin(pointer: string, outer: string): boolean {
  return `${pointer}/`.startsWith(`${outer}/`);
}
