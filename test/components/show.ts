import { lineText, lineWidth } from "../../components/fit-line.ts";
import type { Look } from "../../components/look.ts";
import type { Line } from "../../src/cells/line.ts";
import { glyphsFor } from "../../src/theme/glyphs.ts";
import { themes } from "../../src/theme/theme.ts";

export const LOOK: Look = { theme: themes.dark, glyphs: glyphsFor(true) };
export const PLAIN_LOOK: Look = { theme: themes.mono, glyphs: glyphsFor(false) };

/** The lines as text, with a bar behind each so that its end can be seen. */
export function show(lines: readonly Line[]): string {
  return lines.map((line) => `${lineText(line)}|`).join("\n");
}

export function widths(lines: readonly Line[]): number[] {
  return [...new Set(lines.map(lineWidth))];
}
