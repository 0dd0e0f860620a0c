import type { ReactElement } from "react";
import type { Action } from "../src/app/action.ts";
import type { State } from "../src/app/state.ts";
import type { Line, Point, Rect } from "../src/cells/line.ts";

/** Names of the rectangles of a screen; the painter counts and compares by them. */
export type Region =
  | "header"
  | "list"
  | "divider"
  | "tabs"
  | "detail"
  | "minimap"
  | "held"
  | "output"
  | "status"
  | "hints"
  | "prompt"
  | "completion"
  | "overlay"
  | "toast"
  | "screen";

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
}

/** A whole screen as data: `view(state, size)` makes it, `compose` and the painter put it up. */
export interface View {
  readonly panes: readonly Pane[];
  readonly layers: readonly Layer[];
  readonly cursor: Point | null;
  readonly title: string;
  readonly mouse: boolean;
}

export type Dispatch = (action: Action) => void;

/** Makes the layers of a state. Its module holds all that needs Ink, and is loaded behind the first frame. */
export type LayersOf = (state: State, dispatch: Dispatch) => readonly Layer[];
