/** Tokens of texts that differ from run to run. An epoch inside of a time or an id is part of that: the longer kinds go first. */
const TOKENS = ["time", "uuid", "epoch", "path"] as const;

/**
 * What differs from run to run in prompts: tokens, and the order of what an agent lists as a disk, a set or servers that
 * start at once gave it. Used only where the user asked for it.
 */
export const SCRUBS = [...TOKENS, "order"] as const;
export type Scrub = (typeof SCRUBS)[number];

export function isScrub(word: string): word is Scrub {
  return SCRUBS.some((scrub) => scrub === word);
}

const DATE = "\\d{4}-\\d{2}-\\d{2}";
const CLOCK = "\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?";
const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\\.?";

/** Each matches its whole token, and nothing it writes in its place is matched again. */
const PATTERNS: Readonly<Record<(typeof TOKENS)[number], readonly RegExp[]>> = {
  time: [
    new RegExp(`\\b${DATE}(?:[T ]${CLOCK}(?: ?(?:Z|[+-]\\d{2}:?\\d{2}))?)?`, "g"),
    new RegExp(`\\b${MONTH} \\d{1,2},? \\d{4}\\b|\\b\\d{1,2} ${MONTH} \\d{4}\\b`, "g"),
    new RegExp(`\\b${CLOCK}\\b(?: ?(?:AM|PM|UTC|GMT|Z)\\b)?`, "gi"),
  ],
  uuid: [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi],
  // Seconds and milliseconds from 2001-09-09 to 2033-05-18.
  epoch: [/(?<![\w.])1\d{9}(?:\d{3})?(?:\.\d{1,9})?(?![\w])/g],
  path: [/(?<![\w/.~-])(?:\/private)?\/(?:tmp|var\/folders|var\/tmp|home|Users|root)\/[^\s"'`<>|:;,)\]}]*/g],
};

/** `text` with each token of these kinds replaced by its kind: "<time>"; for "order", with its lines sorted. */
export function scrubbed(text: string, kinds: readonly Scrub[]): string {
  let out = text;
  for (const kind of TOKENS) {
    if (!kinds.includes(kind)) continue;
    for (const pattern of PATTERNS[kind]) out = out.replace(pattern, `<${kind}>`);
  }
  return kinds.includes("order") ? linesSorted(out) : out;
}

/** In a list that is written as JSON all lines but the last end in a comma. */
function linesSorted(text: string): string {
  const lines = text.split("\n");
  return lines.length < 2
    ? text
    : lines
        .map((line) => line.replace(/,?\s*$/, ""))
        .sort()
        .join("\n");
}

/** The members of requests whose items have names of their own, so that their order says nothing. */
const UNORDERED = new Set(["tools", "functions", "functionDeclarations"]);

/** Whether the items of the list at `key` count in any order. */
export function isUnordered(key: string, kinds: readonly Scrub[]): boolean {
  return kinds.includes("order") && UNORDERED.has(key);
}

/** A number that is a moment in seconds or milliseconds. */
export function isEpoch(value: number): boolean {
  return (value >= 1e9 && value < 2e9) || (value >= 1e12 && value < 2e12);
}
