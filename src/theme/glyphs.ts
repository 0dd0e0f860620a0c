import type { KindName } from "./token.ts";

/** The signs of the screen, each one cell wide, and their twins for terminals without Unicode. */

export interface Glyphs {
  readonly kind: Readonly<Record<KindName, string>>;
  readonly breakpoint: string;
  readonly breakpointOff: string;
  readonly mark: string;
  readonly note: string;
  readonly cursor: string;
  readonly folded: string;
  readonly open: string;
  readonly ok: string;
  readonly error: string;
  readonly truncated: string;
  readonly pending: string;
  readonly about: string;
  readonly arrow: string;
  readonly crumb: string;
  readonly ellipsis: string;
  readonly delta: string;
  readonly dot: string;
  readonly vertical: string;
  readonly horizontal: string;
  readonly gutter: string;
  readonly track: string;
  readonly thumb: string;
  readonly tick: string;
  /** A call that stands still. */
  readonly held: string;
  /** Where an answer came from: a recording, a provider, a person. */
  readonly origin: { readonly served: string; readonly live: string; readonly given: string };
  /** Before what hangs on the row above. */
  readonly branch: string;
}

const UNICODE: Glyphs = {
  kind: {
    llm: "◆",
    tool: "⚙",
    memory: "◇",
    node: "○",
    message: "✉",
    checkpoint: "◈",
    error: "✗",
    http: "⇄",
    raw: "·",
  },
  breakpoint: "●",
  breakpointOff: "◌",
  mark: "★",
  note: "✎",
  cursor: "▶",
  folded: "▸",
  open: "▾",
  ok: "✓",
  error: "✗",
  truncated: "✂",
  pending: "◔",
  about: "≈",
  arrow: "→",
  crumb: "▸",
  ellipsis: "…",
  delta: "Δ",
  dot: "·",
  vertical: "│",
  horizontal: "─",
  gutter: "▏",
  track: "│",
  thumb: "█",
  tick: "━",
  held: "‖",
  origin: { served: "↺", live: "↯", given: "✎" },
  branch: "└",
};

const ASCII: Glyphs = {
  kind: {
    llm: "*",
    tool: "$",
    memory: "m",
    node: "o",
    message: "@",
    checkpoint: "#",
    error: "x",
    http: "%",
    raw: ".",
  },
  breakpoint: "B",
  breakpointOff: "b",
  mark: "!",
  note: "n",
  cursor: ">",
  folded: "+",
  open: "-",
  ok: "v",
  error: "x",
  truncated: "/",
  pending: "?",
  about: "~",
  arrow: ">",
  crumb: ">",
  ellipsis: "~",
  delta: "d",
  dot: "-",
  vertical: "|",
  horizontal: "-",
  gutter: "|",
  track: "|",
  thumb: "#",
  tick: "=",
  held: "H",
  origin: { served: "<", live: "!", given: "n" },
  branch: "`",
};

export function glyphsFor(unicode: boolean): Glyphs {
  return unicode ? UNICODE : ASCII;
}
