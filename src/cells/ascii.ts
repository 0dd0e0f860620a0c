/** The screen for a terminal whose locale is not UTF-8: every cell keeps its place, what ASCII has no sign for is a `?`. */
import type { Grid } from "./grid.ts";

const TWINS: Readonly<Record<string, string>> = {
  "·": "-",
  "…": "~",
  "≈": "~",
  "≥": ">",
  "→": ">",
  "←": "<",
  "↔": "=",
  Δ: "D",
  "✗": "x",
  "␛": "^",
  "\u00a0": " ",
  "“": '"',
  "”": '"',
  "‘": "'",
  "’": "'",
  "–": "-",
  "—": "-",
};

export function toAscii(grid: Grid): Grid {
  return { ...grid, text: grid.text.map(asciiCell) };
}

/** "" is the right half of a wide cluster, whose left half has become a `?` as well. */
function asciiCell(cluster: string): string {
  if (cluster.length === 1 && cluster.charCodeAt(0) < 0x7f) return cluster;
  return TWINS[cluster] ?? "?";
}
