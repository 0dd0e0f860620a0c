import type { Line } from "../src/cells/line.ts";
import { sanitise } from "../src/text/sanitise.ts";
import { width as cellsOf } from "../src/text/width.ts";
import { fitLine, lineText, lineWidth, markRanges, type Range, restyle, sliceLine } from "./fit-line.ts";
import { type Look, styled } from "./look.ts";

/** A window of a document (detail pane, JSON tree, text) as lines. The first cell of each is the cursor's. */

export interface DocPiece {
  readonly text: string;
  readonly token: string;
}

export interface DocLineRow {
  /** Cells before the pieces; the fold mark stands in the last two of them. */
  readonly indent: number;
  /** Stands at the left edge, inside the indentation. */
  readonly lead?: DocPiece;
  readonly spans: readonly DocPiece[];
  readonly fold?: "open" | "closed";
  /** With a rule to the right edge. */
  readonly heading?: boolean;
}

export interface DocLinesProps {
  readonly look: Look;
  readonly rows: { readonly count: number; row(index: number): DocLineRow };
  /** First row shown, and how many lines are wanted: the rest is blank. */
  readonly from: number;
  readonly height: number;
  /** Row the cursor is on. */
  readonly cursor?: number;
  /** The pane has the keys: the cursor's row is inverse. */
  readonly active?: boolean;
  /** Cells scrolled sideways. @default 0 */
  readonly left?: number;
  /** Parts of a row's text to mark: what a search found. */
  readonly matches?: (text: string) => readonly Range[];
}

export function docLines(props: DocLinesProps, width: number): Line[] {
  const lines: Line[] = [];
  for (let at = props.from; at < props.from + props.height; at++) {
    const inside = at >= 0 && at < props.rows.count;
    lines.push(inside ? docLine(props, at, width) : fitLine([], width));
  }
  return lines;
}

function docLine(props: DocLinesProps, at: number, width: number): Line {
  const { look, cursor, active = false, left = 0 } = props;
  const row = props.rows.row(at);
  const content = row.heading ? headingLine(look, row, width - 1) : marked(props, rowLine(look, row));
  const body = fitLine(left > 0 && !row.heading ? sliceLine(content, left, width - 1) : content, width - 1, {
    ellipsis: look.glyphs.ellipsis,
  });
  if (at !== cursor) return [styled(look, " ", "text"), ...body];
  const style = look.theme.style(active ? "cursor" : "cursor.inactive");
  return restyle([styled(look, look.glyphs.cursor, "text.strong"), ...body], style);
}

function marked({ look, matches }: DocLinesProps, line: Line): Line {
  return matches === undefined ? line : markRanges(line, matches(lineText(line)), look.theme.style("match"));
}

function foldMark(look: Look, fold: DocLineRow["fold"]): string {
  return fold === undefined ? "" : `${fold === "open" ? look.glyphs.open : look.glyphs.folded} `;
}

/** Texts were made safe where they came from; the last gate costs one look at each. */
function piece(look: Look, { text, token }: DocPiece) {
  return styled(look, sanitise(text), token);
}

function rowLine(look: Look, row: DocLineRow): Line {
  const mark = foldMark(look, row.fold);
  const lead = row.lead === undefined ? [] : [piece(look, row.lead)];
  // Without room for the mark in the indentation the row moves right.
  const gap = Math.max(row.lead === undefined ? 0 : 1, row.indent - lineWidth(lead) - cellsOf(mark));
  return [
    ...lead,
    styled(look, " ".repeat(gap), "text"),
    styled(look, mark, "text.dim"),
    ...row.spans.map((span) => piece(look, span)),
  ];
}

function headingLine(look: Look, row: DocLineRow, width: number): Line {
  const rule = look.glyphs.horizontal;
  const start = row.fold === undefined ? `${rule}${rule} ` : foldMark(look, row.fold);
  const text: Line = [styled(look, start, "border"), ...row.spans.map((span) => piece(look, span))];
  const rest = width - lineWidth(text) - 1;
  return rest > 0 ? [...text, styled(look, ` ${rule.repeat(rest)}`, "border")] : text;
}
