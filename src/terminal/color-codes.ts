/** A colour as parameters of an SGR sequence, reduced to what the terminal can show. */
import { _cache, match, reduce } from "blessed/lib/colors.js";
import type { Color } from "../cells/line.ts";

// While it loads, blessed matches its own palette against the first 8 colours and leaves those answers in the cache.
for (const known of Object.keys(_cache)) delete _cache[known];

/** How many colours the terminal takes; "none" keeps bold, underline and inverse. */
export type ColorDepth = "none" | 16 | 256 | "true";

/** Parameters without the CSI and the final m; "" where the depth has no colours. */
export function colorCodes(color: Color, layer: "fg" | "bg", depth: ColorDepth): string {
  if (depth === "none") return "";
  const base = layer === "fg" ? 30 : 40;
  if (typeof color === "string" && depth === "true") {
    const rgb = Number.parseInt(color.slice(1), 16);
    return `${base + 8};2;${(rgb >> 16) & 255};${(rgb >> 8) & 255};${rgb & 255}`;
  }
  const index = paletteIndex(color, depth === 16 ? 16 : 256);
  if (index < 8) return String(base + index);
  if (index < 16) return String(base + 60 + index - 8);
  return `${base + 8};5;${index}`;
}

function paletteIndex(color: Color, size: 16 | 256): number {
  const index = typeof color === "number" ? color & 255 : Math.max(0, match(color));
  return index < size ? index : reduce(index, size);
}
