import { isArray, isObject, type Json } from "../../json/json.ts";
import { sanitise } from "../../text/sanitise.ts";
import type { PayloadDiff, PayloadOp } from "./payload-diff.ts";
import { textPieces } from "./text-pieces.ts";

/** Lines and characters of a difference that stand in a report unless it is to be whole. */
const LINES = 6;
const WIDTH = 160;
const OPS = 4;
/** Unchanged lines kept around changed ones. */
const AROUND = 1;

/** Differences of a payload as lines: the pointer, then what was with `-` and what is with `+`. */
export function opLines(diff: PayloadDiff, whole: boolean): readonly string[] {
  const shown = whole ? diff.ops : diff.ops.slice(0, OPS);
  const lines = shown.flatMap((op) => oneOp(op, whole));
  const more = diff.ops.length - shown.length;
  if (more > 0) lines.push(`... ${more} more ${more === 1 ? "difference" : "differences"}; -v shows them`);
  for (const notice of diff.notices) lines.push(`note: ${sanitise(notice)}`);
  return lines;
}

function oneOp(op: PayloadOp, whole: boolean): string[] {
  const where = sanitise(op.op === "removed" ? op.from : op.to);
  const head = where === "" ? [] : [where];
  switch (op.op) {
    case "moved":
      return [`${where}  moved, was ${sanitise(op.from)}`];
    case "added":
      return [...head, ...marked("+", op.after, whole)];
    case "removed":
      return [...head, ...marked("-", op.before, whole)];
    case "changed":
      if (typeof op.before === "string" && typeof op.after === "string" && isLong(op.before, op.after))
        return [...head, ...textLines(op.before, op.after, whole)];
      return [...head, ...marked("-", op.before, whole), ...marked("+", op.after, whole)];
  }
}

function isLong(a: string, b: string): boolean {
  return a.includes("\n") || b.includes("\n") || a.length + b.length > 2 * WIDTH;
}

function marked(sign: string, value: Json, whole: boolean): string[] {
  const lines = plainText(value, whole).split("\n");
  return clipped(
    lines.map((line) => `${sign} ${sanitise(line)}`),
    whole,
  );
}

/** Texts as they are, others as JSON: on one line where it may be cut anyway. */
function plainText(value: Json, whole: boolean): string {
  if (typeof value === "string") return value;
  return whole && (isArray(value) || isObject(value)) ? JSON.stringify(value, null, 2) : JSON.stringify(value);
}

function clipped(lines: readonly string[], whole: boolean): string[] {
  if (whole) return [...lines];
  const kept = lines.slice(0, LINES).map((line) => (line.length > WIDTH ? `${line.slice(0, WIDTH)}...` : line));
  if (lines.length > LINES) kept.push(`  ... ${lines.length - LINES} more lines`);
  return kept;
}

/** Long texts: the lines that changed, a line around them. A long line is cut to where it changed. */
function textLines(before: string, after: string, whole: boolean): string[] {
  const { pieces, notice } = textPieces(before, after);
  const out: string[] = [];
  let [old, now]: [string, string] = ["", ""];
  const flush = (): void => {
    if (old === now) out.push(...old.split("\n").map((line) => `  ${line}`));
    else {
      out.push(...(old === "" ? [] : old.split("\n").map((line) => `- ${line}`)));
      out.push(...(now === "" ? [] : now.split("\n").map((line) => `+ ${line}`)));
    }
    [old, now] = ["", ""];
  };
  for (const { op, text } of pieces) {
    const rows = text.split("\n");
    rows.forEach((row, n) => {
      // A line ends where both texts end it.
      if (n > 0 && op === "same") flush();
      else if (n > 0) {
        if (op === "removed") old += "\n";
        else now += "\n";
      }
      if (op !== "added") old += row;
      if (op !== "removed") now += row;
    });
  }
  flush();
  const lines = around(out).map(sanitise);
  if (notice) lines.push(`note: ${notice}`);
  return clipped(lines, whole);
}

function around(lines: readonly string[]): string[] {
  const near = new Set<number>();
  lines.forEach((line, n) => {
    if (!line.startsWith("  ")) for (let k = n - AROUND; k <= n + AROUND; k++) near.add(k);
  });
  const out: string[] = [];
  let last = -1;
  lines.forEach((line, n) => {
    if (!near.has(n)) return;
    if (n > last + 1) out.push("  ...");
    out.push(line);
    last = n;
  });
  if (last < lines.length - 1) out.push("  ...");
  while (out.length > 0 && out.at(-1)?.trim() === "") out.pop();
  return out;
}
