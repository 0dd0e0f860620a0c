import { parse } from "../json/json.ts";
import type { Dialect } from "../providers/dialect.ts";
import type { Message, Part } from "../providers/message.ts";
import type { Masked, Masker } from "../redact/masker.ts";
import type { SplitElement } from "./split-request.ts";

/** What is known of the elements that requests send again and again: their masked form, the calls and results in them. */
export class ElementBook {
  readonly #masker: Masker;
  #version: number;
  /** Elements in which nothing had to be masked are remembered by their key alone. */
  readonly #masked = new Map<string, Masked | undefined>();
  readonly #messages = new Map<string, Message>();

  constructor(masker: Masker) {
    this.#masker = masker;
    this.#version = masker.version;
  }

  /** Undefined: there is nothing to mask. */
  masked(element: SplitElement): Masked | undefined {
    if (this.#version !== this.#masker.version) this.#masked.clear();
    this.#version = this.#masker.version;
    if (this.#masked.has(element.key)) return this.#masked.get(element.key);
    const found = this.#masker.mask(element.text);
    const kept = found.masked.length > 0 ? found : undefined;
    this.#masked.set(element.key, kept);
    return kept;
  }

  /** The element's message, without the content of its parts. */
  message(element: SplitElement, dialect: Dialect): Message {
    const key = `${dialect.id} ${element.key}`;
    const known = this.#messages.get(key);
    if (known !== undefined) return known;
    const { role, parts } = dialect.message(parse(element.text) ?? null);
    const made = { role, parts: parts.flatMap(outline) };
    this.#messages.set(key, made);
    return made;
  }
}

function outline(part: Part): Part[] {
  if (part.type === "call") return [{ ...part, args: null }];
  return part.type === "result" ? [{ ...part, parts: [] }] : [];
}
