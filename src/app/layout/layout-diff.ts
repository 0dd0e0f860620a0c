import type { Rect, Size } from "../../cells/line.ts";
import { SMALLEST } from "./layout.ts";

/** Rectangles of the comparison: what it comes to above, the aligned steps, and the selected pair. */
export interface DiffLayout {
  readonly small: boolean;
  readonly header?: Rect;
  readonly banner?: Rect;
  readonly list?: Rect;
  readonly divider?: Rect;
  readonly detail?: Rect;
  readonly status?: Rect;
  readonly hints?: Rect;
}

const BANNER = 2;

export function diffLayoutOf({ columns, rows }: Size): DiffLayout {
  if (columns < SMALLEST.columns || rows < SMALLEST.rows) return { small: true };
  const top = 1 + BANNER;
  const height = rows - top - 2;
  const bars = {
    header: { x: 0, y: 0, width: columns, height: 1 },
    banner: { x: 0, y: 1, width: columns, height: BANNER },
    status: { x: 0, y: rows - 2, width: columns, height: 1 },
    hints: { x: 0, y: rows - 1, width: columns, height: 1 },
  };
  if (columns >= 80) {
    const left = Math.floor(columns * 0.42);
    return {
      small: false,
      ...bars,
      list: { x: 0, y: top, width: left, height },
      divider: { x: left, y: top, width: 1, height },
      detail: { x: left + 1, y: top, width: columns - left - 1, height },
    };
  }
  const above = Math.max(2, Math.floor(height * 0.4));
  return {
    small: false,
    ...bars,
    list: { x: 0, y: top, width: columns, height: above },
    divider: { x: 0, y: top + above, width: columns, height: 1 },
    detail: { x: 0, y: top + above + 1, width: columns, height: height - above - 1 },
  };
}
