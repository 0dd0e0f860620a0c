/** What components make and the painter eats. Text in a line has been sanitised and fits its width. */

/** 0-255: the terminal's palette (0-15 are the user's own colours); "#rrggbb"; undefined: the terminal's default. */
export type Color = number | `#${string}`;

export interface Style {
  readonly fg?: Color;
  readonly bg?: Color;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
  readonly strike?: boolean;
}

export interface Span {
  readonly text: string;
  readonly style: Style;
}

export type Line = readonly Span[];

/** In cells, from the top left corner of the screen or of the parent; zero-based. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const PLAIN: Style = {};

export function span(text: string, style: Style = PLAIN): Span {
  return { text, style };
}
