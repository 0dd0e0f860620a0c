import { endOfString } from "../../json/end-of-value.ts";
import { keyOf, pointerOf, type Span, skipSpace } from "../json-text.ts";

/** A string value in a JSON text; `span` holds the quotes. */
export interface Leaf {
  readonly pointer: string;
  readonly span: Span;
}

interface Frame {
  readonly isObject: boolean;
  /** Key or index of the value being read. */
  at: string | number;
}

/** String values whose text between the quotes is at least `least` long. `text` must be valid JSON. */
export function bigLeaves(text: string, least: number): Leaf[] {
  const leaves: Leaf[] = [];
  const open: Frame[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    const frame = open.at(-1);
    if (char === "{") open.push({ isObject: true, at: "" });
    else if (char === "[") open.push({ isObject: false, at: 0 });
    else if (char === "}" || char === "]") open.pop();
    else if (char === "," && frame && typeof frame.at === "number") frame.at++;
    else if (char === '"') {
      const end = endOfString(text, i);
      if (frame?.isObject && text[skipSpace(text, end)] === ":") frame.at = keyOf(text.slice(i, end));
      else if (end - i - 2 >= least) {
        leaves.push({ pointer: pointerOf(open.map(({ at }) => at)), span: { start: i, end } });
      }
      i = end - 1;
    }
  }
  return leaves;
}
