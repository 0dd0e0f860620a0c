/** A text as the value of a field, quoted only where it must be. */
export function fieldValue(text: string): string {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.:/@+-]*$/u.test(text) ? text : quoted(text);
}

function quoted(text: string): string {
  const escaped = text
    .replace(/[\\"]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  return `"${escaped}"`;
}
