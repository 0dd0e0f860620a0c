import type { Style } from "../cells/line.ts";
import type { Token } from "./token.ts";

/**
 * Styles by meaning. Colours are the sixteen of the terminal, so the user's own palette rules; whatever a colour says
 * a glyph or a word says too, which is what `mono` (the theme of NO_COLOR) leaves.
 */

export const THEME_NAMES = ["dark", "light", "high-contrast", "mono"] as const;
export type ThemeName = (typeof THEME_NAMES)[number];
/** What a user can ask for: `auto` is dark or light, as the terminal's background is. */
export const THEME_CHOICES = ["auto", ...THEME_NAMES] as const;

export interface Theme {
  readonly name: ThemeName;
  style(token: Token): Style;
}

const RED = 1;
const GREEN = 2;
const YELLOW = 3;
const BLUE = 4;
const MAGENTA = 5;
const CYAN = 6;
const BRIGHT = 8;

/** What holds in every theme: attributes only. */
const mono: Partial<Record<Token, Style>> = {
  "text.dim": { dim: true },
  "text.strong": { bold: true },
  "role.user": { bold: true },
  "role.assistant": { bold: true },
  "role.system": { bold: true },
  "role.tool": { bold: true },
  "kind.error": { bold: true },
  "status.error": { bold: true },
  "status.truncated": { bold: true },
  "status.pending": { dim: true },
  "json.key": { bold: true },
  "json.punctuation": { dim: true },
  "code.keyword": { bold: true },
  "code.comment": { dim: true },
  "code.strong": { bold: true },
  "code.emphasis": { italic: true },
  "diff.equal": { dim: true },
  "diff.added": { bold: true },
  "diff.removed": { dim: true },
  "diff.addedWord": { bold: true, underline: true },
  "diff.removedWord": { strike: true },
  cursor: { inverse: true },
  "cursor.inactive": { bold: true },
  selection: { inverse: true },
  match: { underline: true },
  "match.current": { inverse: true, bold: true },
  mark: { bold: true },
  breakpoint: { bold: true },
  fork: { bold: true },
  live: { bold: true, inverse: true },
  bar: { inverse: true },
  title: { bold: true },
  heading: { bold: true },
  border: { dim: true },
  "border.active": { bold: true },
  tab: { dim: true },
  "tab.active": { bold: true, underline: true },
  hint: { dim: true },
  "hint.key": { bold: true },
  prompt: { bold: true },
  warning: { bold: true },
  "scroll.track": { dim: true },
};

const coloured: Partial<Record<Token, Style>> = {
  ...mono,
  "role.user": { fg: GREEN, bold: true },
  "role.assistant": { fg: CYAN, bold: true },
  "role.system": { fg: MAGENTA, bold: true },
  "role.tool": { fg: YELLOW, bold: true },
  "kind.llm": { fg: CYAN },
  "kind.tool": { fg: YELLOW },
  "kind.memory": { fg: MAGENTA },
  "kind.node": { fg: BLUE },
  "kind.checkpoint": { fg: BLUE },
  "kind.error": { fg: RED, bold: true },
  "kind.http": { dim: true },
  "kind.raw": { dim: true },
  "status.error": { fg: RED, bold: true },
  "status.truncated": { fg: YELLOW },
  "status.pending": { fg: BLUE },
  "json.key": { fg: BLUE },
  "json.string": { fg: GREEN },
  "json.number": { fg: CYAN },
  "json.literal": { fg: MAGENTA },
  "code.keyword": { fg: MAGENTA },
  "code.string": { fg: GREEN },
  "code.number": { fg: CYAN },
  "code.name": { fg: BLUE },
  "code.type": { fg: YELLOW },
  "code.meta": { fg: CYAN },
  "diff.added": { fg: GREEN },
  "diff.removed": { fg: RED },
  "diff.changed": { fg: YELLOW },
  "diff.moved": { fg: BLUE },
  "diff.addedWord": { fg: GREEN, inverse: true },
  "diff.removedWord": { fg: RED, inverse: true },
  match: { fg: YELLOW, underline: true },
  "match.current": { fg: YELLOW, inverse: true },
  mark: { fg: YELLOW, bold: true },
  breakpoint: { fg: RED, bold: true },
  fork: { fg: MAGENTA, bold: true },
  live: { fg: RED, inverse: true, bold: true },
  "border.active": { fg: CYAN },
  "tab.active": { fg: CYAN, bold: true, underline: true },
  "hint.key": { fg: CYAN },
  prompt: { fg: CYAN, bold: true },
  warning: { fg: YELLOW, bold: true },
  heading: { fg: BLUE, bold: true },
};

/** Cyan and yellow are pale on white: blue and magenta stand in. */
const light: Partial<Record<Token, Style>> = {
  ...coloured,
  "role.assistant": { fg: BLUE, bold: true },
  "role.tool": { fg: RED, bold: true },
  "kind.llm": { fg: BLUE },
  "kind.tool": { fg: RED },
  "status.truncated": { fg: MAGENTA },
  "json.number": { fg: MAGENTA },
  "code.number": { fg: MAGENTA },
  "code.type": { fg: BLUE },
  "code.meta": { fg: BLUE },
  "diff.changed": { fg: MAGENTA },
  match: { fg: MAGENTA, underline: true },
  "match.current": { fg: MAGENTA, inverse: true },
  mark: { fg: MAGENTA, bold: true },
  "border.active": { fg: BLUE },
  "tab.active": { fg: BLUE, bold: true, underline: true },
  "hint.key": { fg: BLUE },
  prompt: { fg: BLUE, bold: true },
  warning: { fg: RED, bold: true },
};

/** Bright colours, nothing dimmed. */
const highContrast: Partial<Record<Token, Style>> = Object.fromEntries(
  Object.entries(coloured).map(([token, { dim: _, ...style }]) => [
    token,
    typeof style.fg === "number" && style.fg < BRIGHT ? { ...style, fg: style.fg + BRIGHT } : style,
  ]),
);

const PLAIN: Style = {};

function themeOf(name: ThemeName, palette: Partial<Record<Token, Style>>): Theme {
  return { name, style: (token) => palette[token] ?? PLAIN };
}

export const themes: Readonly<Record<ThemeName, Theme>> = {
  dark: themeOf("dark", coloured),
  light: themeOf("light", light),
  "high-contrast": themeOf("high-contrast", highContrast),
  mono: themeOf("mono", mono),
};

function isThemeName(name: string): name is ThemeName {
  return Object.hasOwn(themes, name);
}

/** The theme for what was asked and what is known of the terminal; a terminal without colours has `mono`. */
export function themeFor(choice: string, terminal: { readonly light: boolean; readonly colorless: boolean }): Theme {
  if (terminal.colorless) return themes.mono;
  return themeNamed(choice) ?? (terminal.light ? themes.light : themes.dark);
}

/** The theme called `name`, or undefined. */
export function themeNamed(name: string): Theme | undefined {
  return isThemeName(name) ? themes[name] : undefined;
}
