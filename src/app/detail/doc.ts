import type { Json } from "../../json/json.ts";

/** A piece of a line of the detail pane: sanitised text and the theme token that colours it. */
export interface DocSpan {
  readonly text: string;
  readonly token: string;
}

/** What a line lets the user do with it: copy, fold, open. */
export interface DocRow {
  /** Stable while the document's content is the same: cursor and folds hold it. */
  readonly key: string;
  /** Cells of indentation before the spans; the fold mark stands in its last two. */
  readonly indent: number;
  /** Drawn at the left edge, inside the indentation: the role of the message that begins here. */
  readonly lead?: DocSpan;
  readonly spans: readonly DocSpan[];
  readonly fold?: "open" | "closed";
  /** A stop for `{` and `}`: a heading, a message, a top-level key. */
  readonly stop?: boolean;
  /** Drawn with a rule to the right edge. */
  readonly heading?: boolean;
  /** The value the line shows or belongs to, for copying and searching. Read lazily. */
  readonly value?: () => Json | undefined;
  readonly pointer?: string;
  readonly name?: string;
  /** In a comparison: the run whose value it is. */
  readonly side?: "a" | "b";
}

/** Lines of the detail pane, made when they are looked at. Pure in (content, folds, width). */
export interface DocPart {
  readonly count: number;
  row(n: number): DocRow;
  /** Place of the row with this key, or of the row that hides it; -1 when it is not of this part. */
  find(key: string): number;
}

export interface Doc extends DocPart {
  /** The next stop after (or before) a line; -1 when there is none. */
  stop(from: number, direction: 1 | -1): number;
}

export function partOf(rows: readonly DocRow[]): DocPart {
  return {
    count: rows.length,
    row: (n) => rows[n]!,
    find: (key) => rows.findIndex((row) => row.key === key),
  };
}

export function docOf(parts: readonly DocPart[]): Doc {
  const starts: number[] = [];
  let count = 0;
  for (const part of parts) {
    starts.push(count);
    count += part.count;
  }
  const row = (n: number): DocRow => {
    let part = parts.length - 1;
    while (part > 0 && starts[part]! > n) part--;
    return parts[part]!.row(n - starts[part]!);
  };
  return {
    count,
    row,
    find: (key) => {
      for (const [i, part] of parts.entries()) {
        const n = part.find(key);
        if (n >= 0) return starts[i]! + n;
      }
      return -1;
    },
    stop: (from, direction) => {
      for (let n = from + direction; n >= 0 && n < count; n += direction) if (row(n).stop) return n;
      return -1;
    },
  };
}
