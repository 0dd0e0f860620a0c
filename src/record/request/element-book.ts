import type { Dialect } from "../../providers/dialect.ts";
import type { Message, Part } from "../../providers/message.ts";
import type { Masked, Masker } from "../../redact/masker.ts";
import type { SplitElement } from "../../trace/write/split-text.ts";
import { SeenBodies } from "./seen-bodies.ts";

/** What is known of the bodies of requests and their elements that are sent again and again: where elements lie, their masked form, the calls and results in them. */
export class ElementBook {
  readonly bodies = new SeenBodies();
  readonly #masker: Masker;
  #version: number;
  /** Of elements in which nothing had to be masked only that is remembered. */
  readonly #masked = new Map<string, Masked | "clean">();
  readonly #messages = new Map<string, Map<string, Message>>();

  constructor(masker: Masker) {
    this.#masker = masker;
    this.#version = masker.version;
  }

  /** Undefined: there is nothing to mask. */
  masked(element: SplitElement): Masked | undefined {
    if (this.#version !== this.#masker.version) this.#masked.clear();
    this.#version = this.#masker.version;
    let known = this.#masked.get(element.digest);
    if (known === undefined) {
      const found = this.#masker.mask(element.text);
      known = found.masked.length > 0 ? found : "clean";
      this.#masked.set(element.digest, known);
    }
    return known === "clean" ? undefined : known;
  }

  /** The messages of elements, without the content of their parts. */
  messages(elements: readonly SplitElement[], dialect: Dialect): Message[] {
    const known = this.#messages.get(dialect.id) ?? new Map<string, Message>();
    this.#messages.set(dialect.id, known);
    return elements.map((element) => {
      const message = known.get(element.digest);
      if (message !== undefined) return message;
      const { role, parts } = dialect.message(element.json ?? null);
      const made = { role, parts: parts.flatMap(outline) };
      known.set(element.digest, made);
      return made;
    });
  }
}

function outline(part: Part): Part[] {
  if (part.type === "call") return [{ ...part, args: null }];
  return part.type === "result" ? [{ ...part, parts: [] }] : [];
}
