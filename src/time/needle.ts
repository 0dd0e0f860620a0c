import { canonical } from "../identity/canonical.ts";
import { isObject, type Json, parseHeld } from "../json/json.ts";
import { CommonParts } from "./common-part.ts";

export type MatchKind = "exact" | "normalised" | "part";

export interface Match {
  readonly kind: MatchKind;
  /** Where in the text; of a whole value -1. */
  readonly at: number;
  readonly length: number;
}

/** Shortest text that is looked for inside of words. */
const SHORT = 4;
/** Length from which a part of a text is worth finding, and the share of it that must be there. */
const LONG = 24;
const PART = 16;
const SHARE = 0.25;
/** Characters of the value, and of a text, that are compared for parts. */
const MOST = 2000;
const FAR = 200_000;

/** A value that is looked for in texts: as it is, with white space and case aside, and in part. */
export class Needle {
  readonly #text: string;
  readonly #plain: string;
  /** Canonical JSON where the value is an object or a list. */
  readonly #json: string | undefined;
  readonly #words: boolean;
  #parts: CommonParts | undefined;

  /** Undefined for values that are everywhere: true, false, null, "". */
  static of(value: Json): Needle | undefined {
    if (value === null || typeof value === "boolean") return undefined;
    const needle = new Needle(value);
    return needle.#text.trim() === "" ? undefined : needle;
  }

  private constructor(value: Json) {
    this.#json = typeof value === "object" ? canonical(value) : undefined;
    this.#text = typeof value === "string" ? value.trim() : JSON.stringify(value);
    this.#plain = plain(this.#text);
    this.#words = typeof value === "number" || this.#text.length < SHORT;
  }

  /** The best match in a text, or in the JSON it holds. */
  inText(text: string): Match | undefined {
    const at = this.#find(text, this.#text);
    if (at >= 0) return { kind: "exact", at, length: this.#text.length };
    if (this.#json !== undefined) {
      const held = parseHeld(text);
      return held === undefined ? undefined : this.inValue(held);
    }
    const tidy = plain(text);
    const near = this.#find(tidy, this.#plain);
    if (near >= 0) return { kind: "normalised", at: near, length: this.#plain.length };
    return this.#part(tidy);
  }

  /** A value that holds this one whole. */
  inValue(value: Json): Match | undefined {
    if (this.#json === undefined || !(isObject(value) || Array.isArray(value))) return undefined;
    return canonical(value).includes(this.#json) ? { kind: "exact", at: -1, length: 0 } : undefined;
  }

  get isStructure(): boolean {
    return this.#json !== undefined;
  }

  #find(text: string, what: string): number {
    if (!this.#words) return text.indexOf(what);
    for (let at = text.indexOf(what); at >= 0; at = text.indexOf(what, at + 1)) {
      if (!isWord(text.charAt(at - 1)) && !isWord(text.charAt(at + what.length))) return at;
    }
    return -1;
  }

  #part(text: string): Match | undefined {
    if (this.#plain.length < LONG) return undefined;
    const own = this.#plain.slice(0, MOST);
    this.#parts ??= new CommonParts(own);
    const { at, length } = this.#parts.longestIn(text.slice(0, FAR));
    return length >= Math.max(PART, own.length * SHARE) ? { kind: "part", at, length } : undefined;
  }
}

function isWord(char: string): boolean {
  return char !== "" && /[\p{L}\p{N}_.]/u.test(char);
}

/** White space and case aside. */
export function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}
