import type { Operator, Problem } from "./ast.ts";

/** Cuts a filter text into tokens. A value directly follows its field's operator, so the lexer knows when to read one. */

interface Place {
  readonly from: number;
  readonly to: number;
}

export type Token = Place &
  (
    | { readonly type: "open" | "close" | "or" | "and" | "not" | "comma" }
    | { readonly type: "literal"; readonly text: string; readonly quoted: boolean }
    | { readonly type: "regex"; readonly source: string; readonly ignoreCase: boolean }
    | { readonly type: "name"; readonly name: string; readonly op: Operator }
    /** The place after `path:`; the operator, if any, follows as a token of type "operator". */
    | { readonly type: "pointer"; readonly text: string }
    | { readonly type: "operator"; readonly op: Operator }
    | { readonly type: "short"; readonly letters: string }
  );

const WORD_END = /[\s()&|"']/;
const FIELD_HEAD = /^([A-Za-z][\w.]*)(!=|>=|<=|[:=><])/;
const OPERATOR = /^(?:!=|>=|<=|[:=><])/;
const KEYWORDS: Readonly<Record<string, "and" | "or" | "not">> = {
  and: "and",
  AND: "and",
  or: "or",
  OR: "or",
  not: "not",
  NOT: "not",
};
const SINGLE: Readonly<Record<string, "open" | "close" | "or" | "and" | "not">> = {
  "(": "open",
  ")": "close",
  "|": "or",
  "&": "and",
  "!": "not",
  "-": "not",
};

export function keyword(word: string): "and" | "or" | "not" | undefined {
  return Object.hasOwn(KEYWORDS, word) ? KEYWORDS[word] : undefined;
}

/** Any text in; tokens, or the first place that is no filter. `isField` tells the names of the fields table. */
export function lex(text: string, isField: (name: string) => boolean): readonly Token[] | Problem {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (/\s/.test(char)) {
      at++;
      continue;
    }
    const found = tokenAt(text, at, tokens.at(-1));
    if ("message" in found) return found;
    const problem = wordProblem(text, found, isField);
    if (problem) return problem;
    tokens.push(found);
    at = found.to;
  }
  return tokens;
}

function tokenAt(text: string, at: number, previous: Token | undefined): Token | Problem {
  const touching = previous?.to === at;
  if (touching && previous.type === "name") {
    return previous.name === "path" && previous.op === ":" ? pointerAt(text, at) : valueAt(text, at, previous);
  }
  if (touching && previous.type === "pointer") {
    const op = operatorAt(text, at);
    if (op) return { type: "operator", op, from: at, to: at + op.length };
  }
  if (touching && (previous.type === "operator" || previous.type === "comma")) return valueAt(text, at, previous);
  if (touching && isValue(previous) && text[at] === ",") return { type: "comma", from: at, to: at + 1 };
  return termAt(text, at);
}

function isValue(token: Token): boolean {
  return token.type === "literal" || token.type === "regex";
}

function termAt(text: string, at: number): Token {
  const char = text.charAt(at);
  const single = Object.hasOwn(SINGLE, char) ? SINGLE[char] : undefined;
  if (single) {
    const doubled = (char === "|" || char === "&") && text[at + 1] === char;
    return { type: single, from: at, to: at + (doubled ? 2 : 1) };
  }
  const delimited = quotedAt(text, at) ?? regexAt(text, at, /[\s()&|]/);
  if (delimited) return delimited;
  const word = wordAt(text, at, WORD_END);
  const short = /^~([A-Za-z]+)/.exec(word);
  if (short?.[1]) return { type: "short", letters: short[1], from: at, to: at + short[0].length };
  const key = keyword(word);
  if (key) return { type: key, from: at, to: at + word.length };
  const head = FIELD_HEAD.exec(word);
  if (head?.[1]) {
    const op = operatorAt(text, at + head[1].length) ?? ":";
    return { type: "name", name: head[1].toLowerCase(), op, from: at, to: at + head[0].length };
  }
  return { type: "literal", text: word, quoted: false, from: at, to: at + word.length };
}

