/** What the terminal can do, as far as the environment tells without asking the terminal itself. */
import type { ColorDepth } from "./color-codes.ts";

export type ColorChoice = "auto" | "always" | "never";

export interface Capabilities {
  readonly colors: ColorDepth;
  /** Nothing but the terminal's own entry in terminfo tells its colours: `colors` is a guess. */
  readonly guessed: boolean;
  /** The locale is UTF-8: box drawing and glyphs may be used. */
  readonly unicode: boolean;
  readonly ssh: boolean;
  readonly tmux: boolean;
  /** It may be asked questions and given a title. */
  readonly talks: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** `colors` is what --color said. The depth is a first answer by name: `terminfoColors` knows names that this does not. */
export function capabilitiesOf(env: Environment, colors: ColorChoice = "auto"): Capabilities {
  const term = env.TERM ?? "";
  return {
    colors: colorDepth(env, colors),
    guessed: colors === "auto" && isGuessed(env),
    unicode: isUtf8(env),
    ssh: Boolean(env.SSH_CONNECTION || env.SSH_TTY || env.SSH_CLIENT),
    tmux: Boolean(env.TMUX),
    talks: !/^(dumb|linux|vt\d*|cons25|emacs|)$/.test(term),
  };
}

/** Escape sequences that begin with the Esc key's byte may come in pieces; a network makes the gaps longer. Milliseconds. */
export function escapeHold(capabilities: Capabilities): number {
  return capabilities.ssh ? 100 : 30;
}

function colorDepth(env: Environment, choice: ColorChoice): ColorDepth {
  const term = env.TERM ?? "";
  if (choice === "never") return "none";
  if (choice === "auto" && (env.NO_COLOR || term === "dumb" || term === "")) return "none";
  if (/^(truecolor|24bit)$/i.test(env.COLORTERM ?? "") || /direct|truecolor/.test(term)) return "true";
  if (/^(xterm-kitty|xterm-ghostty|alacritty|foot|wezterm|contour|rio)/.test(term)) return "true";
  if (/256/.test(term)) return 256;
  if (choice === "auto" && /^(vt\d+|ansi-m|.*-m|.*-mono)$/.test(term)) return "none";
  return 16;
}

function isGuessed(env: Environment): boolean {
  const term = env.TERM ?? "";
  return colorDepth(env, "auto") === 16 && !/^(xterm|screen|tmux|linux|rxvt|ansi|cygwin)/.test(term);
}

/**
 * The colours of a terminal by its terminfo entry, read by blessed's tput; null when there is none it can read.
 * Costs some 20 ms when first called: not for the time before the first frame.
 */
export async function terminfoColors(term: string): Promise<ColorDepth | null> {
  if (!/^[A-Za-z0-9][\w.+-]*$/.test(term)) return null;
  const { default: Tput } = await import("blessed/lib/tput.js");
  const { error } = console;
  try {
    // It prints what it cannot compile.
    console.error = () => {};
    const tput = new Tput({ terminal: term, extended: false });
    if (tput.error !== null) return null;
    if (!(Number(tput.colors) >= 8)) return "none";
    return Number(tput.colors) >= 256 ? 256 : 16;
  } catch {
    return null;
  } finally {
    console.error = error;
  }
}

function isUtf8(env: Environment): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || "";
  return /utf-?8/i.test(locale);
}
