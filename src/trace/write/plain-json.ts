import { endOfString, isSpace } from "../../json/end-of-value.ts";
import { CLOSE_LIST, CLOSE_OBJECT, COLON, OPEN_LIST, OPEN_OBJECT, QUOTE } from "../../json/punctuation.ts";
import { keyOf, skipSpace } from "../json-text.ts";

/** What may stand in a line as it is: JSON that any reader understands alike. */

/** Whether `text` is valid JSON without line breaks, without white space around it, and with unique keys in every object. */
export function isPlainJson(text: string): boolean {
  return !/[\n\r]/.test(text) && isJson(text) && isPlain(text);
}

/** The same for a text that is valid JSON. */
export function isPlain(text: string): boolean {
  const padded = isSpace(text.charCodeAt(0)) || isSpace(text.charCodeAt(text.length - 1));
  return !padded && !text.includes("\n") && !text.includes("\r") && hasUniqueKeys(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** `text` must be valid JSON. */
function hasUniqueKeys(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === OPEN_OBJECT) open.push(new Set());
    else if (code === OPEN_LIST) open.push(undefined);
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) open.pop();
    else if (code === QUOTE) {
      const end = endOfString(text, i);
      const keys = open.at(-1);
      if (keys && text.charCodeAt(skipSpace(text, end)) === COLON) {
        const key = keyOf(text.slice(i, end));
        if (keys.has(key)) return false;
        keys.add(key);
      }
      i = end - 1;
    }
  }
  return true;
}
