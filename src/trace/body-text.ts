import { checksum } from "./checksum.ts";
import { type Content, splitContent, splitTail } from "./content.ts";
import type { BlobFields, Externalizer } from "./externalizer.ts";
import { items, locate, type Span, splice } from "./json-text.ts";
import { json, objectText, type Pairs } from "./line-text.ts";
import { isPlainJson } from "./plain-json.ts";
import type { Placement, PoolBook } from "./pool-book.ts";
import type { RequestRecord, ResponseRecord } from "./record.ts";

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
  /** Undefined for a value that is no array. */
  readonly texts: readonly string[] | undefined;
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
  const { repeated, separator } = repeatedParts(core, request.repeated ?? []);
  if (repeated.length === 0) return undefined;
  const frame = splice(
    core,
    repeated.map(({ span, texts }) => ({ ...span, by: texts ? "[]" : "null" })),
  );
  const elements = repeated.flatMap(({ span, texts }) => texts ?? [core.slice(span.start, span.end)]);
  if (!isPlainJson(frame) || !elements.every((text) => pools.has(text) || isPlainJson(text))) return undefined;

  const masks = splitMasks(request.masked ?? [], repeated);
  const left = blobs.leaves(frame);
  const fill: [string, unknown][] = Object.entries(left.fill);
  const lines: string[] = [];
  for (const { pointer, span, texts } of repeated) {
    const value = core.slice(span.start, span.end);
    const placement = texts ? pools.placeList(pointer, texts) : pools.placeValue(pointer, value);
    fill.push([pointer, texts ? placement.ranges : { value: placement.ranges[0]?.slice(0, 2) }]);
    lines.push(...elementLines(placement, { texts: texts ?? [value], masks: masks.inside(pointer, texts), blobs }));
  }
  const pairs: Pairs = [
    ["masked", list(masks.outside)],
    ["sep", json(separator === "," ? undefined : separator)],
    ["tail", json(tail || undefined)],
    ["fill", json(Object.fromEntries(fill))],
    ["crc", json(checksum(whole))],
    ["body", left.text],
  ];
  return { pairs, lines };
}

/** Which of the pointers hold something that can be shared; arrays must be separated alike. */
function repeatedParts(core: string, pointers: readonly string[]): { repeated: Repeated[]; separator: string } {
  const repeated: Repeated[] = [];
  let separator: string | undefined;
  for (const pointer of new Set(pointers)) {
    const span = pointer === "" ? undefined : locate(core, pointer);
    if (!span || repeated.some((other) => overlap(other.span, span))) continue;
    const list = items(core, span.start);
    if (!list) {
      const value = core.charAt(span.start);
      if (value !== "[" && span.end - span.start >= VALUE_LEAST) repeated.push({ pointer, span, texts: undefined });
      continue;
    }
    if (list.spans.length === 0 || list.padded || list.separator === undefined) continue;
    if (list.spans.length > 1) separator ??= list.separator;
    if (list.spans.length > 1 && list.separator !== separator) continue;
    repeated.push({ pointer, span, texts: list.spans.map(({ start, end }) => core.slice(start, end)) });
  }
  return { repeated, separator: separator ?? "," };
}

function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

function elementLines(
  placement: Placement,
  from: { readonly texts: readonly string[]; readonly masks: readonly string[][]; readonly blobs: Externalizer },
): string[] {
  return placement.added.map(({ pool, number, text }) => {
    const { text: body, fill } = from.blobs.leaves(text);
    return objectText([
      ["msg", json([pool, number])],
      ["masked", list(from.masks[from.texts.indexOf(text)])],
      ["fill", json(Object.keys(fill).length > 0 ? fill : undefined)],
      ["body", body],
    ]);
  });
}

function list(pointers: readonly string[] | undefined): string | undefined {
  return json(pointers && pointers.length > 0 ? pointers : undefined);
}

/** Masked places go where their text goes: to the element that holds them, or stay with the request. */
function splitMasks(masked: readonly string[], repeated: readonly Repeated[]) {
  const within = (pointer: string): string[] => masked.filter((mask) => `${mask}/`.startsWith(`${pointer}/`));
  const outside = masked.filter((mask) => !repeated.some(({ pointer }) => `${mask}/`.startsWith(`${pointer}/`)));
  const inside = (pointer: string, texts: readonly string[] | undefined): string[][] => {
    const masks = within(pointer).map((mask) => mask.slice(pointer.length));
    if (!texts) return [masks];
    return texts.map((_, i) =>
      masks.flatMap((mask) => (`${mask}/`.startsWith(`/${i}/`) ? [mask.slice(`/${i}`.length)] : [])),
    );
  };
  return { outside, inside };
}
