import { markersOf } from "../cache-marker.ts";
import { checksum } from "../checksum.ts";
import { type Content, splitContent, splitTail, textBytes } from "../content.ts";
import type { Span } from "../json-text.ts";
import type { BlobFields, Externalizer } from "./externalizer.ts";
import type { Piece } from "./line-file.ts";
import { json, objectText, type Pairs } from "./line-text.ts";
import { isPlain, isPlainJson } from "./plain-json.ts";
import type { Placement, PoolBook } from "./pool-book.ts";
import type { RequestRecord, ResponseRecord } from "./record.ts";
import { frameOf, type SplitElement, type SplitPlace, type SplitText, splitText } from "./split-text.ts";

/** Makes the `request` and `response` of a line out of content, moving repeated elements to lines of their own. */

export interface RequestText {
  readonly text: string;
  /** Element lines that must be written before it, in pieces. */
  readonly lines: readonly Piece[];
}

/** Values shorter than this stay where they are: a reference is no shorter. */
const VALUE_LEAST = 64;

interface Store {
  readonly pools: PoolBook;
  readonly blobs: Externalizer;
}

export function requestText(request: RequestRecord, store: Store): RequestText {
  const { method, path, url, headers, masked } = request;
  const head: Pairs = [
    ["method", json(method)],
    ["path", json(path)],
    ["url", json(url)],
    ["headers", json(headers)],
  ];
  const parts = partsOf(request);
  const shared = parts && sharedBody(parts, masked ?? [], store);
  if (shared) return { text: objectText([...head, ...shared.pairs]), lines: shared.lines };
  const content = request.body === undefined ? [] : contentPairs(request.body, store.blobs, { isRequest: true });
  return { text: objectText([...head, ["masked", list(masked)], ...content]), lines: [] };
}

/** The body taken apart; undefined for one that is no text, or in which nothing repeats. */
function partsOf({ body, parts, repeated = [] }: RequestRecord): SplitText | undefined {
  if (parts !== undefined && parts.bytes === body) return parts;
  const bytes = body === undefined || repeated.length === 0 ? undefined : textBytes(body);
  return bytes && splitText(bytes, repeated);
}

export function responseText(response: ResponseRecord, blobs: Externalizer): string {
  const { status, headers, masked, streamed, cut, chunks, body, isJson } = response;
  return objectText([
    ["status", json(status)],
    ["headers", json(headers)],
    ["masked", list(masked)],
    ["streamed", json(streamed)],
    ["cut", json(cut)],
    ["chunks", json(chunks)],
    ...(body === undefined ? [] : contentPairs(body, blobs, { isRequest: false, isJson })),
  ]);
}

/** Content without shared elements. */
function contentPairs(
  content: Content,
  blobs: Externalizer,
  how: { readonly isRequest: boolean; readonly isJson?: boolean | undefined },
): Pairs {
  const withChecksum = how.isRequest;
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
  if (!(how.isJson === true ? isPlain(core) : isPlainJson(core))) {
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
  { bytes, places }: SplitText,
  masked: readonly string[],
  { pools, blobs }: Store,
): { readonly pairs: Pairs; readonly lines: readonly Piece[] } | undefined {
  const { repeated, separator } = repeatedParts(places);
  if (repeated.length === 0) return undefined;
  const { core: frame, tail } = splitTail(frameOf(bytes, repeated));
  const sound = (element: SplitElement): boolean => pools.has(element) || (element.isJson && isPlain(element.text));
  if (!isPlainJson(frame) || !repeated.every(({ elements }) => elements.every(sound))) return undefined;

  const left = blobs.leaves(frame);
  const fill: [string, unknown][] = Object.entries(left.fill);
  const lines: Piece[] = [];
  for (const part of repeated) {
    const { pointer, isList, elements } = part;
    const placement = isList ? pools.placeList(pointer, elements) : pools.placeValue(pointer, elements[0]!);
    fill.push([pointer, isList ? placement.ranges : { value: placement.ranges[0]?.slice(0, 2) }]);
    for (const piece of elementLines(placement, masksOf(part, masked), blobs)) lines.push(piece);
  }
  const outside = masked.filter((mask) => !repeated.some(({ pointer }) => isWithin(mask, pointer)));
  const pairs: Pairs = [
    ["masked", list(outside)],
    ["sep", json(separator === "," ? undefined : separator)],
    ["tail", json(tail || undefined)],
    ["fill", json(Object.fromEntries(fill))],
    ["crc", json(checksum(bytes))],
    ["body", left.text],
  ];
  return { pairs, lines };
}

/** Which of the places hold something that can be shared; arrays must be separated alike. */
function repeatedParts(places: readonly SplitPlace[]): { repeated: SplitPlace[]; separator: string } {
  const repeated: SplitPlace[] = [];
  let separator: string | undefined;
  for (const place of places) {
    const { pointer, span, isList, elements } = place;
    if (pointer === "" || repeated.some((other) => overlap(other.span, span))) continue;
    if (!isList && span.end - span.start < VALUE_LEAST) continue;
    if (isList && (elements.length === 0 || place.padded || place.separator === undefined)) continue;
    if (isList && elements.length > 1) separator ??= place.separator;
    if (isList && elements.length > 1 && place.separator !== separator) continue;
    repeated.push(place);
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
): Piece[] {
  return placement.added.flatMap(({ pool, number, element, isTwin }) => {
    const { text, fill } = blobs.mayHold(element.length) ? blobs.leaves(element.text) : { fill: {} };
    if (isTwin) return [`${JSON.stringify({ msg: [pool, number], insert: markersOf(text ?? element.text) })}\n`];
    const head = objectText([
      ["msg", json([pool, number])],
      ["masked", list(masks.get(element.bare.digest))],
      ["fill", json(Object.keys(fill).length > 0 ? fill : undefined)],
    ]);
    return [`${head.slice(0, -1)},"body":`, text ?? element.bytes, "}\n"];
  });
}

function list(pointers: readonly string[] | undefined): string | undefined {
  return json(pointers && pointers.length > 0 ? pointers : undefined);
}

/** Masked places inside a repeated part, by the digest of the (unmarked) element that holds them: they stand on its line. */
function masksOf(part: SplitPlace, masked: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const masks = new Map<string, string[]>();
  for (const mask of masked.filter((each) => isWithin(each, part.pointer))) {
    const inside = mask.slice(part.pointer.length);
    const digest = part.elements[part.isList ? Number(inside.split("/")[1]) : 0]?.bare.digest;
    if (digest === undefined) continue;
    const pointer = part.isList ? inside.replace(/^\/\d+/, "") : inside;
    masks.set(digest, [...(masks.get(digest) ?? []), pointer]);
  }
  return masks;
}

function isWithin(pointer: string, outer: string): boolean {
  return `${pointer}/`.startsWith(`${outer}/`);
}
