import type { Rect, Size } from "../../cells/line.ts";
import { SMALLEST } from "./layout.ts";

/** Rectangles of the list of runs: the list over a preview of the selected one, as rows want the whole width. */
export interface RunsLayout {
  readonly small: boolean;
  readonly header?: Rect;
  readonly list?: Rect;
  readonly scroll?: Rect;
  readonly divider?: Rect;
  readonly preview?: Rect;
  readonly status?: Rect;
  readonly hints?: Rect;
}

/** Below so many rows there is the list alone. */
const ROOM_FOR_PREVIEW = 16;
const LIST_SHARE = 0.58;

export function runsLayoutOf(size: Size): RunsLayout {
  const { columns: width, rows } = size;
  if (width < SMALLEST.columns || rows < SMALLEST.rows) return { small: true };
  const body = rows - 3;
  const height = rows < ROOM_FOR_PREVIEW ? body : Math.round(body * LIST_SHARE);
  const below = rows < ROOM_FOR_PREVIEW ? {} : previewPane({ x: 0, y: 1 + height, width, height: body - height });
  return {
    small: false,
    header: { x: 0, y: 0, width, height: 1 },
    list: { x: 0, y: 1, width: width - 1, height },
    scroll: { x: width - 1, y: 1, width: 1, height },
    ...below,
    status: { x: 0, y: rows - 2, width, height: 1 },
    hints: { x: 0, y: rows - 1, width, height: 1 },
  };
}

function previewPane(rect: Rect): Pick<RunsLayout, "divider" | "preview"> {
  return {
    divider: { ...rect, height: 1 },
    preview: { ...rect, y: rect.y + 1, height: rect.height - 1 },
  };
}
