import { type Line, PLAIN, type Span, type Style } from "../src/cells/line.ts";
import { slice, truncate, width } from "../src/text/width.ts";

/** Lines of exact width, and styles laid over parts of them. Texts are sanitised. */

export function lineWidth(line: Line): number {
  return line.reduce((cells, span) => cells + width(span.text), 0);
}

export interface FitOptions {
  /** Style of the spaces that fill the line up. @default PLAIN */
  readonly filler?: Style;
  /** @default "…" */
  readonly ellipsis?: string;
}

/** `line` at exactly `cells` cells: cut with an ellipsis, or filled up on the right. */
export function fitLine(line: Line, cells: number, { filler = PLAIN, ellipsis = "…" }: FitOptions = {}): Line {
  const fitted: Span[] = [];
  let left = Math.max(0, cells);
  for (const [index, { text, style }] of line.entries()) {
    if (text === "" || left === 0) continue;
    const wide = width(text);
    const more = line.slice(index + 1).some((span) => span.text !== "");
    if (wide < left || (wide === left && !more)) {
      fitted.push({ text, style });
      left -= wide;
      continue;
    }
    // A span that ends exactly at the edge is cut too when more follows.
    const shown = truncate(wide > left ? text : `${text} `, left, ellipsis);
    fitted.push({ text: shown, style });
    left -= width(shown);
    break;
  }
  if (left > 0) fitted.push({ text: " ".repeat(left), style: filler });
  return fitted;
}

/** The cells of `line` from `from` on, `cells` of them at most: sideways scrolling. */
export function sliceLine(line: Line, from: number, cells: number): Line {
  const shown: Span[] = [];
  let at = 0;
  for (const { text, style } of line) {
    const end = at + width(text);
    const start = Math.max(at, from);
    if (end > from && start < from + cells) {
      shown.push({ text: slice(text, start - at, from + cells - start), style });
    }
    at = end;
  }
  return shown;
}

/** `patch` over the style of every span. */
export function restyle(line: Line, patch: Style): Line {
  return line.map(({ text, style }) => ({ text, style: { ...style, ...patch } }));
}

/** Part of a line: UTF-16 offsets into its joined text. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** `patch` over the parts of the line in `ranges` (ascending, not overlapping). */
export function markRanges(line: Line, ranges: readonly Range[], patch: Style): Line {
  if (ranges.length === 0) return line;
  const marked: Span[] = [];
  let at = 0;
  for (const { text, style } of line) {
    let done = 0;
    for (const { from, to } of ranges) {
      const start = Math.max(done, from - at);
      const end = Math.min(text.length, to - at);
      if (start >= end) continue;
      if (start > done) marked.push({ text: text.slice(done, start), style });
      marked.push({ text: text.slice(start, end), style: { ...style, ...patch } });
      done = end;
    }
    if (done < text.length) marked.push({ text: text.slice(done), style });
    at += text.length;
  }
  return marked;
}

export function lineText(line: Line): string {
  return line.map((span) => span.text).join("");
}