function valueAt(text: string, at: number, before: Token): Token | Problem {
  const delimited = quotedAt(text, at) ?? regexAt(text, at, /[\s()&|,]/);
  if (delimited) return delimited;
  // `dur:>5s` is another way to write `dur>5s`.
  if (before.type === "name" && before.op === ":") {
    const op = operatorAt(text, at);
    if (op) return { type: "operator", op, from: at, to: at + op.length };
  }
  const word = wordAt(text, at, /[\s()&|"',]/);
  if (word) return { type: "literal", text: word, quoted: false, from: at, to: at + word.length };
  const head = text.slice(before.from, before.to);
  if (text[at] === "(") {
    const hint = before.type === "name" ? `a list is ${head}a,b` : "quote a value that holds ( or )";
    return { message: "a value cannot be a group", from: at, to: at + 1, hint };
  }
  return { message: `nothing after ${head}`, from: before.from, to: at, hint: "a value touches its operator" };
}

function pointerAt(text: string, at: number): Token | Problem {
  const quoted = quotedAt(text, at);
  if (quoted?.type === "literal") return { type: "pointer", text: quoted.text, from: at, to: quoted.to };
  const word = wordAt(text, at, /[\s()&|"',:=<>!]/);
  if (word) return { type: "pointer", text: word, from: at, to: at + word.length };
  return {
    message: "path: needs a place inside the request",
    from: at,
    to: at + 1,
    hint: "path:messages.0.role=system",
  };
}

function operatorAt(text: string, at: number): Operator | undefined {
  const found = OPERATOR.exec(text.slice(at, at + 2))?.[0];
  switch (found) {
    case ":":
    case "=":
    case "!=":
    case ">":
    case ">=":
    case "<":
    case "<=":
      return found;
    default:
      return undefined;
  }
}

function wordAt(text: string, at: number, end: RegExp): string {
  let to = at;
  while (to < text.length && !end.test(text.charAt(to))) to++;
  return text.slice(at, to);
}

/** An open quote runs to the end. `\n \t \r` mean what they mean in JSON, any other escaped character itself. */
function quotedAt(text: string, at: number): Token | undefined {
  const quote = text[at];
  if (quote !== '"' && quote !== "'") return undefined;
  let value = "";
  let to = at + 1;
  for (; to < text.length && text[to] !== quote; to++) {
    if (text[to] === "\\" && to + 1 < text.length) value += unescaped(text.charAt(++to));
    else value += text.charAt(to);
  }
  return { type: "literal", text: value, quoted: true, from: at, to: Math.min(text.length, to + 1) };
}

function unescaped(char: string): string {
  if (char === "n") return "\n";
  if (char === "t") return "\t";
  return char === "r" ? "\r" : char;
}

/** Only where the closing slash ends the token: so `/v1/chat/completions` and `/tmp` stay words. */
function regexAt(text: string, at: number, end: RegExp): Token | undefined {
  if (text[at] !== "/") return undefined;
  let close = at + 1;
  while (close < text.length && text[close] !== "/") close += text[close] === "\\" ? 2 : 1;
  if (close >= text.length || close === at + 1) return undefined;
  const ignoreCase = text[close + 1] === "i";
  const to = close + (ignoreCase ? 2 : 1);
  if (to < text.length && !end.test(text.charAt(to))) return undefined;
  return { type: "regex", source: text.slice(at + 1, close), ignoreCase, from: at, to };
}

/** `get(a|b)` and `dur > 5s` would quietly mean something else than what they look like. */
function wordProblem(text: string, token: Token, isField: (name: string) => boolean): Problem | undefined {
  if (token.type !== "literal" || token.quoted) return undefined;
  if (text[token.to] === "(") {
    const whole = text.slice(token.from, groupEnd(text, token.to));
    const escaped = whole.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    return {
      message: "a word cannot touch a parenthesis",
      from: token.to,
      to: token.to + 1,
      hint: `quote it: ${JSON.stringify(whole)} or write a regex: /${escaped}/`,
    };
  }
  if (!isField(token.text.toLowerCase())) return undefined;
  const gap = /^\s+/.exec(text.slice(token.to, token.to + 80))?.[0].length ?? 0;
  const op = gap > 0 ? operatorAt(text, token.to + gap) : undefined;
  if (!op) return undefined;
  const from = token.to + gap;
  return {
    message: `${op} must touch its field`,
    from,
    to: from + op.length,
    hint: `write ${token.text}${op}…, or quote "${token.text}" to look for the word`,
  };
}

function groupEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at + 1;
  }
  return text.length;
}
