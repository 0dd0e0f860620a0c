import type { Rect, Size } from "../../cells/line.ts";
import { SMALLEST } from "./layout.ts";

/** Rectangles of a fork that is being prepared: what it comes to and what can be set, and the edits beside or below. */
export interface DraftLayout {
  readonly small: boolean;
  readonly header?: Rect;
  readonly list?: Rect;
  readonly divider?: Rect;
  readonly detail?: Rect;
  readonly status?: Rect;
  readonly hints?: Rect;
}

export function draftLayoutOf({ columns, rows }: Size): DraftLayout {
  if (columns < SMALLEST.columns || rows < SMALLEST.rows) return { small: true };
  const height = rows - 3;
  const bars = {
    header: { x: 0, y: 0, width: columns, height: 1 },
    status: { x: 0, y: rows - 2, width: columns, height: 1 },
    hints: { x: 0, y: rows - 1, width: columns, height: 1 },
  };
  if (columns >= 110) {
    const left = Math.floor(columns * 0.52);
    return {
      small: false,
      ...bars,
      list: { x: 0, y: 1, width: left, height },
      divider: { x: left, y: 1, width: 1, height },
      detail: { x: left + 1, y: 1, width: columns - left - 1, height },
    };
  }
  const above = Math.max(4, Math.floor(height * 0.66));
  return {
    small: false,
    ...bars,
    list: { x: 0, y: 1, width: columns, height: above },
    divider: { x: 0, y: 1 + above, width: columns, height: 1 },
    detail: { x: 0, y: 2 + above, width: columns, height: height - above - 1 },
  };
}
