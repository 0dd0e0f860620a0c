/**
 * Prompt-cache markers, as Anthropic's API has them: they move from message to message while the content stays.
 * A quote inside a JSON string is always escaped, so these patterns cannot match inside one.
 */
const MARKER = '"cache_control"\\s*:\\s*(?:\\{(?:[^{}"\\\\]|"[^"{}\\\\]*")*\\}|null)';
const MARKERS = new RegExp(`,\\s*${MARKER}|(?<=\\{)${MARKER}\\s*,\\s*`, "g");

/** The element's text without its cache markers; the same string when it has none. */
export function unmarked(text: string): string {
  return text.includes('"cache_control"') ? text.replace(MARKERS, "") : text;
}

/** What has to be put into a text, and before which of its UTF-8 bytes, in ascending order. */
export type Insertions = readonly (readonly [at: number, text: string])[];

/** The markers of `text`, as insertions into `unmarked(text)`. */
export function markersOf(text: string): Insertions {
  const insertions: [number, string][] = [];
  let bytes = 0;
  let from = 0;
  for (const match of text.matchAll(MARKERS)) {
    bytes += Buffer.byteLength(text.slice(from, match.index));
    insertions.push([bytes, match[0]]);
    from = match.index + match[0].length;
  }
  return insertions;
}

/** `text` with the insertions made; undefined when one lies outside it or they do not ascend. */
export function inserted(text: string, insertions: Insertions): string | undefined {
  const bytes = Buffer.from(text);
  const parts: string[] = [];
  let from = 0;
  for (const [at, what] of insertions) {
    if (at < from || at > bytes.length) return undefined;
    parts.push(bytes.toString("utf8", from, at), what);
    from = at;
  }
  parts.push(bytes.toString("utf8", from));
  return parts.join("");
}
