import { endOfString, keyOf, skipSpace } from "./json-text.ts";

/** What may stand in a line as it is: JSON that any reader understands alike. */

/** Whether `text` is valid JSON without line breaks, without white space around it, and with unique keys in every object. */
export function isPlainJson(text: string): boolean {
  if (/[\n\r]/.test(text) || /^[ \t]|[ \t]$/.test(text)) return false;
  try {
    JSON.parse(text);
  } catch {
    return false;
  }
  return hasUniqueKeys(text);
}

/** `text` must be valid JSON. */
function hasUniqueKeys(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === "{") open.push(new Set());
    else if (char === "[") open.push(undefined);
    else if (char === "}" || char === "]") open.pop();
    else if (char === '"') {
      const end = endOfString(text, i);
      const keys = open.at(-1);
      if (keys && text[skipSpace(text, end)] === ":") {
        const key = keyOf(text.slice(i, end));
        if (keys.has(key)) return false;
        keys.add(key);
      }
      i = end - 1;
    }
  }
  return true;
}
