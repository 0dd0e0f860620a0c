/**
 * Turns one grid into the next with as few bytes as it can: only changed cells, absolute positions, never a full clear.
 * Between frames the terminal is always in the plain style, and nothing depends on where its cursor was.
 */

import type { Grid } from "../cells/grid.ts";
import { isFragile } from "../text/cluster.ts";
import type { ColorDepth } from "./color-codes.ts";
import { sgrBetween } from "./sgr.ts";

export interface PaintOptions {
  readonly colors: ColorDepth;
  /** The terminal knows synchronised output (DEC private mode 2026): show the frame at once. */
  readonly sync: boolean;
}

const ERASE_TO_END = "\x1b[K";
const HIDE = "\x1b[?25l";
const SHOW = "\x1b[?25h";
/** An unchanged gap of at most this many cells in the same style is cheaper to write again than to jump over. */
const CHEAP_GAP = 4;

interface Pen {
  readonly out: string[];
  readonly colors: ColorDepth;
  style: number;
  /** Where the terminal's cursor is; -1 when only the terminal knows. */
  x: number;
  y: number;
}

/**
 * The bytes that bring a terminal that shows `prev` to show `next`: one string, for one write; "" when nothing changed.
 * Without `prev`, or when the size changed, every row is written whole. The terminal must not wrap at its last column (?7l).
 */
export function paint(prev: Grid | null, next: Grid, options: PaintOptions): string {
  const old = prev !== null && prev.columns === next.columns && prev.rows === next.rows ? prev : null;
  const pen: Pen = { out: [], colors: options.colors, style: 0, x: -1, y: -1 };
  for (let y = 0; y < next.rows; y++) {
    if (old === null) paintRow(pen, next, y);
    else repaintRow(pen, { old, next }, y);
  }
  setStyle(pen, 0);
  const cells = pen.out.join("");
  const cursor = cursorBytes(old, next, cells !== "");
  if (cells === "" && cursor === "") return "";
  const hide = cells !== "" && old?.cursor ? HIDE : "";
  const frame = hide + cells + cursor;
  return options.sync ? `\x1b[?2026h${frame}\x1b[?2026l` : frame;
}

function cursorBytes(old: Grid | null, next: Grid, painted: boolean): string {
  const to = next.cursor;
  const from = old?.cursor ?? null;
  if (to === null) return (from !== null && !painted) || old === null ? HIDE : "";
  const moved = from === null || from.x !== to.x || from.y !== to.y || painted;
  return moved ? `\x1b[${to.y + 1};${to.x + 1}H${from === null || painted ? SHOW : ""}` : "";
}

/** Writes a whole row of a screen whose content is not known and erases what is behind its text. */
function paintRow(pen: Pen, grid: Grid, y: number): void {
  const row = y * grid.columns;
  let end = grid.columns;
  while (end > 0 && grid.text[row + end - 1] === " " && grid.style[row + end - 1] === 0) end--;
  if (hasFragile(grid, row, row + end)) end = grid.columns;
  writeCells(pen, grid, { y, from: 0, to: end });
  if (end === grid.columns) return;
  moveTo(pen, end, y);
  setStyle(pen, 0);
  pen.out.push(ERASE_TO_END);
}

function repaintRow(pen: Pen, { old, next }: { old: Grid; next: Grid }, y: number): void {
  const row = y * next.columns;
  const end = row + next.columns;
  const differs = (cell: number): boolean => old.text[cell] !== next.text[cell] || old.style[cell] !== next.style[cell];
  let cell = row;
  while (cell < end) {
    if (!differs(cell)) {
      cell++;
      continue;
    }
    let to = cell + 1;
    for (let ahead = to; ahead < end && ahead - to <= CHEAP_GAP; ahead++) {
      if (differs(ahead)) to = ahead + 1;
      else if (next.style[ahead] !== next.style[to - 1]) break;
    }
    // A cluster of unsure width may spill over what stands behind it, so that is written again.
    if (hasFragile(next, cell, to)) to = end;
    writeCells(pen, next, { y, from: cell - row, to: to - row });
    cell = to;
  }
}

function writeCells(pen: Pen, grid: Grid, { y, from, to }: { y: number; from: number; to: number }): void {
  const row = y * grid.columns;
  let x = from;
  while (x < to) {
    const cluster = grid.text[row + x] ?? " ";
    let width = 1;
    while (x + width < grid.columns && grid.text[row + x + width] === "") width++;
    moveTo(pen, x, y);
    setStyle(pen, grid.style[row + x] ?? 0);
    const fragile = cluster.length > 0 && !isAscii(cluster) && isFragile(cluster);
    if (fragile) {
      // Terminals that show it narrower than we count would keep an old half beside it.
      pen.out.push(" ".repeat(width));
      pen.x = -1;
      moveTo(pen, x, y);
    }
    pen.out.push(cluster);
    x += width;
    pen.x = fragile || x >= grid.columns ? -1 : x;
  }
}

function moveTo(pen: Pen, x: number, y: number): void {
  if (pen.y === y && pen.x === x) return;
  const absolute = x === 0 ? `\x1b[${y === 0 ? "" : y + 1}H` : `\x1b[${y + 1};${x + 1}H`;
  const right = x - pen.x;
  const relative = pen.y === y && pen.x >= 0 && right > 0 ? `\x1b[${right === 1 ? "" : right}C` : absolute;
  pen.out.push(relative.length < absolute.length ? relative : absolute);
  pen.x = x;
  pen.y = y;
}

function setStyle(pen: Pen, style: number): void {
  if (style !== pen.style) pen.out.push(sgrBetween(pen.style, style, pen.colors));
  pen.style = style;
}

function hasFragile(grid: Grid, from: number, to: number): boolean {
  for (let cell = from; cell < to; cell++) {
    const cluster = grid.text[cell] ?? "";
    if (cluster.length > 0 && !isAscii(cluster) && isFragile(cluster)) return true;
  }
  return false;
}

function isAscii(cluster: string): boolean {
  return cluster.length === 1 && cluster.charCodeAt(0) < 0x80;
}
