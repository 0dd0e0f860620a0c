import type { Span } from "../json-text.ts";
import type { Seal, SplitText } from "./split-text.ts";

/** What is kept of a text that was taken apart: the next one of the same conversation begins with nearly all of it. */
export interface SeenText {
  readonly bytes: Buffer;
  readonly places: ReadonlyMap<string, SeenPlace>;
}

interface SeenPlace {
  readonly spans: readonly Span[];
  readonly seals: readonly Seal[];
}

/** A text begins with the first `common` bytes of one that was seen. */
export interface Likeness {
  readonly seen: SeenText;
  readonly common: number;
}

export function seenText({ bytes, places }: SplitText): SeenText {
  return {
    bytes,
    places: new Map(
      places.map(({ pointer, spans, elements }) => [pointer, { spans, seals: elements.map(({ seal }) => seal) }]),
    ),
  };
}

export function likeness(bytes: Buffer, seen: SeenText): Likeness {
  return { seen, common: commonLength(bytes, seen.bytes) };
}

/** The element of the place that begins at byte `at`, where it is the same in both. */
export function knownElement(
  { seen, common }: Likeness,
  pointer: string,
  { at, index }: { readonly at: number; readonly index: number },
): { readonly span: Span; readonly seal: Seal } | undefined {
  const place = seen.places.get(pointer);
  const [span, seal] = [place?.spans[index], place?.seals[index]];
  if (span?.start !== at || seal === undefined) return undefined;
  const isSame = span.end < common || (span.end === common && endsItself(seen.bytes[span.end - 1]));
  return isSame ? { span, seal } : undefined;
}

/** Whether a value that ends in this byte cannot go on behind it, as a number can. */
function endsItself(byte: number | undefined): boolean {
  return byte === 0x22 || byte === 0x5d || byte === 0x7d;
}

/** How many bytes two texts begin with alike: halves are compared at once, which is much faster than byte by byte. */
function commonLength(a: Buffer, b: Buffer): number {
  let same = 0;
  let most = Math.min(a.length, b.length);
  while (same < most) {
    const middle = Math.ceil((same + most) / 2);
    if (a.compare(b, same, middle, same, middle) === 0) same = middle;
    else most = middle - 1;
  }
  return same;
}
