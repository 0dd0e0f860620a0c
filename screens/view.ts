import type { ReactElement } from "react";
import type { Line, Point, Rect } from "../src/cells/line.ts";

/** Names of the rectangles of a screen; the painter counts and compares by them. */
export type Region =
  | "header"
  | "list"
  | "divider"
  | "tabs"
  | "detail"
  | "minimap"
  | "status"
  | "hints"
  | "prompt"
  | "completion"
  | "overlay"
  | "toast";

/** `rect.height` lines of exactly `rect.width` cells, sanitised. */
export interface Pane {
  readonly id: Region;
  readonly rect: Rect;
  readonly lines: readonly Line[];
}

/** An Ink root of its own, whose output is `rect.width` x `rect.height` cells. Later layers lie above earlier ones and above all panes. */
export interface Layer {
  readonly id: Region;
  readonly rect: Rect;
  readonly node: ReactElement;
  /** Keys that no command takes go to this layer (it holds a text field). */
  readonly keys: boolean;
  /** What stands there until Ink is loaded: the first frame does not wait for it. */
  readonly meanwhile?: readonly Line[];
}

/** A whole screen as data: `view(state, size)` makes it, `compose` and the painter put it up. */
export interface View {
  readonly panes: readonly Pane[];
  readonly layers: readonly Layer[];
  readonly cursor: Point | null;
  readonly title: string;
  readonly mouse: boolean;
}
