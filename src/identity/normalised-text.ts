import { byCodeUnits } from "../json/by-code-units.ts";
import { endOfString, endOfValue, isSpace } from "../json/end-of-value.ts";
import type { Json } from "../json/json.ts";
import { CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE } from "../json/punctuation.ts";
import { canonical } from "./canonical.ts";
import { isIdPlace, isOpaque, resultKey, type Self } from "./id-place.ts";
import { type Context, isAsItIs, isDropped, type Spot, spotAt, topSpot } from "./normalise.ts";
import type { Rules } from "./rules.ts";
import { isEpoch, isUnordered, scrubbed } from "./scrub.ts";

/** Nesting up to which the call stack is used. */
const DEEPEST = 1000;
/** In a string: what may have to be written in another way (odd escapes, halves of surrogate pairs), or must not be there. */
const ODD = /\\[^"\\bfnrt]|[\u0000-\u001f\ud800-\udfff]/;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Stands around ids in a text that is not whole yet: no JSON holds it. */
const HOLE = "\0";

/** `canonical(normalise(...))`, made without the value in between. */
export function normalisedText(
  value: Json,
  rules: Rules,
  idFor: (id: string) => string,
  at: Spot = topSpot(rules),
): string {
  return written(sourceOf(value), { rules, idFor }, at);
}

/**
 * The same of a JSON text, in one walk and without reading its strings, which nearly always stand there as they are to
 * be written. Undefined for what is no JSON.
 */
export function normalisedSource(
  source: string,
  rules: Rules,
  idFor: (id: string) => string,
  at: Spot = topSpot(rules),
): string | undefined {
  try {
    return written(source, { rules, idFor }, at);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function sourceOf(value: Json): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Nested too deeply for it.
    return canonical(value);
  }
}

/** @throws SyntaxError when `source` is no JSON. */
function written(source: string, context: Context, at: Spot): string {
  return numbered(new Walk(source, context.rules).whole(at), context.idFor);
}

/** Ids get their numbers when all of the text is there, in the order of its sorted keys. */
function numbered(text: string, idFor: (id: string) => string): string {
  if (!text.includes(HOLE)) return text;
  const pieces = text.split(HOLE);
  return pieces.map((piece, i) => (i % 2 === 0 ? piece : JSON.stringify(idFor(decoded(piece))))).join("");
}

interface Member {
  readonly name: string;
  readonly value: string;
  /** The value where it is a string, as it stands. */
  readonly token: string | undefined;
  readonly dropped: boolean;
}

/** Goes through a text once. A spot is undefined where everything counts as it is. */
class Walk {
  readonly #text: string;
  readonly #rules: Rules;
  readonly #mayBeOdd: boolean;
  #at = 0;
  #depth = 0;

  constructor(text: string, rules: Rules) {
    this.#text = text;
    this.#rules = rules;
    this.#mayBeOdd = ODD.test(text);
  }

  whole(spot: Spot): string {
    const value = this.#value(spot);
    this.#next();
    if (this.#at < this.#text.length) throw this.#fault();
    return value;
  }

  #value(spot: Spot | undefined): string {
    const code = this.#next();
    if (code === QUOTE) return this.#string(this.#token(), spot);
    return code === OPEN_LIST || code === OPEN_OBJECT ? this.#container(code, spot) : this.#scalar(spot);
  }

  #container(code: number, spot: Spot | undefined): string {
    if (this.#depth === DEEPEST) return this.#deep();
    const inside = spot && isAsItIs(spot, this.#rules) ? undefined : spot;
    this.#depth++;
    this.#at++;
    const value = code === OPEN_LIST ? this.#list(inside) : this.#object(inside);
    this.#depth--;
    return value;
  }

  #list(spot: Spot | undefined): string {
    if (this.#ends(CLOSE_LIST)) return "[]";
    if (spot && !spot.opaque && isUnordered(spot.key, this.#rules.scrub)) return this.#unordered(spot);
    let out = "";
    let i = 0;
    do {
      const inner = spot && spotAt(spot, i++);
      const value = this.#value(inner);
      if (!inner || !isDropped(inner)) out += out === "" ? value : `,${value}`;
    } while (this.#goesOn(CLOSE_LIST));
    return `[${out}]`;
  }

  #unordered(spot: Spot): string {
    const items: { readonly written: string; readonly plain: string }[] = [];
    let i = 0;
    do {
      const inner = spotAt(spot, i++);
      const written = this.#value(inner);
      if (!isDropped(inner)) items.push({ written, plain: written.replaceAll(HOLE, "") });
    } while (this.#goesOn(CLOSE_LIST));
    items.sort((a, b) => byCodeUnits(a.plain, b.plain));
    return `[${items.map(({ written }) => written).join(",")}]`;
  }

  #object(spot: Spot | undefined): string {
    if (this.#ends(CLOSE_OBJECT)) return "{}";
    const members = new Map<string, Member>();
    do {
      if (this.#next() !== QUOTE) throw this.#fault();
      const name = this.#token();
      const key = decoded(name);
      if (this.#next() !== COLON) throw this.#fault();
      this.#at++;
      members.set(key, this.#member(name, key, spot));
    } while (this.#goesOn(CLOSE_OBJECT));
    return `{${this.#sorted(members, spot)}}`;
  }

  #member(name: string, key: string, spot: Spot | undefined): Member {
    const inner = spot && this.#innerSpot(spot, key);
    const dropped = inner !== undefined && isDropped(inner);
    if (this.#next() !== QUOTE) return { name, value: this.#value(inner), token: undefined, dropped };
    const token = this.#token();
    return { name, value: this.#string(token, inner), token, dropped };
  }

  #innerSpot(spot: Spot, key: string): Spot {
    const inner = spotAt(spot, key);
    const isObject = this.#next() === OPEN_OBJECT;
    return spot.opaque || !isOpaque(key, isObject, spot.key) || isDropped(inner) ? inner : { ...inner, opaque: true };
  }

  #sorted(members: ReadonlyMap<string, Member>, spot: Spot | undefined): string {
    const self = spot && !spot.opaque ? selfOf(members) : undefined;
    const place = spot?.key ?? "";
    const pinned = self && this.#rules.pinTools ? resultKey(self, place) : undefined;
    let out = "";
    for (const key of [...members.keys()].sort()) {
      const member = members.get(key);
      if (member === undefined || member.dropped || key === pinned) continue;
      const { name, token, value } = member;
      const isId = self !== undefined && token !== undefined && isIdPlace(self, key, place);
      out += `${out === "" ? "" : ","}${name}:${isId ? `${HOLE}${token}${HOLE}` : value}`;
    }
    return out;
  }

  /** The string that begins here, as it is written in canonical JSON. */
  #token(): string {
    const end = endOfString(this.#text, this.#at);
    if (end < 0) throw this.#fault();
    const token = this.#text.slice(this.#at, end);
    this.#at = end;
    return this.#mayBeOdd && ODD.test(token) ? JSON.stringify(JSON.parse(token)) : token;
  }

  #string(token: string, spot: Spot | undefined): string {
    const { scrub } = this.#rules;
    return spot && scrub.length > 0 ? JSON.stringify(scrubbed(decoded(token), scrub)) : token;
  }

  #scalar(spot: Spot | undefined): string {
    SCALAR.lastIndex = this.#at;
    const [word] = SCALAR.exec(this.#text) ?? [];
    if (word === undefined) throw this.#fault();
    this.#at += word.length;
    const value: Json = JSON.parse(word);
    const isMoment = spot && typeof value === "number" && this.#rules.scrub.includes("epoch") && isEpoch(value);
    return isMoment ? '"<epoch>"' : JSON.stringify(value);
  }

  /** Too deep for the call stack: `canonical` has one of its own. */
  #deep(): string {
    const end = endOfValue(this.#text, this.#at);
    if (end < 0) throw this.#fault();
    const source = this.#text.slice(this.#at, end);
    this.#at = end;
    return canonical(JSON.parse(source));
  }

  #ends(close: number): boolean {
    const ends = this.#next() === close;
    if (ends) this.#at++;
    return ends;
  }

  /** Behind an item: whether another one follows. */
  #goesOn(close: number): boolean {
    const code = this.#next();
    if (code !== COMMA && code !== close) throw this.#fault();
    this.#at++;
    return code === COMMA;
  }

  /** Code of what comes next behind white space; NaN at the end. */
  #next(): number {
    let code = this.#text.charCodeAt(this.#at);
    while (isSpace(code)) code = this.#text.charCodeAt(++this.#at);
    return code;
  }

  #fault(): SyntaxError {
    return new SyntaxError(`no JSON at ${this.#at}`);
  }
}

/** What an object says of itself. */
function selfOf(members: ReadonlyMap<string, Member>): Self {
  const [type, role] = [members.get("type")?.token, members.get("role")?.token];
  return { type: type && decoded(type), role: role && decoded(role) };
}

function decoded(token: string): string {
  return token.includes("\\") ? String(JSON.parse(token)) : token.slice(1, -1);
}
