/**
 * The texts of the whole top-level objects in `source`, whatever stands between them: the elements of an array that is still being
 * written, values on lines of their own, values glued together. What is cut off at the end is left out.
 */
export function objectsIn(source: string): string[] {
  const found: string[] = [];
  const mark = /["{}]/g;
  let depth = 0;
  let start = 0;
  for (let match = mark.exec(source); match !== null; match = mark.exec(source)) {
    const token = match[0];
    if (token === '"') {
      const end = stringEnd(source, match.index + 1);
      if (end < 0) break;
      mark.lastIndex = end;
    } else if (token === "{") {
      if (depth === 0) start = match.index;
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      if (depth === 0) found.push(source.slice(start, match.index + 1));
    }
  }
  return found;
}

/** Place behind the quote that ends the string whose content begins at `from`; -1 when nothing ends it. */
function stringEnd(source: string, from: number): number {
  for (let quote = source.indexOf('"', from); quote >= 0; quote = source.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (quote - 1 - slashes >= from && source[quote - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
  }
  return -1;
}
