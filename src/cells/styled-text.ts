/** Text with SGR sequences, as Ink and chalk make it, into lines of spans. Any other escape sequence is left out. */
import { type Color, type Line, PLAIN, type Span, type Style } from "./line.ts";

const ESCAPE = /\x1b(?:\[([0-?]*)[ -/]*([@-~])|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?|.?)/gsu;

/** One line for each line of `text`; a style goes on over line ends. */
export function parseStyledText(text: string): Line[] {
  let style: Style = PLAIN;
  return text.split("\n").map((row) => {
    const line: Span[] = [];
    const push = (piece: string): void => {
      if (piece !== "") line.push({ text: piece, style });
    };
    let end = 0;
    for (const match of row.matchAll(ESCAPE)) {
      push(row.slice(end, match.index));
      end = match.index + match[0].length;
      if (match[2] === "m") style = applySgr(style, match[1] ?? "");
    }
    push(row.slice(end));
    return line;
  });
}

type Draft = { -readonly [K in keyof Style]: Style[K] };

/** `parameters` as between CSI and m: "", "1;38;5;208", "0". */
function applySgr(before: Style, parameters: string): Style {
  const codes = parameters.split(/[;:]/).map(Number);
  let style: Draft = { ...before };
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0;
    if (code === 0) style = {};
    else if (code === 38 || code === 48) {
      const [color, length] = extendedColor(codes.slice(i + 1));
      i += length;
      if (color !== null) style[code === 38 ? "fg" : "bg"] = color;
    } else applyCode(style, code);
  }
  return style;
}

const ON = { 1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "inverse", 9: "strike" } as const;
const OFF: Readonly<Record<number, readonly (keyof Style)[]>> = {
  22: ["bold", "dim"],
  23: ["italic"],
  24: ["underline"],
  27: ["inverse"],
  29: ["strike"],
  39: ["fg"],
  49: ["bg"],
};

function applyCode(style: Draft, code: number): void {
  if (code === 1 || code === 2 || code === 3 || code === 4 || code === 7 || code === 9) style[ON[code]] = true;
  else if (code >= 30 && code <= 37) style.fg = code - 30;
  else if (code >= 40 && code <= 47) style.bg = code - 40;
  else if (code >= 90 && code <= 97) style.fg = code - 82;
  else if (code >= 100 && code <= 107) style.bg = code - 92;
  else for (const name of OFF[code] ?? []) delete style[name];
}

/** What follows 38 or 48: the colour, and how many parameters it took. */
function extendedColor([kind, a = 0, b = 0, c = 0]: number[]): [Color | null, number] {
  if (kind === 5) return [a & 255, 2];
  if (kind !== 2) return [null, 1];
  const hex = [a, b, c].map((part) => (part & 255).toString(16).padStart(2, "0")).join("");
  return [`#${hex}`, 4];
}
