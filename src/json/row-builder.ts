import { chunkId, type FoldId, type Folds } from "./folds.ts";
import { isArray, isObject, type Json, type JsonObject, parse } from "./json.ts";
import { childPointer, type Pointer } from "./pointer.ts";

/** Walks what is open of a JSON value, in the order of the screen: the nodes behind the rows. */

export type RowKind = "object" | "array" | "string" | "number" | "boolean" | "null" | "chunk" | "line" | "close";

/** Children that stand in one piece; longer containers come in chunks of so many. */
export const CHUNK = 1000;
/** A string longer than this, or of more than one line, is folded to one row. */
const LONG_STRING = 120;
/** Larger strings are not tried as JSON. */
const EMBEDDED_LIMIT = 4_000_000;
/** Values nested deeper stay closed. */
const DEEP = 500;
const SMALL = 6;
const CROWD = 20;

/** Where a row stands in the tree. */
export interface Place {
  readonly value: Json;
  readonly pointer: Pointer;
  readonly key: string | number | undefined;
  readonly depth: number;
  /** Index of the node this one lies in; -1 for the first. */
  readonly parent: number;
}

export interface RowNode {
  readonly kind: RowKind;
  readonly place: Place;
  readonly id: FoldId;
  readonly open: boolean;
  /** First child of a chunk. */
  readonly from: number;
  /** Of a chunk, close or line. */
  readonly text: string;
}

export function kindOf(value: Json): RowKind {
  if (value === null) return "null";
  if (isArray(value)) return "array";
  if (typeof value === "object") return "object";
  return typeof value === "string" ? "string" : typeof value === "number" ? "number" : "boolean";
}

/** The object or array that `text` holds, if it does. */
export function embeddedJson(text: string): JsonObject | readonly Json[] | undefined {
  if (text.length > EMBEDDED_LIMIT || !/^\s*[{[]/.test(text.slice(0, 100))) return undefined;
  const value = parse(text);
  return isArray(value) || isObject(value) ? value : undefined;
}

export function isLong(text: string): boolean {
  return text.length > LONG_STRING || /[\n\r]/.test(text);
}

export function childCount(value: Json): number {
  return isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 0;
}

/** Lines of a text, ended by LF, CRLF or CR. */
export function linesOf(text: string): string[] {
  return text.includes("\r") ? text.split(/\r\n|[\n\r]/) : text.split("\n");
}

function isScalar(value: Json): boolean {
  return typeof value === "string" ? !isLong(value) : typeof value !== "object" || value === null;
}

/** Small enough to stand open: few children, all of one short line. */
function isSmall(value: Json): boolean {
  if (isArray(value)) return value.length <= SMALL && value.every(isScalar);
  if (!isObject(value)) return false;
  let count = 0;
  for (const key in value) {
    count += 1;
    if (count > SMALL || !isScalar(value[key] ?? null)) return false;
  }
  return true;
}

function canOpen(value: Json): boolean {
  if (typeof value !== "string") return childCount(value) > 0;
  return isLong(value) || embeddedJson(value) !== undefined;
}

export class RowBuilder {
  readonly nodes: RowNode[] = [];
  readonly #folds: Folds;
  readonly #limit: number;

  constructor(folds: Folds, limit: number) {
    this.#folds = folds;
    this.#limit = limit;
  }

  /** `crowd` is the count of children beside this one. */
  add(place: Place, crowd: number): void {
    const { value, pointer, depth } = place;
    const kind = kindOf(value);
    const usual = depth < 2 || (crowd <= CROWD && isSmall(value));
    const wanted = kind !== "string" && usual;
    const open = this.#isOpen(pointer, wanted, depth) && canOpen(value);
    const index = this.#push({ kind, place, id: pointer, open, from: 0, text: "" });
    if (!open) return;
    if (typeof value === "string") this.#addString(value, index);
    else this.#addContainer(value, index);
  }

  #push(node: RowNode): number {
    this.nodes.push(node);
    return this.nodes.length - 1;
  }

  #isOpen(id: FoldId, usual: boolean, depth: number): boolean {
    if (depth >= DEEP) return false;
    return this.#folds.get(id) ?? (this.nodes.length < this.#limit && usual);
  }

  #addString(value: string, index: number): void {
    const place = this.nodes[index]?.place;
    if (place === undefined) return;
    const { pointer } = place;
    const embedded = embeddedJson(value);
    if (embedded !== undefined) {
      this.#addContainer(embedded, index);
      return;
    }
    const inside: Place = { value, pointer, key: undefined, depth: place.depth + 1, parent: index };
    for (const text of linesOf(value)) {
      this.#push({ kind: "line", place: inside, id: pointer, open: false, from: 0, text });
    }
  }

  #addContainer(value: Json, index: number): void {
    const place = this.nodes[index]?.place;
    if (place === undefined) return;
    const { pointer, depth } = place;
    const keys = isObject(value) ? Object.keys(value) : undefined;
    const count = keys?.length ?? childCount(value);
    const inside: Place = { value, pointer, key: undefined, depth: depth + 1, parent: index };
    if (count <= CHUNK) this.#addChildren({ value, keys, from: 0, to: count }, index);
    for (let from = 0; count > CHUNK && from < count; from += CHUNK) {
      const to = Math.min(count, from + CHUNK);
      const id = chunkId(pointer, from);
      const open = this.#isOpen(id, false, depth + 1);
      const chunk = this.#push({ kind: "chunk", place: inside, id, open, from, text: `[${from} … ${to - 1}]` });
      if (open) this.#addChildren({ value, keys, from, to }, chunk);
    }
    const text = isArray(value) ? "]" : "}";
    this.#push({ kind: "close", place: { ...inside, depth }, id: pointer, open: false, from: 0, text });
  }

  #addChildren(
    range: { value: Json; keys: readonly string[] | undefined; from: number; to: number },
    parent: number,
  ): void {
    const above = this.nodes[parent]?.place;
    if (above === undefined) return;
    const { value, keys, from, to } = range;
    for (let at = from; at < to; at++) {
      const key = keys === undefined ? at : (keys[at] ?? "");
      const own = isArray(value) ? value[at] : isObject(value) ? value[key] : undefined;
      const place = {
        value: own ?? null,
        pointer: childPointer(above.pointer, key),
        key,
        depth: above.depth + 1,
        parent,
      };
      this.add(place, to - from);
    }
  }
}
