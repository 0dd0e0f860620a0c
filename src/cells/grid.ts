/** The screen as cells: pieces are laid into it, the painter compares two of them. */
import { ClusterCursor } from "../text/cluster.ts";
import type { Line, Point, Rect, Size, Span } from "./line.ts";
import { styleId, styleOf } from "./style-table.ts";

/**
 * `text[y * columns + x]` is the cluster shown in a cell: "" belongs to the wide cluster to its left.
 * `style` holds numbers of the style table, one a cell. `cursor` is where the terminal's cursor shows; null hides it.
 */
export interface Grid extends Size {
  readonly text: readonly string[];
  readonly style: Uint32Array;
  readonly cursor: Point | null;
}

/** A rectangle and the lines shown in it, from its top. It hides what lies below it, also where its lines are short. */
export interface Piece {
  readonly rect: Rect;
  readonly lines: readonly Line[];
}

interface Sheet extends Size {
  readonly text: string[];
  readonly style: Uint32Array;
}

const ASCII: readonly string[] = Array.from({ length: 127 }, (_, code) => (code < 32 ? "" : String.fromCharCode(code)));

/**
 * Lays pieces over each other, later ones above. Each is clipped to its rectangle and to the screen; a wide cluster
 * that is cut or half covered leaves a space. Control characters become U+FFFD: text should have been made safe long
 * before, and this is the last gate before the terminal.
 */
export function compose(size: Size, pieces: readonly Piece[], cursor: Point | null = null): Grid {
  const columns = Math.max(0, Math.trunc(size.columns));
  const rows = Math.max(0, Math.trunc(size.rows));
  const text = new Array<string>(columns * rows).fill(" ");
  const sheet: Sheet = { columns, rows, text, style: new Uint32Array(columns * rows) };
  for (const piece of pieces) lay(sheet, piece);
  const visible = cursor !== null && inside(cursor.x, columns) && inside(cursor.y, rows);
  return { ...sheet, cursor: visible ? cursor : null };
}

/** Rows joined by newlines, without the blanks at their ends: for tests and for people. */
export function toText(grid: Grid): string {
  const rows: string[] = [];
  for (let y = 0; y < grid.rows; y++) {
    rows.push(
      grid.text
        .slice(y * grid.columns, (y + 1) * grid.columns)
        .join("")
        .trimEnd(),
    );
  }
  return rows.join("\n");
}

/** The grid as lines of its full width, neighbouring cells of one style in one span. */
export function toLines(grid: Grid): Line[] {
  const lines: Line[] = [];
  for (let y = 0; y < grid.rows; y++) lines.push(lineOf(grid, y));
  return lines;
}

function inside(at: number, length: number): boolean {
  return at >= 0 && at < length;
}

function lineOf(grid: Grid, y: number): Line {
  const line: Span[] = [];
  const end = (y + 1) * grid.columns;
  let start = y * grid.columns;
  while (start < end) {
    let next = start + 1;
    while (next < end && grid.style[next] === grid.style[start]) next++;
    line.push({ text: grid.text.slice(start, next).join(""), style: styleOf(grid.style[start] ?? 0) });
    start = next;
  }
  return line;
}

function lay(sheet: Sheet, { rect, lines }: Piece): void {
  const left = Math.max(0, rect.x);
  const right = Math.min(sheet.columns, rect.x + rect.width);
  const bottom = Math.min(sheet.rows, rect.y + rect.height);
  if (left >= right) return;
  for (let y = Math.max(0, rect.y); y < bottom; y++) {
    cutEdges(sheet, y, left, right);
    const end = layLine(sheet, lines[y - rect.y] ?? [], { y, x: rect.x, left, right });
    for (let x = Math.max(left, end); x < right; x++) put(sheet, y * sheet.columns + x, " ", 0);
  }
}

/** Writes a line from `at.x`, only cells in [left, right); answers the column behind its last cluster. */
function layLine(sheet: Sheet, line: Line, at: { y: number; x: number; left: number; right: number }): number {
  const { left, right } = at;
  const row = at.y * sheet.columns;
  let x = at.x;
  for (const { text, style } of line) {
    const id = styleId(style);
    const plain = asciiLength(text);
    // A mark may follow the last ASCII character and belong to it.
    const ascii = plain === text.length ? plain : Math.max(0, plain - 1);
    for (let i = 0; i < ascii && x < right; i++, x++) {
      if (x >= left) put(sheet, row + x, ASCII[text.charCodeAt(i)] ?? " ", id);
    }
    if (ascii === text.length) continue;
    const safe = text.replace(UNSAFE, REPLACEMENT);
    const cursor = new ClusterCursor(safe, ascii);
    while (x < right && cursor.next()) {
      const end = x + cursor.width;
      const whole = x >= left && end <= right;
      for (let cell = Math.max(x, left); cell < Math.min(end, right); cell++)
        put(sheet, row + cell, whole ? "" : " ", id);
      if (whole && cursor.width > 0) put(sheet, row + x, safe.slice(cursor.start, cursor.end), id);
      x = end;
    }
  }
  return x;
}

const REPLACEMENT = "\ufffd";
/** C0, DEL, C1, line separators and the bidi controls: what would move the cursor or turn the text of a row around. */
const UNSAFE = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function asciiLength(text: string): number {
  let i = 0;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code > 0x7e) break;
    i++;
  }
  return i;
}

function put(sheet: Sheet, cell: number, cluster: string, style: number): void {
  sheet.text[cell] = cluster;
  sheet.style[cell] = style;
}

/** A wide cluster of a lower piece that will lose a part becomes spaces. */
function cutEdges(sheet: Sheet, y: number, left: number, right: number): void {
  const row = y * sheet.columns;
  if (sheet.text[row + left] === "") {
    let cell = row + left - 1;
    while (cell > row && sheet.text[cell] === "") sheet.text[cell--] = " ";
    sheet.text[cell] = " ";
  }
  for (let x = right; x < sheet.columns && sheet.text[row + x] === ""; x++) sheet.text[row + x] = " ";
}
