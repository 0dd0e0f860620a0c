import type { Rect, Size } from "../../cells/line.ts";
import { liveOf } from "../live/live-state.ts";
import type { PaneName, State, WindowState } from "../state.ts";

/** Smallest screen anything is drawn on. */
export const SMALLEST: Size = { columns: 40, rows: 10 };

/** The only source of rectangles. Missing ones are not on the screen. */
export interface ScreenLayout {
  readonly small: boolean;
  readonly header?: Rect;
  readonly list?: Rect;
  readonly divider?: Rect;
  readonly tabs?: Rect;
  readonly detail?: Rect;
  readonly minimap?: Rect;
  readonly status?: Rect;
  /** Of a run that is being written: a line and keys for the held call; a heading and what the agent writes. */
  readonly held?: Rect;
  readonly output?: Rect;
  readonly hints?: Rect;
  /** How the two panes stand. */
  readonly arrangement: "side" | "stacked" | "single";
}

/** Fewer rows than these hold no two panes above each other. */
const STACKED_ROWS = 6;

export function layoutOf(state: Pick<State, "size" | "window" | "focus" | "live" | "run">): ScreenLayout {
  const { size, window, focus } = state;
  if (size.columns < SMALLEST.columns || size.rows < SMALLEST.rows) return { small: true, arrangement: "single" };
  const { body, ...below } = withLivePanes(state, { x: 0, y: 1, width: size.columns, height: size.rows - 3 });
  const bars = {
    header: { x: 0, y: 0, width: size.columns, height: 1 },
    status: { x: 0, y: size.rows - 2, width: size.columns, height: 1 },
    hints: { x: 0, y: size.rows - 1, width: size.columns, height: 1 },
  };
  const arrangement = arrangementOf({ ...size, rows: body.height }, window);
  const panes = body.height > 0 ? panesOf(body, arrangement, window.zoom, focus) : {};
  return { small: false, arrangement, ...bars, ...below, ...panes };
}

/** What a run that is being written takes from the panes, at their foot. */
function withLivePanes(
  state: Pick<State, "size" | "window" | "live" | "run">,
  whole: Rect,
): { readonly body: Rect } & Pick<ScreenLayout, "held" | "output"> {
  const live = liveOf(state);
  if (!live) return { body: whole };
  const barHeight = live.held.length > 0 ? 2 : 0;
  const room = whole.height - barHeight;
  const outputHeight = live.pane.open ? outputRows(room, live.pane.focused ? state.window.zoom : 0) : 0;
  const body = { ...whole, height: room - outputHeight };
  const outputAt = body.y + body.height;
  return {
    body,
    ...(outputHeight > 0 && { output: { ...whole, y: outputAt, height: outputHeight } }),
    ...(barHeight > 0 && { held: { ...whole, y: outputAt + outputHeight, height: barHeight } }),
  };
}

/** A quarter of the room, most of it, all of it; on a small screen what the panes can spare. */
function outputRows(room: number, zoom: 0 | 1 | 2): number {
  if (zoom === 2) return room;
  const wanted = zoom === 1 ? Math.floor(room * 0.65) : Math.min(10, Math.max(4, Math.floor(room * 0.25)));
  return Math.max(0, Math.min(wanted, room - 5));
}

/** `rows` of the panes. */
function arrangementOf({ columns, rows }: Size, { zoom, layout }: WindowState): ScreenLayout["arrangement"] {
  if (zoom === 2) return "single";
  const wanted = layout !== "auto" ? layout : columns >= 80 ? "side" : columns >= 60 ? "stacked" : "single";
  return wanted === "stacked" && rows < STACKED_ROWS ? "single" : wanted;
}

type Panes = Pick<ScreenLayout, "list" | "divider" | "tabs" | "detail" | "minimap">;

function panesOf(body: Rect, arrangement: ScreenLayout["arrangement"], zoom: 0 | 1 | 2, focus: PaneName): Panes {
  if (arrangement === "single") return focus === "list" ? listPane(body) : detailPane(body);
  if (arrangement === "stacked") {
    // Below it stand a divider, the tabs and a line at least.
    const top = Math.min(body.height - 3, Math.max(3, Math.floor(body.height * share(0.45, zoom, focus))));
    return {
      ...listPane({ ...body, height: top }),
      divider: { ...body, y: body.y + top, height: 1 },
      ...detailPane({ ...body, y: body.y + top + 1, height: body.height - top - 1 }),
    };
  }
  const left = Math.floor(body.width * share(body.width >= 120 ? 0.4 : 0.45, zoom, focus));
  return {
    ...listPane({ ...body, width: left }),
    divider: { ...body, x: left, width: 1 },
    ...detailPane({ ...body, x: left + 1, width: body.width - left - 1 }),
  };
}

/** The list's share of the screen; half zoom gives the focused pane most of it. */
function share(usual: number, zoom: 0 | 1 | 2, focus: PaneName): number {
  if (zoom === 0) return usual;
  return focus === "list" ? 0.7 : 0.25;
}

/** The list with its minimap in the last column. */
function listPane(rect: Rect): Panes {
  return {
    list: { ...rect, width: rect.width - 1 },
    minimap: { x: rect.x + rect.width - 1, y: rect.y, width: 1, height: rect.height },
  };
}

function detailPane(rect: Rect): Panes {
  return {
    tabs: { ...rect, height: 1 },
    detail: { ...rect, y: rect.y + 1, height: rect.height - 1 },
  };
}

/** Rows of events that fit: the pane less its heading line. */
export function listHeight(layout: ScreenLayout): number {
  return layout.list ? Math.max(1, layout.list.height - 1) : 1;
}
