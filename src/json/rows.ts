import type { FoldId, Folds } from "./folds.ts";
import { isArray, type Json } from "./json.ts";
import type { Pointer } from "./pointer.ts";
import { preview, quote } from "./preview.ts";
import {
  CHUNK,
  childCount,
  embeddedJson,
  isLong,
  linesOf,
  RowBuilder,
  type RowKind,
  type RowNode,
} from "./row-builder.ts";

/** A JSON value as the flat list of rows a screen scrolls through. Costs what is open, whatever the value's size. */

export interface JsonRow {
  readonly kind: RowKind;
  /** Of the value; of the container for a chunk or a close; of the string for a line. */
  readonly pointer: Pointer;
  /** Key of `Folds`; unique among the rows that can be opened. */
  readonly id: FoldId;
  readonly depth: number;
  /** Name of the member, or number of the element. */
  readonly key?: string | number;
  /** One line, not sanitised: the value in short, a line of an opened string, "{", "}", "[0 … 999]". */
  readonly preview: string;
  readonly foldable: boolean;
  readonly open: boolean;
  /** Members, elements, or lines of a string that can be opened as text. */
  readonly childCount: number;
  /** UTF-8 bytes of a string that can be opened. */
  readonly bytes?: number;
  /** A string that holds a JSON object or array: opens as that. */
  readonly embedded: boolean;
}

export interface JsonRows {
  readonly count: number;
  /** @throws RangeError outside 0 … count-1 */
  row(index: number): JsonRow;
  /** Kind of a row without describing it: for passes over all rows. */
  kind(index: number): RowKind | undefined;
  /** Row of the value this row lies in (or, for a close or line, that it belongs to); -1 for the first. */
  parentRow(index: number): number;
  /** The next (1) or previous (-1) row with the same parent; -1 when there is none. */
  siblingRow(index: number, direction: 1 | -1): number;
  /** Row of the value at `pointer`, or of the innermost visible value around it. */
  rowOfPointer(pointer: Pointer): number;
}

export interface JsonRowsOptions {
  /** Characters of a preview. @default 120 */
  readonly previewLength?: number;
  /** Rows after which nothing opens by itself any more ("expand all" of a huge value). @default 200000 */
  readonly rowLimit?: number;
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count === 1 && text.includes("\r") ? linesOf(text).length : count;
}

function describe(node: RowNode, length: number): JsonRow {
  const { kind, id, open, text } = node;
  const { value, pointer, key, depth } = node.place;
  const row = { kind, pointer, id, depth, open, ...(key === undefined ? {} : { key }) };
  if (kind === "line" || kind === "close") {
    return { ...row, preview: text, foldable: false, open: false, childCount: 0, embedded: false };
  }
  if (kind === "chunk") {
    const count = Math.min(CHUNK, childCount(value) - node.from);
    return { ...row, preview: text, foldable: true, childCount: count, embedded: false };
  }
  if (typeof value === "string") {
    const inner = embeddedJson(value);
    const foldable = inner !== undefined || isLong(value);
    const count = inner !== undefined ? childCount(inner) : foldable ? countLines(value) : 0;
    const size = foldable ? { bytes: Buffer.byteLength(value) } : {};
    const shown = inner !== undefined && !open ? preview(inner, length) : quote(value, length);
    return { ...row, ...size, preview: shown, foldable, childCount: count, embedded: inner !== undefined };
  }
  const count = childCount(value);
  const shown = open ? (isArray(value) ? "[" : "{") : preview(value, length);
  return { ...row, preview: shown, foldable: count > 0, childCount: count, embedded: false };
}

function placesOf(nodes: readonly RowNode[]): Map<Pointer, number> {
  const places = new Map<Pointer, number>();
  for (const [at, { kind, place }] of nodes.entries()) {
    if (kind !== "close" && kind !== "line" && kind !== "chunk") places.set(place.pointer, at);
  }
  return places;
}

export function jsonRows(value: Json, folds: Folds, options: JsonRowsOptions = {}): JsonRows {
  const builder = new RowBuilder(folds, options.rowLimit ?? 200_000);
  builder.add({ value, pointer: "", key: undefined, depth: 0, parent: -1 }, 1);
  const { nodes } = builder;
  const made: JsonRow[] = [];
  let places: Map<Pointer, number> | undefined;

  return {
    count: nodes.length,
    row(index) {
      const node = nodes[index];
      if (node === undefined) throw new RangeError(`row ${index} of ${nodes.length}`);
      const row = made[index] ?? describe(node, options.previewLength ?? 120);
      made[index] = row;
      return row;
    },
    kind: (index) => nodes[index]?.kind,
    parentRow: (index) => nodes[index]?.place.parent ?? -1,
    siblingRow(index, direction) {
      const start = nodes[index]?.kind === "close" ? (nodes[index]?.place.parent ?? index) : index;
      const own = nodes[start];
      for (let at = start + direction; own !== undefined; at += direction) {
        const node = nodes[at];
        if (node === undefined || at === own.place.parent || node.place.depth < own.place.depth) break;
        if (node.place.parent === own.place.parent && node.kind !== "close") return at;
      }
      return -1;
    },
    rowOfPointer(pointer) {
      places ??= placesOf(nodes);
      for (let at = pointer; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
        const found = places.get(at);
        if (found !== undefined || at === "") return found ?? 0;
      }
    },
  };
}
