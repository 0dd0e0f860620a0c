import { maskStream } from "./mask-stream.ts";
import type { Masker } from "./masker.ts";
import { isCredential, maskedHeader } from "./secret-headers.ts";
import { placeholder } from "./secret-names.ts";

/** Least length of a piece of a credential that is looked for in a file's own text. */
const TELLING = 6;

const SPREAD = "a secret is spread over the events of this stream: its text is not shown masked\n";

/** What is known of an exchange whose text is to be masked. */
export interface Source {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The text of its answer, where that is a stream. */
  readonly stream: string | undefined;
}

/** Masks the pieces of an exchange that was recorded by somebody else, for the eye and for export. */
export class ShownMask {
  readonly #masker: Masker;

  constructor(masker: Masker) {
    this.#masker = masker;
  }

  text(text: string): string {
    return this.#masker.text(text);
  }

  /** Raw text of a stream: a secret may be spread over its events. */
  stream(text: string): string {
    return maskStream(text, this.#masker).text;
  }

  /** A value that JSON can hold; itself where nothing in it is secret. */
  value<T>(value: T): T {
    const text = value === undefined ? "" : JSON.stringify(value);
    const masked = this.text(text);
    return masked === text ? value : (JSON.parse(masked) as T);
  }

  argv(argv: readonly string[]): readonly string[] {
    return this.#masker.argv(argv);
  }

  headers(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, maskedHeader(name, value, this.#masker)]),
    );
  }

  /**
   * The file's own text of an exchange. Values of headers may be folded and quoted in it; a stream whose secrets cannot
   * be found again in it, since it is quoted, costs the text.
   */
  source(text: string, { headers, stream }: Source): string {
    let masked = text;
    for (const [name, value] of headers) {
      if (!isCredential(name, value)) continue;
      const pieces = value
        .split(/[\s"'\\]+/)
        .filter((piece) => piece.length >= TELLING && !/^(?:bearer|digest)$/i.test(piece));
      for (const piece of pieces) masked = masked.replaceAll(piece, placeholder(name));
    }
    if (stream === undefined) return this.text(masked);
    const found = maskStream(masked, this.#masker);
    return found.edits.length < maskStream(stream, this.#masker).edits.length ? SPREAD : this.text(found.text);
  }
}
