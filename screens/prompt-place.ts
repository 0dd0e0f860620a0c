import { caretCell } from "../components/prompt-lines.ts";
import { promptView } from "../src/app/selectors/prompt-view.ts";
import type { State } from "../src/app/state.ts";
import type { Point, Rect, Size } from "../src/cells/line.ts";

/** The prompt takes the place of status and hints. */
export function promptRect({ columns, rows }: Size): Rect {
  return { x: 0, y: rows - 2, width: columns, height: 2 };
}

/** Where the terminal's cursor stands while something is typed. */
export function promptCursor(state: State): Point | null {
  const view = promptView(state);
  if (!view) return null;
  const rect = promptRect(state.size);
  return { x: caretCell({ ...view, width: rect.width }), y: rect.y + 1 };
}
