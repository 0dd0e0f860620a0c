import { isUtf8 } from "node:buffer";

/** A body as it was on the wire. A string stands for its UTF-8 bytes. */
export type Content = string | Uint8Array;

/** Content split by what a line can hold: text (perhaps JSON) with the white space after it, or bytes. */
export type SplitContent =
  | { readonly form: "text"; readonly text: string }
  | { readonly form: "bytes"; readonly bytes: Uint8Array };

export function splitContent(content: Content): SplitContent {
  if (typeof content === "string") {
    // Half a surrogate pair has no UTF-8; encoding turns it into U+FFFD, and so must the text that is kept.
    const sound = !/[\ud800-\udfff]/.test(content) ? content : Buffer.from(content).toString();
    return { form: "text", text: sound };
  }
  if (!isUtf8(content)) return { form: "bytes", bytes: content };
  return { form: "text", text: Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString() };
}

/** UTF-8 of content that is text, as `splitContent` takes it; undefined for other bytes. */
export function textBytes(content: Content): Buffer | undefined {
  if (typeof content === "string") return Buffer.from(content);
  return isUtf8(content) ? Buffer.from(content.buffer, content.byteOffset, content.byteLength) : undefined;
}

/** White space at the end of a body: kept beside its JSON. */
export function splitTail(text: string): { readonly core: string; readonly tail: string } {
  let end = text.length;
  while (end > 0 && " \t\n\r".includes(text.charAt(end - 1))) end--;
  return { core: text.slice(0, end), tail: text.slice(end) };
}
