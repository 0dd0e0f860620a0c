import { ClusterCursor } from "./cluster.ts";

/** Word wrap by cells, in one pass over the text. */

const BULLET = /^(?:[-*+•]|\d{1,3}[.)])\s+/;

/** Cells that continuation lines are moved in by: the text's own indentation, and past the mark of a list item. */
function hangingIndent(text: string, limit: number): number {
  const spaces = text.length - text.trimStart().length;
  const bullet = BULLET.exec(text.slice(spaces, spaces + 16))?.[0].length ?? 0;
  const indent = spaces + bullet;
  return indent * 2 < limit ? indent : 0;
}

/** What `wrapWith` needs of a cursor: a test counts its steps. */
export type Clusters = Pick<ClusterCursor, "text" | "start" | "end" | "width" | "next">;

/**
 * Lines of at most `cells` cells. Breaks at spaces (which are dropped there) and around wide characters, inside a word
 * only where it is longer than a line. Continuation lines hang under the text's own indentation.
 */
export function wrap(text: string, cells: number): string[] {
  return wrapWith(new ClusterCursor(text), Math.max(1, cells));
}

export function wrapWith(cursor: Clusters, cells: number): string[] {
  const { text } = cursor;
  const indent = hangingIndent(text, cells);
  const hang = " ".repeat(indent);
  const lines: string[] = [];
  let lineStart = 0;
  let used = 0;
  // The last place to break: the line would end at `breakEnd`, the next one begin at `breakNext`, `breakUsed` cells in.
  let breakEnd = -1;
  let breakNext = -1;
  let breakUsed = 0;
  let inText = false;
  let afterWide = false;

  const close = (end: number, next: number) => {
    lines.push((lines.length === 0 ? "" : hang) + text.slice(lineStart, end));
    lineStart = next;
    breakEnd = -1;
  };

  while (cursor.next()) {
    const space = text.charCodeAt(cursor.start) === 0x20 && cursor.width === 1;
    const wide = cursor.width === 2;
    if (space && inText) {
      if (breakNext !== cursor.start || breakEnd < 0) breakEnd = cursor.start;
      breakNext = cursor.end;
      breakUsed = used + 1;
    } else if (!space && (wide || afterWide) && inText && breakNext !== cursor.start) {
      breakEnd = cursor.start;
      breakNext = cursor.start;
      breakUsed = used;
    }
    afterWide = wide;
    if (!space) inText = true;
    if (used + cursor.width > cells && cursor.start > lineStart && !(space && inText)) {
      // What stands behind the break moves to the next line; a word too long for that is broken here.
      const moved = indent + used - breakUsed;
      if (breakEnd > lineStart && moved + cursor.width <= cells) {
        close(breakEnd, breakNext);
        used = moved;
      } else {
        close(cursor.start, cursor.start);
        used = indent;
      }
    }
    used += cursor.width;
  }
  const last = text.slice(lineStart, used > cells && breakEnd >= 0 ? breakEnd : text.length);
  if (lines.length === 0 || last !== "") lines.push((lines.length === 0 ? "" : hang) + last);
  return lines;
}
