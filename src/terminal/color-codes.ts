/** A colour as parameters of an SGR sequence, reduced to what the terminal can show. */
import type { Color } from "../cells/line.ts";

/** How many colours the terminal takes; "none" keeps bold, underline and inverse. */
export type ColorDepth = "none" | 16 | 256 | "true";

type Rgb = readonly [number, number, number];

/** xterm's first 16 colours, as its default resources have them. */
const XTERM: readonly number[] = [
  0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00,
  0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
];
/** Levels of the 6x6x6 cube at 16-231. */
const LEVELS: readonly number[] = [0, 95, 135, 175, 215, 255];

/** Parameters without the CSI and the final m; "" where the depth has no colours. */
export function colorCodes(color: Color, layer: "fg" | "bg", depth: ColorDepth): string {
  if (depth === "none") return "";
  const base = layer === "fg" ? 30 : 40;
  if (typeof color === "string" && depth === "true") return `${base + 8};2;${rgbOf(color).join(";")}`;
  const index = depth === 16 ? nearestOf16(color) : nearestOf256(color);
  if (index < 8) return String(base + index);
  if (index < 16) return String(base + 60 + index - 8);
  return `${base + 8};5;${index}`;
}

function nearestOf16(color: Color): number {
  if (typeof color === "number" && color < 16) return color;
  return nearest(
    rgbOf(color),
    XTERM.map((rgb, index) => ({ index, rgb: split(rgb) })),
  );
}

/** The first 16 are left out: they are whatever the user made them. */
function nearestOf256(color: Color): number {
  if (typeof color === "number") return color & 255;
  const rgb = rgbOf(color);
  const [r, g, b] = rgb.map(nearestLevel);
  const cube = 16 + 36 * (r ?? 0) + 6 * (g ?? 0) + (b ?? 0);
  const mean = (rgb[0] + rgb[1] + rgb[2]) / 3;
  const grey = 232 + Math.min(23, Math.max(0, Math.round((mean - 8) / 10)));
  return nearest(
    rgb,
    [cube, grey].map((index) => ({ index, rgb: rgbOf(index) })),
  );
}

function nearestLevel(value: number): number {
  let best = 0;
  LEVELS.forEach((level, i) => {
    if (Math.abs(level - value) < Math.abs((LEVELS[best] ?? 0) - value)) best = i;
  });
  return best;
}

function nearest(rgb: Rgb, candidates: readonly { index: number; rgb: Rgb }[]): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const far = distance(rgb, candidate.rgb);
    if (far < least) {
      least = far;
      best = candidate.index;
    }
  }
  return best;
}

/** Squared, each part weighed by how well eyes tell it apart. */
function distance([r, g, b]: Rgb, [r2, g2, b2]: Rgb): number {
  return 2 * (r - r2) ** 2 + 4 * (g - g2) ** 2 + 3 * (b - b2) ** 2;
}

function rgbOf(color: Color): Rgb {
  if (typeof color === "string") return split(Number.parseInt(color.slice(1), 16));
  if (color < 16) return split(XTERM[color] ?? 0);
  if (color >= 232) {
    const grey = 8 + 10 * (color - 232);
    return [grey, grey, grey];
  }
  const at = color - 16;
  const [r = 0, g = 0, b = 0] = [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map((step) => LEVELS[step] ?? 0);
  return [r, g, b];
}

function split(rgb: number): Rgb {
  return [(rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255];
}
