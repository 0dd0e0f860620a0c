import type { BlobFolder, BlobRef } from "../blob-folder.ts";
import { type Span, splice } from "../json-text.ts";
import { bigLeaves } from "./leaves.ts";

/** Moves big leaves of a JSON text, and big contents, into the blob folder. FORMAT.md, section 6. */

/** Decoded bytes from which binary content never stays in a line. */
const BINARY_BYTES = 64 * 1024;

/** As it stands in `fill` or beside a request's or response's other fields. */
export interface BlobFields {
  readonly blob: string;
  readonly bytes: number;
  readonly as?: "base64" | "text";
  readonly before?: string;
}

export interface Externalized {
  readonly text: string;
  /** By pointer. */
  readonly fill: Readonly<Record<string, BlobFields>>;
}

/** A data URL's head, then base64 without line breaks. */
const BASE64 = /^(data:[^",\\]{0,200};base64,)?([A-Za-z0-9+/]+={0,2})$/;

export class Externalizer {
  readonly #folder: BlobFolder | undefined;
  readonly #least: number;
  /** Characters of a string that may have to be moved. */
  readonly #shortest: number;

  /** `least`: bytes from which any leaf is moved; Infinity for binary ones only. Without a folder all stays where it is. */
  constructor(folder: BlobFolder | undefined, least: number = Number.POSITIVE_INFINITY) {
    this.#folder = folder;
    this.#least = least;
    this.#shortest = Math.min(least, Math.floor((BINARY_BYTES * 4) / 3));
  }

  /** False: a JSON text of so many bytes has no leaf that is moved. */
  mayHold(bytes: number): boolean {
    return this.#folder !== undefined && bytes >= this.#shortest;
  }

  /** `text` must be valid JSON. */
  leaves(text: string): Externalized {
    const folder = this.#folder;
    if (folder === undefined) return { text, fill: {} };
    const fill: [string, BlobFields][] = [];
    const cuts: (Span & { by: string })[] = [];
    for (const { pointer, span } of text.length < this.#shortest ? [] : bigLeaves(text, this.#shortest)) {
      const fields = this.#leaf(text.slice(span.start, span.end), folder);
      if (!fields) continue;
      fill.push([pointer, fields]);
      cuts.push({ ...span, by: "null" });
    }
    return { text: cuts.length === 0 ? text : splice(text, cuts), fill: Object.fromEntries(fill) };
  }

  bytes(content: Uint8Array): BlobFields | undefined {
    if (!this.#folder || content.length < Math.min(this.#least, BINARY_BYTES)) return undefined;
    return fieldsOf(this.#folder.keep(content));
  }

  text(content: string): BlobFields | undefined {
    if (!this.#folder || Buffer.byteLength(content) < this.#least) return undefined;
    return { ...fieldsOf(this.#folder.keep(Buffer.from(content))), as: "text" };
  }

  #leaf(quoted: string, folder: BlobFolder): BlobFields | undefined {
    const [, before = "", base64] = BASE64.exec(quoted.slice(1, -1)) ?? [];
    const decoded = base64 === undefined ? undefined : Buffer.from(base64, "base64");
    const canonical = decoded?.toString("base64") === base64;
    if (decoded && canonical && decoded.length >= Math.min(this.#least, BINARY_BYTES)) {
      return { ...fieldsOf(folder.keep(decoded)), as: "base64", ...(before && { before }) };
    }
    if (Buffer.byteLength(quoted) - 2 < this.#least) return undefined;
    return fieldsOf(folder.keep(Buffer.from(quoted)));
  }
}

function fieldsOf(ref: BlobRef): BlobFields {
  return { blob: ref.sha256, bytes: ref.bytes };
}
