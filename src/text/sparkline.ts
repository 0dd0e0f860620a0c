/** A row of numbers as a row of bars, one cell each. */

const BARS = "▁▂▃▄▅▆▇█";
/** Eight heights that a terminal without Unicode can tell apart. */
const ASCII_BARS = "_.-~+=*#";

/**
 * At most `width` cells: with more values than that each cell shows the largest of its share. Bars stand on 0, so that
 * twice the height is twice the value.
 */
export function sparkline(values: readonly number[], width: number, unicode = true): string {
  const bars = unicode ? BARS : ASCII_BARS;
  const cells = Math.min(Math.max(0, Math.floor(width)), values.length);
  let highest = 0;
  for (const value of values) if (value > highest) highest = value;
  let line = "";
  for (let cell = 0; cell < cells; cell++) {
    const from = Math.floor((cell * values.length) / cells);
    const to = Math.max(from + 1, Math.floor(((cell + 1) * values.length) / cells));
    let largest = 0;
    for (let at = from; at < to; at++) largest = Math.max(largest, values[at] ?? 0);
    const height = highest > 0 ? Math.ceil((largest / highest) * bars.length) - 1 : 0;
    line += bars[Math.max(0, height)];
  }
  return line;
}
