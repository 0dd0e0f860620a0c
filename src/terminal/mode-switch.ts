/** The escape sequences that turn a terminal into our screen and back. Every mode that one sets the other resets. */

export interface Modes {
  readonly mouse: boolean;
  /** null: the title is left alone. */
  readonly title: string | null;
}

/** Alternate screen, no cursor, no wrapping, wheel as arrow keys (the old setting saved), bracketed paste. */
export function enterModes(modes: Modes): string {
  const title = modes.title === null ? "" : `\x1b[22;2t${titleSequence(modes.title)}`;
  return `${title}\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?1007s\x1b[?1007h\x1b[?2004h${modes.mouse ? mouseSequence(true) : ""}`;
}

/** Begins by ending what an interrupted frame may have left open. Mouse is always switched off. */
export function leaveModes(modes: Modes): string {
  const title = modes.title === null ? "" : "\x1b[23;2t";
  return `\x1b[?2026l\x1b[m${mouseSequence(false)}\x1b[?2004l\x1b[?1007r\x1b[?7h\x1b[?1049l\x1b[?25h${title}`;
}

/** Clicks and the wheel with SGR positions; no motion, so that holding Shift still selects text. */
export function mouseSequence(on: boolean): string {
  return on ? "\x1b[?1000h\x1b[?1006h" : "\x1b[?1006l\x1b[?1000l";
}

/** A title holds no control characters, whatever it was made of, and at most 200 characters. */
export function titleSequence(title: string): string {
  const safe = [...title.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "")].slice(0, 200).join("");
  return `\x1b]2;${safe}\x07`;
}
