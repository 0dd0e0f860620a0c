/** Questions to the terminal and its answers: synchronised output, background colour. */
import type { Environment } from "./capabilities.ts";

export interface TerminalAnswers {
  /** It knows DEC private mode 2026, so a frame may be shown at once. */
  readonly sync: boolean;
  /** "#rrggbb"; null when it did not say. */
  readonly background: `#${string}` | null;
}

export const NO_ANSWERS: TerminalAnswers = { sync: false, background: null };

/** DECRQM 2026, OSC 11, and DA1, which every terminal answers, and answers last. */
export const QUESTIONS = "\x1b[?2026$p\x1b]11;?\x1b\\\x1b[c";

/** Milliseconds that are waited for answers. */
const ANSWER_TIME = 100;

/** The questions under way, and what has been answered so far. */
export class TerminalProbe {
  answers: TerminalAnswers = NO_ANSWERS;
  /** Resolves at the last answer, or when it takes too long: answers are taken afterwards too. */
  readonly finished: Promise<void>;
  /** Nothing is waited for any more. */
  done: () => void = () => {};

  constructor() {
    this.finished = new Promise((resolve) => {
      const timer = setTimeout(resolve, ANSWER_TIME);
      this.done = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** False: it is no answer to one of the questions. */
  take(sequence: string): boolean {
    const answers = withAnswer(this.answers, sequence);
    if (answers === null) return false;
    this.answers = answers;
    if (isLastAnswer(sequence)) this.done();
    return true;
  }
}

function isLastAnswer(sequence: string): boolean {
  return /^\x1b\[\?[\d;]*c$/.test(sequence);
}

/** `answers` with what `sequence` adds; null when it is no answer to one of the questions. */
export function withAnswer(answers: TerminalAnswers, sequence: string): TerminalAnswers | null {
  const mode = /^\x1b\[\?2026;(\d)\$y$/.exec(sequence);
  // 1 set, 2 reset, 3 and 4 permanently so; 0 is unknown and 4 is no use.
  if (mode !== null) return { ...answers, sync: /[123]/.test(mode[1] ?? "") };
  const color = /^\x1b\]11;rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})/i.exec(sequence);
  if (color !== null) return { ...answers, background: `#${color.slice(1, 4).map(twoDigits).join("")}` };
  return isLastAnswer(sequence) ? answers : null;
}

/** X11 gives 1 to 4 hexadecimal digits, each a fraction of its largest number. */
function twoDigits(digits: string): string {
  const largest = 16 ** digits.length - 1;
  return Math.round((Number.parseInt(digits, 16) / largest) * 255)
    .toString(16)
    .padStart(2, "0");
}

/** Whether dark text reads better on it: relative luminance of ITU-R BT.709, gamma left aside. */
export function isLight(color: string): boolean {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 127;
}

/** What COLORFGBG ("15;0") says of the background, where the terminal itself gives no answer; undefined: nothing. */
export function lightByEnvironment({ COLORFGBG }: Environment): boolean | undefined {
  const number = /;(\d{1,2})$/.exec(COLORFGBG ?? "")?.[1];
  // Of the sixteen colours white and the bright ones but bright black are light: what vim and rxvt go by.
  return number === undefined ? undefined : Number(number) === 7 || (Number(number) > 8 && Number(number) < 16);
}
