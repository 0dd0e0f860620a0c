/** Interns styles: equal styles have one number, so that a cell holds a number and cells compare by it. 0 is the plain style. */
import { PLAIN, type Style } from "./line.ts";

const styles: Style[] = [PLAIN];
const byKey = new Map<string, number>([[keyOf(PLAIN), 0]]);
const byObject = new WeakMap<Style, number>([[PLAIN, 0]]);

/** The number of a style. The same for every style that looks the same, for the life of the process. */
export function styleId(style: Style): number {
  const known = byObject.get(style);
  if (known !== undefined) return known;
  const key = keyOf(style);
  let id = byKey.get(key);
  if (id === undefined) {
    id = styles.length;
    styles.push(style);
    byKey.set(key, id);
  }
  byObject.set(style, id);
  return id;
}

export function styleOf(id: number): Style {
  return styles[id] ?? PLAIN;
}

function keyOf(style: Style): string {
  const flags =
    (style.bold ? 1 : 0) |
    (style.dim ? 2 : 0) |
    (style.italic ? 4 : 0) |
    (style.underline ? 8 : 0) |
    (style.inverse ? 16 : 0) |
    (style.strike ? 32 : 0);
  return `${style.fg ?? ""};${style.bg ?? ""};${flags}`;
}
