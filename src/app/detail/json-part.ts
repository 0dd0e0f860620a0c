import { type Folds, NO_FOLDS } from "../../json/folds.ts";
import type { Json } from "../../json/json.ts";
import { getPointer } from "../../json/pointer.ts";
import { keyLabel } from "../../json/preview.ts";
import { type JsonRow, type JsonRows, jsonRows } from "../../json/rows.ts";
import { formatBytes } from "../../text/format.ts";
import { highlightJsonLine } from "../../text/highlight-json.ts";
import { sanitise } from "../../text/sanitise.ts";
import { wrap } from "../../text/wrap.ts";
import type { DocContext } from "./context.ts";
import type { DocPart, DocRow, DocSpan } from "./doc.ts";

export interface JsonPartOptions {
  readonly context: DocContext;
  /** Stands before the pointers in the keys of rows and folds: "request#". */
  readonly key: string;
  readonly indent: number;
  /** What to call the outermost value. */
  readonly name?: string;
}

/** A JSON value as a tree of foldable lines; costs what is open. */
export function jsonPart(value: Json, options: JsonPartOptions): DocPart {
  const { context, key, indent } = options;
  const rows = jsonRows(value, foldsOf(context, key), { previewLength: Math.max(40, context.width) });
  const places = placesOf(rows, options);
  const keyOf = (row: JsonRow, n: number, piece: number) =>
    row.kind === "line" || row.kind === "close" ? `${key}=${n}.${piece}` : key + row.id;
  return {
    count: places.length,
    row: (at) => {
      const { n, piece, text } = places[at]!;
      const row = rows.row(n);
      const own: DocRow = {
        key: keyOf(row, n, piece),
        indent: indent + 2 + row.depth * 2,
        spans: text === undefined ? spansOf(row, options) : [{ text, token: "json.string" }],
        ...(row.foldable && { fold: row.open ? "open" : "closed" }),
        ...(row.depth <= 1 && row.kind !== "close" && row.kind !== "line" && { stop: true }),
        value: () => getPointer(value, row.pointer),
        pointer: row.pointer,
        ...(row.key !== undefined && { name: String(row.key) }),
      };
      return own;
    },
    find: (wanted) => findRow(wanted, { key, rows, places }),
  };
}

interface Place {
  readonly n: number;
  readonly piece: number;
  readonly text: string | undefined;
}

/** Lines of the part: a row each, but for lines of an opened string that are wrapped. */
function placesOf(rows: JsonRows, { context, indent }: JsonPartOptions): readonly Place[] {
  const places: Place[] = [];
  for (let n = 0; n < rows.count; n++) {
    if (rows.kind(n) !== "line") {
      places.push({ n, piece: 0, text: undefined });
      continue;
    }
    const row = rows.row(n);
    const clean = sanitise(row.preview);
    const pieces = context.wrap ? wrap(clean, Math.max(10, context.width - indent - 2 - row.depth * 2)) : [clean];
    for (const [piece, text] of (pieces.length > 0 ? pieces : [""]).entries()) places.push({ n, piece, text });
  }
  return places;
}

function findRow(
  wanted: string,
  part: { readonly key: string; readonly rows: JsonRows; readonly places: readonly Place[] },
): number {
  if (!wanted.startsWith(part.key)) return -1;
  const rest = wanted.slice(part.key.length);
  const inner = /^=(\d+)\.(\d+)$/.exec(rest);
  if (inner) return part.places.findIndex((place) => place.n === Number(inner[1]) && place.piece === Number(inner[2]));
  const n = rest.startsWith("#") ? -1 : part.rows.rowOfPointer(rest);
  if (n >= 0) return part.places.findIndex((place) => place.n === n);
  return part.places.findIndex((place) => part.rows.row(place.n).id === rest);
}

function spansOf(row: JsonRow, { name }: JsonPartOptions): readonly DocSpan[] {
  const label =
    row.key === undefined
      ? row.depth === 0 && row.kind !== "close" && name !== undefined
        ? name
        : undefined
      : typeof row.key === "number"
        ? String(row.key)
        : keyLabel(row.key);
  const size =
    row.foldable && !row.open && row.bytes !== undefined && row.bytes > 200
      ? [{ text: ` ${formatBytes(row.bytes)}`, token: "text.dim" }]
      : [];
  const count =
    row.foldable && !row.open && row.kind === "array" ? [{ text: ` ${row.childCount}`, token: "text.dim" }] : [];
  return [
    ...(label === undefined
      ? []
      : [
          { text: sanitise(label), token: "json.key" },
          { text: ": ", token: "json.punctuation" },
        ]),
    ...highlightJsonLine(
      sanitise(row.open && row.kind === "string" ? (row.embedded ? "json in a string" : "") : row.preview),
    ),
    ...size,
    ...count,
  ];
}

/** The folds of this part, out of the detail pane's one table. */
function foldsOf(context: DocContext, key: string): Folds {
  const own = new Map<string, boolean>();
  for (const [id, open] of context.folds) if (id.startsWith(key)) own.set(id.slice(key.length), open);
  return own.size === 0 ? NO_FOLDS : own;
}
