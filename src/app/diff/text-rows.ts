import { type TextPiece, textPieces } from "../../diff/payload/text-pieces.ts";
import { formatWhole } from "../../text/format.ts";
import { sanitise } from "../../text/sanitise.ts";
import { cut, pad, width } from "../../text/width.ts";
import type { DocRow, DocSpan } from "../detail/doc.ts";

/** One line of a text comparison; a side that has no line here is null. */
interface LinePair {
  readonly old: readonly DocSpan[] | null;
  readonly now: readonly DocSpan[] | null;
  readonly equal: boolean;
}

/** Unchanged lines kept around changed ones. */
const AROUND = 2;

/** Characters of a piece beyond which not all of it is made into lines, and of what is kept at each of its ends where it is the same. */
const LONG = 20_000;
const KEPT = 2000;

/** Two texts line by line, the words that differ marked. Of what is long only the part around changes, or its beginning. */
function linePairs(
  before: string,
  after: string,
): { readonly pairs: readonly LinePair[]; readonly notice: string | undefined } {
  const { pieces: all, notice } = textPieces(before, after);
  const pieces = all.map((piece, n) => shortened(piece, { first: n === 0, last: n === all.length - 1 }));
  const left = all.reduce((sum, { op, text }) => sum + (op === "same" ? 0 : Math.max(0, text.length - LONG)), 0);
  const more = left === 0 ? undefined : `${formatWhole(left)} characters more that differ: v opens all`;
  const pairs: LinePair[] = [];
  let old: DocSpan[][] = [[]];
  let now: DocSpan[][] = [[]];
  const flush = (): void => {
    const same = old.length === 1 && now.length === 1 && old[0]!.every(isPlain) && now[0]!.every(isPlain);
    if (same) pairs.push({ old: old[0]!, now: now[0]!, equal: true });
    else
      for (let n = 0; n < Math.max(old.length, now.length); n++)
        pairs.push({ old: lineOf(old, n), now: lineOf(now, n), equal: false });
    old = [[]];
    now = [[]];
  };
  for (const { op, text } of pieces) {
    text.split("\n").forEach((part, n) => {
      // A line ends where both texts end it.
      if (n > 0 && op === "same") flush();
      if (n > 0 && op === "removed") old.push([]);
      if (n > 0 && op === "added") now.push([]);
      if (part === "") return;
      const clean = sanitise(part);
      if (op !== "added") old.at(-1)!.push({ text: clean, token: op === "same" ? "text" : "diff.removedWord" });
      if (op !== "removed") now.at(-1)!.push({ text: clean, token: op === "same" ? "text" : "diff.addedWord" });
    });
  }
  flush();
  const notices = [notice, more].filter((words) => words !== undefined);
  return { pairs, notice: notices.length === 0 ? undefined : notices.join("; ") };
}

function shortened({ op, text }: TextPiece, at: { readonly first: boolean; readonly last: boolean }): TextPiece {
  if (op !== "same") return { op, text: text.length > LONG ? `${text.slice(0, LONG)}…` : text };
  if (text.length <= 2 * KEPT) return { op, text };
  const [head, tail] = [text.slice(0, KEPT), text.slice(-KEPT)];
  if (at.first) return { op, text: `…${tail}` };
  return { op, text: at.last ? `${head}…` : `${head}…\n…${tail}` };
}

function isPlain({ token }: DocSpan): boolean {
  return token === "text";
}

function lineOf(lines: readonly (readonly DocSpan[])[], n: number): readonly DocSpan[] | null {
  const line = lines[n];
  // An empty last line beside a longer other side is no line of its own.
  return line === undefined || (line.length === 0 && n === 0 && lines.length === 1) ? null : line;
}

/** The lines that changed with a few around them; null stands for what is left out. */
function near(pairs: readonly LinePair[]): readonly (LinePair | null)[] {
  const keep = new Uint8Array(pairs.length);
  pairs.forEach((pair, n) => {
    if (!pair.equal) keep.fill(1, Math.max(0, n - AROUND), n + AROUND + 1);
  });
  const out: (LinePair | null)[] = [];
  pairs.forEach((pair, n) => {
    if (keep[n]) out.push(pair);
    else if (out.length === 0 || out.at(-1) !== null) out.push(null);
  });
  return out;
}

