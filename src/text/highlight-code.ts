import { highlight, supportsLanguage } from "cli-highlight";
import type { Piece } from "./highlight-json.ts";

/** Colours small blocks of code with cli-highlight. Slow to load: imported on demand only. */

export type CodeToken =
  | "code.plain"
  | "code.keyword"
  | "code.string"
  | "code.number"
  | "code.comment"
  | "code.name"
  | "code.type"
  | "code.meta"
  | "code.strong"
  | "code.emphasis"
  | "diff.added"
  | "diff.removed";

export type CodePiece = Piece<CodeToken>;
/** Pieces for each of the sanitised lines of one block. */
export type CodeHighlighter = (lines: readonly string[], language: string) => readonly (readonly CodePiece[])[];

/** Characters beyond which a block stays plain: the time cli-highlight takes grows faster than the text. */
export const CODE_LIMIT = 20_000;
const CACHE_LIMIT = 1_000_000;

const TOKENS: Record<string, CodeToken> = {
  keyword: "code.keyword",
  literal: "code.keyword",
  tag: "code.keyword",
  name: "code.keyword",
  selector: "code.keyword",
  string: "code.string",
  regexp: "code.string",
  symbol: "code.string",
  link: "code.string",
  code: "code.string",
  number: "code.number",
  comment: "code.comment",
  quote: "code.comment",
  doctag: "code.comment",
  title: "code.name",
  section: "code.name",
  function: "code.plain",
  class: "code.plain",
  params: "code.plain",
  subst: "code.plain",
  formula: "code.plain",
  attr: "code.name",
  attribute: "code.name",
  variable: "code.name",
  type: "code.type",
  built_in: "code.type",
  meta: "code.meta",
  bullet: "code.meta",
  strong: "code.strong",
  emphasis: "code.emphasis",
  addition: "diff.added",
  deletion: "diff.removed",
};

// Sanitised text holds no control characters, so these can mark where a token begins (a token's number follows) and ends.
const BEGIN = "\x01";
const END = "\x02";
const NUMBERED = [...new Set(Object.values(TOKENS))];

/** A theme whose "colours" are our marks. Every class has an entry, or cli-highlight would use ANSI colours for it. */
function markingTheme(): Record<string, (code: string) => string> {
  const entries = Object.entries(TOKENS).map(([name, token]) => {
    const begin = BEGIN + String.fromCharCode(0x20 + NUMBERED.indexOf(token));
    return [name, (code: string) => begin + code + END] as const;
  });
  return { ...Object.fromEntries(entries), default: (code) => code };
}

/** Turns marked text into pieces, line by line; the innermost token counts, "code.plain" takes that of what it is in. */
function readMarks(marked: string): CodePiece[][] {
  const lines: CodePiece[][] = [[]];
  const open: CodeToken[] = ["code.plain"];
  for (const [part] of marked.matchAll(/\x01.|\x02|\n|[^\x01\x02\n]+/gu)) {
    const token = open[open.length - 1] ?? "code.plain";
    if (part === END) open.pop();
    else if (part === "\n") lines.push([]);
    else if (part.startsWith(BEGIN)) {
      const inner = NUMBERED[part.charCodeAt(1) - 0x20] ?? "code.plain";
      open.push(inner === "code.plain" ? token : inner);
    } else lines[lines.length - 1]?.push({ text: part, token });
  }
  return lines;
}

function plainCode(lines: readonly string[]): CodePiece[][] {
  return lines.map((text) => (text === "" ? [] : [{ text, token: "code.plain" }]));
}

function sameText(pieces: readonly (readonly CodePiece[])[], lines: readonly string[]): boolean {
  return (
    pieces.length === lines.length &&
    pieces.every((line, index) => line.map((piece) => piece.text).join("") === lines[index])
  );
}

/**
 * The highlighter, with a cache of its own. Blocks over `CODE_LIMIT` characters, in a language it does not know, or
 * that come back with other text than they went in with, are plain.
 */
export async function loadCodeHighlighter(): Promise<CodeHighlighter> {
  const theme = markingTheme();
  const cache = new Map<string, readonly (readonly CodePiece[])[]>();
  let cached = 0;

  const render = (lines: readonly string[], code: string, language: string): CodePiece[][] => {
    try {
      const pieces = readMarks(highlight(code, { language, ignoreIllegals: true, theme }));
      return sameText(pieces, lines) ? pieces : plainCode(lines);
    } catch {
      return plainCode(lines);
    }
  };

  return (lines, language) => {
    const code = lines.join("\n");
    if (code.length > CODE_LIMIT || /[\x01\x02]/.test(code)) return plainCode(lines);
    if (language === "" || !supportsLanguage(language)) return plainCode(lines);
    const key = `${language}\n${code}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    if (cached + key.length > CACHE_LIMIT) {
      cache.clear();
      cached = 0;
    }
    cached += key.length;
    const pieces = render(lines, code, language);
    cache.set(key, pieces);
    return pieces;
  };
}
