import { formatPointer } from "../json/pointer.ts";

/** The strings and numbers of a JSON text with their places, without parsing it. Total: on anything else it answers what it can make out. */

export interface Token {
  readonly kind: "string" | "key" | "number";
  readonly start: number;
  /** Behind the closing quote. */
  readonly end: number;
  /** Name or index of the value; of a key, the key itself. */
  readonly key: string | number;
  /** Where it stands; of a key, the object that has it. */
  pointer(): string;
}

interface Frame {
  readonly isObject: boolean;
  at: string | number;
}

export function* jsonTokens(text: string, from = 0, to = text.length): Generator<Token> {
  const open: Frame[] = [];
  const pointer = (levels: number) => () => formatPointer(open.slice(0, levels).map(({ at }) => at));
  for (let i = from; i < to; i++) {
    const char = text.charCodeAt(i);
    const frame = open.at(-1);
    if (char === 0x7b) open.push({ isObject: true, at: "" });
    else if (char === 0x5b) open.push({ isObject: false, at: 0 });
    else if (char === 0x7d || char === 0x5d) open.pop();
    else if (char === 0x2c && typeof frame?.at === "number") frame.at++;
    else if (char === 0x22) {
      const end = Math.min(stringEnd(text, i), to);
      if (frame?.isObject && isFollowedByColon(text, end)) {
        frame.at = decoded(text.slice(i, end));
        yield { kind: "key", start: i, end, key: frame.at, pointer: pointer(open.length - 1) };
      } else yield { kind: "string", start: i, end, key: frame?.at ?? "", pointer: pointer(open.length) };
      i = end - 1;
    } else if (char === 0x2d || (char >= 0x30 && char <= 0x39)) {
      const end = numberEnd(text, i, to);
      yield { kind: "number", start: i, end, key: frame?.at ?? "", pointer: pointer(open.length) };
      i = end - 1;
    }
  }
}

/** What a string token stands for; its raw text where its escapes are none. */
export function decoded(token: string): string {
  const closed = token.length > 1 && token.endsWith('"');
  if (closed && !token.includes("\\")) return token.slice(1, -1);
  try {
    return String(JSON.parse(closed ? token : `${token}"`));
  } catch {
    return token.slice(1, closed ? -1 : undefined);
  }
}

/** Behind the closing quote of the string that opens at `at`; the end of the text when nothing closes it. */
function stringEnd(text: string, at: number): number {
  for (let quote = text.indexOf('"', at + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text.charCodeAt(before) === 0x5c) before--;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return text.length;
}

function isFollowedByColon(text: string, at: number): boolean {
  let i = at;
  while (" \t\r\n".includes(text.charAt(i)) && i < text.length) i++;
  return text.charCodeAt(i) === 0x3a;
}

function numberEnd(text: string, at: number, to: number): number {
  let i = at + 1;
  while (i < to && /[\d.eE+-]/.test(text.charAt(i))) i++;
  return i;
}