/** What was with `-` above what is with `+`, block by block. */
export function inlineRows(before: string, after: string, key: string, cells: number): readonly DocRow[] {
  const { pairs, notice } = linePairs(before, after);
  const rows: DocRow[] = [];
  const add = (sign: string, spans: readonly DocSpan[], token: string): void => {
    for (const part of foldSpans(spans, cells - 4))
      rows.push({ key: `${key}.${rows.length}`, indent: 2, spans: [{ text: `${sign} `, token }, ...part] });
  };
  let added: (readonly DocSpan[])[] = [];
  const flush = (): void => {
    for (const spans of added) add("+", toned(spans, "diff.added"), "diff.added");
    added = [];
  };
  for (const pair of near(pairs)) {
    if (pair === null || pair.equal) flush();
    if (pair === null)
      rows.push({ key: `${key}.${rows.length}`, indent: 2, spans: [{ text: "…", token: "text.dim" }] });
    else if (pair.equal)
      add(
        " ",
        pair.now!.map(({ text }) => ({ text, token: "text.dim" })),
        "text.dim",
      );
    else {
      if (pair.old) add("-", toned(pair.old, "diff.removed"), "diff.removed");
      if (pair.now) added.push(pair.now);
    }
  }
  flush();
  return withNotice(rows, key, notice);
}

/** Old at left, new at right. */
export function sideRows(before: string, after: string, key: string, cells: number): readonly DocRow[] {
  const { pairs, notice } = linePairs(before, after);
  const half = Math.max(8, Math.floor((cells - 5) / 2));
  const rows: DocRow[] = [];
  for (const pair of near(pairs)) {
    const left =
      pair === null
        ? [[{ text: "…", token: "text.dim" }]]
        : sideOf(pair.old, pair.equal ? "text.dim" : "diff.removed", half);
    const right =
      pair === null
        ? [[{ text: "…", token: "text.dim" }]]
        : sideOf(pair.now, pair.equal ? "text.dim" : "diff.added", half);
    for (let n = 0; n < Math.max(left.length, right.length); n++) {
      const own = left[n] ?? [];
      const gap = Math.max(0, half - own.reduce((sum, span) => sum + width(span.text), 0));
      rows.push({
        key: `${key}.${rows.length}`,
        indent: 2,
        spans: [
          ...own,
          { text: pad("", gap), token: "text" },
          { text: pair?.equal === false ? " ┃ " : " │ ", token: "border" },
          ...(right[n] ?? []),
        ],
      });
    }
  }
  return withNotice(rows, key, notice);
}

function sideOf(spans: readonly DocSpan[] | null, token: string, cells: number): readonly (readonly DocSpan[])[] {
  return spans === null ? [] : foldSpans(toned(spans, token), cells);
}

/** Plain parts take the tone of their side; marked words keep their own. */
function toned(spans: readonly DocSpan[], token: string): readonly DocSpan[] {
  return spans.map((span) => (isPlain(span) ? { text: span.text, token } : span));
}

/** A line of spans in pieces of at most so many cells; an empty line is one piece. */
function foldSpans(spans: readonly DocSpan[], cells: number): readonly (readonly DocSpan[])[] {
  const limit = Math.max(4, cells);
  const lines: DocSpan[][] = [[]];
  let left = limit;
  for (const { text, token } of spans) {
    let rest = text;
    while (rest !== "") {
      const taken = cut(rest, left);
      const end = taken.end === 0 && left === limit ? rest.length : taken.end;
      if (end > 0) lines.at(-1)!.push({ text: rest.slice(0, end), token });
      rest = rest.slice(end);
      left -= taken.width;
      if (rest !== "") {
        lines.push([]);
        left = limit;
      }
    }
  }
  return lines;
}

function withNotice(rows: readonly DocRow[], key: string, notice: string | undefined): readonly DocRow[] {
  return notice === undefined
    ? rows
    : [...rows, { key: `${key}.notice`, indent: 2, spans: [{ text: notice, token: "warning" }] }];
}
