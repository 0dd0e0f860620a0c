import type { Line } from "../src/cells/line.ts";
import { keyLabel } from "../src/json/preview.ts";
import type { JsonRow, JsonRows } from "../src/json/rows.ts";
import { formatBytes, formatCount } from "../src/text/format.ts";
import { highlightJsonLine } from "../src/text/highlight-json.ts";
import { sanitise } from "../src/text/sanitise.ts";
import { truncate, width } from "../src/text/width.ts";
import { type DocLineRow, type DocLinesProps, type DocPiece, docLines } from "./doc-lines.ts";

/** A window of a JSON tree as lines. */

const STEP = 2;
/** A name longer than this is cut. */
const LONGEST_KEY = 60;
const LEAST_PREVIEW = 10;

function keyPieces(key: string | number | undefined): DocPiece[] {
  if (key === undefined) return [];
  const label = typeof key === "number" ? String(key) : sanitise(keyLabel(key.slice(0, LONGEST_KEY)));
  const token = typeof key === "number" ? "text.dim" : "json.key";
  return [
    { text: label, token },
    { text: ": ", token: "json.punctuation" },
  ];
}

function countOf(row: JsonRow): string {
  const { childCount } = row;
  if (row.kind === "chunk") return "";
  if (row.bytes !== undefined && !row.embedded) return childCount > 1 ? `${formatCount(childCount)} lines` : "";
  return row.kind === "object" ? "" : `${formatCount(childCount)} items`;
}

/** Behind what is folded: how much there is of it. */
function sizePieces(row: JsonRow): DocPiece[] {
  if (!row.foldable || row.open) return [];
  const words = [row.bytes === undefined ? "" : formatBytes(row.bytes), countOf(row)].filter((word) => word !== "");
  return words.length === 0 ? [] : [{ text: `  ${words.join(", ")}`, token: "text.dim" }];
}

function valuePieces(row: JsonRow, room: number): DocPiece[] {
  const whole = sanitise(row.preview);
  const text = room === Number.POSITIVE_INFINITY ? whole : truncate(whole, room);
  if (row.kind === "line") return [{ text, token: "json.string" }];
  if (row.kind === "chunk") return [{ text, token: "text.dim" }];
  if (row.kind === "string" && row.open) return [{ text: row.embedded ? "JSON" : "text", token: "text.dim" }];
  return highlightJsonLine(text);
}

function cellsOfAll(pieces: readonly DocPiece[]): number {
  return pieces.reduce((cells, piece) => cells + width(piece.text), 0);
}

/** The preview of something folded leaves room for its size in `cells`. */
function jsonLineRow(row: JsonRow, cells: number): DocLineRow {
  const indent = (row.depth + 1) * STEP;
  const key = keyPieces(row.key);
  const size = sizePieces(row);
  const room = size.length === 0 ? Number.POSITIVE_INFINITY : cells - indent - cellsOfAll(key) - cellsOfAll(size);
  return {
    indent,
    ...(row.foldable ? { fold: row.open ? "open" : "closed" } : {}),
    spans: [...key, ...valuePieces(row, Math.max(LEAST_PREVIEW, room)), ...size],
  };
}

export interface JsonLinesProps extends Omit<DocLinesProps, "rows"> {
  readonly rows: JsonRows;
}

export function jsonLines({ rows, ...props }: JsonLinesProps, cells: number): Line[] {
  // Scrolled sideways, everything is there to be seen.
  const room = (props.left ?? 0) > 0 ? Number.POSITIVE_INFINITY : cells - 1;
  return docLines({ ...props, rows: { count: rows.count, row: (index) => jsonLineRow(rows.row(index), room) } }, cells);
}
