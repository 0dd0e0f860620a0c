import type { OutputPiece } from "../../control/protocol.ts";

export interface OutputLine {
  readonly from: OutputPiece["from"];
  /** As it came: whoever shows it makes it safe. */
  readonly text: string;
}

/** The last lines of what an agent has written, in the order in which they came. */
export interface OutputLog {
  readonly lines: readonly OutputLine[];
  /** Lines before these, that are kept no more. */
  readonly dropped: number;
  /** The last line has not come to its end. */
  readonly open: boolean;
}

const LINES = 2000;
const LONGEST = 4000;

export function emptyLog(): OutputLog {
  return { lines: [], dropped: 0, open: false };
}

/** Pieces end anywhere; what comes from elsewhere in between begins a line of its own. */
export function withOutput(log: OutputLog, pieces: readonly OutputPiece[]): OutputLog {
  const lines = [...log.lines];
  let { open } = log;
  for (const { from, text } of pieces) {
    if (text === "") continue;
    const parts = text.split("\n");
    const whole = parts.at(-1) === "";
    if (whole) parts.pop();
    for (const [n, part] of parts.entries()) {
      const last = lines.at(-1);
      if (n === 0 && open && last?.from === from) lines[lines.length - 1] = { from, text: drawn(last.text + part) };
      else lines.push({ from, text: drawn(part) });
    }
    open = !whole;
  }
  const over = Math.max(0, lines.length - LINES);
  return { lines: over > 0 ? lines.slice(over) : lines, dropped: log.dropped + over, open };
}

/** A line that was written over with a carriage return (a progress bar) is what it was last. One at its end waits for what is next. */
function drawn(text: string): string {
  const line = text.replace(/\r+$/, "");
  return line.slice(line.lastIndexOf("\r") + 1).slice(-LONGEST) + (line.length < text.length ? "\r" : "");
}

export function lineText({ text }: OutputLine): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}
