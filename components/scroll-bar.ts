import type { Line } from "../src/cells/line.ts";
import { type Look, styled } from "./look.ts";

/** A column one cell wide that shows all rows of a list at once: what part is in view, and where things are. */

export interface Ticks {
  readonly kind: "error" | "match" | "mark" | "breakpoint";
  /** Rows of the list, in any order. */
  readonly rows: Iterable<number>;
}

export interface ScrollBarProps {
  readonly look: Look;
  /** Rows in all, first row in view, rows in view. */
  readonly count: number;
  readonly top: number;
  readonly visible: number;
  /** Later ones cover earlier ones. */
  readonly ticks?: readonly Ticks[];
}

const TOKENS = { error: "status.error", match: "match", mark: "mark", breakpoint: "breakpoint" } as const;

export function scrollBar(props: ScrollBarProps, height: number): Line[] {
  const { look, count, top, visible } = props;
  const places = tickPlaces(props, height);
  const [from, to] = thumb({ count, top, visible }, height);
  return Array.from({ length: height }, (_, at) => {
    const inView = at >= from && at < to;
    const tick = places.get(at);
    if (tick !== undefined) return [styled(look, tickGlyph(look, tick), TOKENS[tick])];
    if (count <= visible) return [styled(look, " ", "scroll.track")];
    return [styled(look, inView ? look.glyphs.thumb : look.glyphs.track, inView ? "scroll.thumb" : "scroll.track")];
  });
}

/** A tick is known by its sign, not only by its colour. */
function tickGlyph({ glyphs }: Look, kind: Ticks["kind"]): string {
  return kind === "match" ? glyphs.tick : glyphs[kind];
}

/** A list that fits stands row beside row; a longer one is squeezed. */
function placeOf(row: number, count: number, height: number): number {
  return count <= height ? row : Math.floor((row * height) / count);
}

function tickPlaces({ count, ticks = [] }: ScrollBarProps, height: number): Map<number, Ticks["kind"]> {
  const places = new Map<number, Ticks["kind"]>();
  for (const { kind, rows } of ticks) {
    for (const row of rows) if (row >= 0 && row < count) places.set(placeOf(row, count, height), kind);
  }
  return places;
}

/** Cells of the bar that stand for what is in view: at least one, and at the ends only when the list is there. */
function thumb(view: { count: number; top: number; visible: number }, height: number): readonly [number, number] {
  const { count, top, visible } = view;
  if (count <= visible || height <= 0) return [0, 0];
  const size = Math.max(1, Math.round((visible * height) / count));
  const last = count - visible;
  if (top <= 0) return [0, size];
  if (top >= last) return [height - size, height];
  const room = height - size;
  const from = Math.min(Math.max(1, Math.round((top * room) / last)), Math.max(room - 1, 0));
  return [from, from + size];
}
