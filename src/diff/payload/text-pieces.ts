import { diffLines, diffWordsWithSpace } from "diff";
import { formatWhole } from "../../text/format.ts";

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
  const words = cut(before, after, { ends: isSpace, begins: (_, first) => isSpace(first) });
  if (words.old.length + words.now.length <= WORDS) {
    const found = diffWordsWithSpace(words.old, words.now, { maxEditLength: EDITS });
    if (found) return { pieces: whole(words, found.map(pieceOf)), by: "words" };
  }
  const lines = cut(before, after, { ends: isNewline, begins: (last) => isNewline(last) });
  const length = lines.old.length + lines.now.length;
  const found = length <= LINES ? diffLines(lines.old, lines.now, { maxEditLength: EDITS }) : undefined;
  const differ = `${formatWhole(length)} characters differ`;
  if (found) return { pieces: whole(lines, found.map(pieceOf)), by: "lines", notice: `${differ}: compared by lines` };
  const pieces: TextPiece[] = [
    { op: "removed", text: words.old },
    { op: "added", text: words.now },
  ];
  return { pieces: whole(words, pieces), by: "whole", notice: `${differ}: only beginning and end are compared` };
}

/** Two texts without what they have in common at their beginning and end. */
interface Middle {
  readonly head: string;
  readonly old: string;
  readonly now: string;
  readonly tail: string;
}

/** Where texts may be cut, so that no word (or line) is: behind what, and between what. */
interface Breaks {
  ends(code: number): boolean;
  begins(last: number, first: number): boolean;
}

function cut(before: string, after: string, breaks: Breaks): Middle {
  const head = commonHead(before, after, breaks);
  const tail = commonTail(before.slice(head), after.slice(head), breaks);
  return {
    head: before.slice(0, head),
    old: before.slice(head, before.length - tail),
    now: after.slice(head, after.length - tail),
    tail: before.slice(before.length - tail),
  };
}

function whole({ head, tail }: Middle, middle: readonly TextPiece[]): readonly TextPiece[] {
  const pieces: readonly TextPiece[] = [{ op: "same", text: head }, ...middle, { op: "same", text: tail }];
  return pieces.filter((piece) => piece.text !== "");
}

function pieceOf(change: { readonly added: boolean; readonly removed: boolean; readonly value: string }): TextPiece {
  return { op: change.added ? "added" : change.removed ? "removed" : "same", text: change.value };
}

function commonHead(a: string, b: string, breaks: Breaks): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === a.length && at === b.length) return at;
  while (at > 0 && !breaks.ends(a.charCodeAt(at - 1))) at--;
  return at;
}

function commonTail(a: string, b: string, breaks: Breaks): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length++;
  if (length === most && a.length === b.length) return length;
  while (length > 0 && !breaks.begins(a.charCodeAt(a.length - length - 1), a.charCodeAt(a.length - length))) length--;
  return length;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isNewline(code: number): boolean {
  return code === 0x0a;
}
