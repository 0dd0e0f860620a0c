import { diffLines, diffWordsWithSpace } from "diff";

/** A stretch of two compared texts. The "same" and "removed" ones are the old text, the "same" and "added" ones the new. */
export interface TextPiece {
  readonly op: "same" | "added" | "removed";
  readonly text: string;
}

export interface TextDiff {
  readonly pieces: readonly TextPiece[];
  readonly by: "words" | "lines" | "whole";
  /** The limit that was met, in words. */
  readonly notice?: string;
}

/** Characters that differ, both texts together, up to which words and lines are compared, and edits after which it gives up. */
const WORDS = 40_000;
const LINES = 1_000_000;
const EDITS = 1000;

/** Compares two texts by words, long ones by lines, and what is too long for that as one piece. Bounded. */
export function textPieces(before: string, after: string): TextDiff {
  const head = commonHead(before, after);
  const tail = commonTail(before.slice(head), after.slice(head));
  const old = before.slice(head, before.length - tail);
  const now = after.slice(head, after.length - tail);
  const middle = middlePieces(old, now);
  const pieces = [
    { op: "same", text: before.slice(0, head) } as const,
    ...middle.pieces,
    { op: "same", text: before.slice(before.length - tail) } as const,
  ];
  return { ...middle, pieces: pieces.filter((piece) => piece.text !== "") };
}

function middlePieces(old: string, now: string): TextDiff {
  const length = old.length + now.length;
  const words = length <= WORDS ? diffWordsWithSpace(old, now, { maxEditLength: EDITS }) : undefined;
  if (words) return { pieces: words.map(pieceOf), by: "words" };
  const lines = length <= LINES ? diffLines(old, now, { maxEditLength: EDITS }) : undefined;
  const notice = `${length.toLocaleString("en")} characters differ: compared by ${lines ? "lines" : "no more than their beginning and end"}`;
  if (lines) return { pieces: lines.map(pieceOf), by: "lines", notice };
  return {
    pieces: [
      { op: "removed", text: old },
      { op: "added", text: now },
    ],
    by: "whole",
    notice,
  };
}

function pieceOf(change: { readonly added: boolean; readonly removed: boolean; readonly value: string }): TextPiece {
  return { op: change.added ? "added" : change.removed ? "removed" : "same", text: change.value };
}

/** Ends behind white space, so that no word is cut. */
function commonHead(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === a.length && at === b.length) return at;
  while (at > 0 && !isSpace(a.charCodeAt(at - 1))) at--;
  return at;
}

function commonTail(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length++;
  if (length === most && a.length === b.length) return length;
  while (length > 0 && !isSpace(a.charCodeAt(a.length - length))) length--;
  return length;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
