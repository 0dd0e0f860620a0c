import { type Look, styled } from "../components/look.ts";
import type { PaneName } from "../src/app/state.ts";
import type { Line, Rect } from "../src/cells/line.ts";

/** The edge between two panes, upright or level; it shows that the keys go to the detail. */
export function dividerLines(look: Look, focus: PaneName, { width, height }: Rect): readonly Line[] {
  const token = focus === "detail" ? "border.active" : "border";
  const glyph = width === 1 ? look.glyphs.vertical : look.glyphs.horizontal;
  return Array.from({ length: height }, () => [styled(look, glyph.repeat(width), token)]);
}
