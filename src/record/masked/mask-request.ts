import { isUtf8 } from "node:buffer";
import type { Masker } from "../../redact/masker.ts";
import type { Content } from "../../trace/content.ts";
import { type SplitText, withElements } from "../../trace/write/split-text.ts";
import type { ElementBook } from "../request/element-book.ts";
import type { SplitRequest } from "../request/split-request.ts";

/** Content as it goes into the file, and the pointers of what was replaced in it. */
export interface MaskedContent {
  readonly body: Content;
  /** The body taken apart, where that is known. */
  readonly parts?: SplitText;
  readonly masked: readonly string[];
}

/** Element by element: what was sent before has been masked before. */
export function maskSplit(split: SplitRequest, book: ElementBook, masker: Masker): MaskedContent {
  const pointers = split.places.flatMap(({ pointer, isList, elements }) =>
    elements.flatMap((element, i) => {
      const inside = book.masked(element)?.masked ?? [];
      return inside.map((inner) => `${isList ? `${pointer}/${i}` : pointer}${inner}`);
    }),
  );
  const frame = masker.mask(split.frameText);
  if (frame.masked.length > 0)
    return { body: masker.text(split.bytes.toString()), masked: [...frame.masked, ...pointers] };
  const parts = pointers.length === 0 ? split : withElements(split, (element) => book.masked(element)?.text);
  return { body: parts.bytes, parts, masked: pointers };
}

export function maskText(text: string, masker: Masker): MaskedContent {
  const { text: body, masked } = masker.mask(text);
  return { body, masked };
}

/** Any content. Bytes that are no text are searched all the same: forms carry passwords beside files. */
export function maskContent(bytes: Uint8Array, masker: Masker): MaskedContent {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = isUtf8(bytes);
  const { text: masked, masked: pointers } = masker.mask(buffer.toString(text ? "utf8" : "latin1"));
  if (pointers.length === 0) return { body: text ? masked : bytes, masked: [] };
  return { body: text ? masked : Buffer.from(masked, "latin1"), masked: pointers };
}
