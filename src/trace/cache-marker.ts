/**
 * Prompt-cache markers, as Anthropic's API has them: they move from message to message while the content stays.
 * A quote inside a JSON string is always escaped, so these patterns cannot match inside one.
 */
const MARKER = '"cache_control"\\s*:\\s*(?:\\{[^{}]*\\}|null)';
const MARKERS = new RegExp(`,\\s*${MARKER}|(?<=\\{)${MARKER}\\s*,\\s*`, "g");

/** The element's text without its cache markers; the same string when it has none. */
export function unmarked(text: string): string {
  return text.includes('"cache_control"') ? text.replace(MARKERS, "") : text;
}
