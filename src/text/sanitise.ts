import { width } from "./width.ts";

/**
 * The only way from payload to screen. Afterwards a text holds no control character and nothing that is invisible or
 * that turns the reading direction: each such character stands there as visible text instead.
 */

/** Everything that may have to change. One test of this decides whether a text needs any work at all. */
const SUSPECT = /[\x00-\x1f\x7f-\x9f\p{Cf}\p{Cs}\u2028\u2029\u115f\u1160\u3164\uffa0]|\p{VS}|^\p{M}/u;
/** The same one by one, but for tabs, and the flags of England, Scotland and the like (spelt with tag letters) whole. */
const SUSPECTS =
  /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}|[\x00-\x08\x0a-\x1f\x7f-\x9f\p{Cf}\p{Cs}\u2028\u2029\u115f\u1160\u3164\uffa0]|\p{VS}|^\p{M}/gu;

const ENDS_IN_PICTOGRAPH = /\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?$/u;
const BEGINS_WITH_PICTOGRAPH = /^\p{Extended_Pictographic}/u;
/** Scripts whose words need joiners and non-joiners. */
const ENDS_IN_JOINING_SCRIPT =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}]$/u;
const ENDS_VISIBLY = /[^\p{C}\p{Z}\p{M}]$/u;
const MARK = /^(?!\p{VS})\p{M}$/u;
const STYLE = /^\p{VS}$/u;

/** Whether `piece`, found at `offset`, does in its place what it was made for. */
function isHarmless(piece: string, offset: number, text: string): boolean {
  if (piece.length > 2) return true;
  const before = text.slice(Math.max(0, offset - 6), offset);
  if (piece === "\u200d" && ENDS_IN_PICTOGRAPH.test(before)) {
    return BEGINS_WITH_PICTOGRAPH.test(text.slice(offset + 1, offset + 3));
  }
  if (piece === "\u200d" || piece === "\u200c") return ENDS_IN_JOINING_SCRIPT.test(before);
  return STYLE.test(piece) && ENDS_VISIBLY.test(before);
}

const TAB_STOP = 4;

function escaped(codePoint: number): string {
  const hex = codePoint.toString(16);
  return codePoint > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
}

function visible(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x20) return String.fromCharCode(0x2400 + codePoint);
  if (codePoint === 0x7f) return "␡";
  if (codePoint < 0xa0) return `\\x${codePoint.toString(16)}`;
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return "\ufffd";
  return MARK.test(character) ? `◌${character}` : escaped(codePoint);
}

function expandTabs(text: string, column: number): string {
  let at = column;
  return text
    .split("\t")
    .map((piece, index, pieces) => {
      if (index === pieces.length - 1) return piece;
      at += width(piece);
      const gap = TAB_STOP - (at % TAB_STOP);
      at += gap;
      return piece + " ".repeat(gap);
    })
    .join("");
}

/**
 * One line that is safe to paint: control characters as pictures (`␛`, `␊`) or `\x9b`, bidi and zero-width controls
 * as `\u202e`, lone surrogates as U+FFFD, tabs as spaces up to the next stop. Joined emoji and combining marks stay
 * whole; a mark with nothing to stand on gets a dotted circle.
 * @param column cell at which the text will begin, for tab stops
 */
export function sanitise(text: string, column = 0): string {
  if (!SUSPECT.test(text)) return text;
  const safe = text.replace(SUSPECTS, (piece, offset: number) =>
    isHarmless(piece, offset, text) ? piece : visible(piece),
  );
  return safe.includes("\t") ? expandTabs(safe, column) : safe;
}

/** The lines of `text` (ended by LF, CRLF or CR), each sanitised. A line end at the very end opens one more line. */
export function sanitiseLines(text: string): string[] {
  return text.split(/\r\n|[\n\r]/).map((line) => sanitise(line));
}
