import { ClusterCursor } from "./cluster.ts";

/** Measuring and cutting by terminal cells. Texts are single sanitised lines; clusters are never split. */

const ASCII = /^[\x20-\x7e]*$/;

/** Cells that `text` takes. Linear in its length. */
export function width(text: string): number {
  if (ASCII.test(text)) return text.length;
  const cursor = new ClusterCursor(text);
  let cells = 0;
  while (cursor.next()) cells += cursor.width;
  return cells;
}

export interface Cut {
  /** Code unit at which the text was cut: a cluster border. */
  readonly end: number;
  /** Cells before it. */
  readonly width: number;
}

/** The longest beginning of `text` that fits `cells`. Looks no further than it must. */
export function cut(text: string, cells: number): Cut {
  const cursor = new ClusterCursor(text);
  let taken = 0;
  let end = 0;
  while (cursor.next()) {
    if (taken + cursor.width > cells) break;
    taken += cursor.width;
    end = cursor.end;
  }
  return { end, width: taken };
}

/** `text` itself when it fits `cells`, else its beginning with `ellipsis` behind it, at most `cells` wide. */
export function truncate(text: string, cells: number, ellipsis = "…"): string {
  if (cells <= 0) return "";
  const whole = cut(text, cells);
  if (whole.end === text.length) return text;
  const mark = width(ellipsis) <= cells ? ellipsis : "";
  return text.slice(0, cut(text, cells - width(mark)).end) + mark;
}

/**
 * The cells from `from` on, `cells` of them or fewer at the end of the text. Where the left edge cuts a wide cluster
 * its visible half is a space, where the right edge does it is left out.
 */
export function slice(text: string, from: number, cells: number): string {
  if (cells <= 0) return "";
  if (from <= 0) return text.slice(0, cut(text, cells).end);
  const cursor = new ClusterCursor(text);
  let before = 0;
  while (before < from && cursor.next()) before += cursor.width;
  if (before < from) return "";
  const half = Math.min(before - from, cells);
  const rest = text.slice(cursor.end);
  return " ".repeat(half) + rest.slice(0, cut(rest, cells - half).end);
}

/** Exactly `cells` wide: cut with an ellipsis, or filled with spaces on the right. */
export function pad(text: string, cells: number, ellipsis = "…"): string {
  const fitting = truncate(text, cells, ellipsis);
  return fitting + " ".repeat(Math.max(0, cells - width(fitting)));
}

/** As `pad`, filled on the left: for numbers. */
export function padStart(text: string, cells: number, ellipsis = "…"): string {
  const fitting = truncate(text, cells, ellipsis);
  return " ".repeat(Math.max(0, cells - width(fitting))) + fitting;
}
