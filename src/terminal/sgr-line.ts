import type { Line } from "../cells/line.ts";
import { styleId } from "../cells/style-table.ts";
import type { ColorDepth } from "./color-codes.ts";
import { sgrBetween } from "./sgr.ts";

/** A line as text with SGR sequences, for printing on a terminal outside of the full screen. Ends in the plain style. */
export function sgrLine(line: Line, colors: ColorDepth): string {
  let style = 0;
  let out = "";
  for (const span of line) {
    const next = styleId(span.style);
    out += sgrBetween(style, next, colors) + span.text;
    style = next;
  }
  return out + sgrBetween(style, 0, colors);
}
