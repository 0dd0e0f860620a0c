/** The shortest SGR sequence that turns one style into another. */
import type { Style } from "../cells/line.ts";
import { styleOf } from "../cells/style-table.ts";
import { type ColorDepth, colorCodes } from "./color-codes.ts";

const RESET = "\x1b[m";
const transitions = new Map<ColorDepth, Map<number, string>>();

/** Both styles are numbers of the style table. Answers "" when nothing has to be sent. */
export function sgrBetween(from: number, to: number, depth: ColorDepth): string {
  if (from === to) return "";
  const known = transitions.get(depth) ?? new Map<number, string>();
  transitions.set(depth, known);
  const key = from * 0x100000 + to;
  let sequence = known.get(key);
  if (sequence === undefined) {
    sequence = shortest(styleOf(from), styleOf(to), depth);
    known.set(key, sequence);
  }
  return sequence;
}

function shortest(from: Style, to: Style, depth: ColorDepth): string {
  const fresh = codesOf(to, depth);
  const step = changes(from, to, depth);
  if (step.length === 0) return "";
  if (fresh.length === 0) return RESET;
  const restart = `\x1b[0;${fresh.join(";")}m`;
  const direct = `\x1b[${step.join(";")}m`;
  return direct.length <= restart.length ? direct : restart;
}

function codesOf(style: Style, depth: ColorDepth): string[] {
  return changes({}, style, depth);
}

function changes(from: Style, to: Style, depth: ColorDepth): string[] {
  const codes: string[] = [];
  let { bold, dim } = from;
  // One code switches both off.
  if ((bold && !to.bold) || (dim && !to.dim)) {
    codes.push("22");
    bold = false;
    dim = false;
  }
  if (to.bold && !bold) codes.push("1");
  if (to.dim && !dim) codes.push("2");
  toggle(codes, [from.italic, to.italic], ["3", "23"]);
  toggle(codes, [from.underline, to.underline], ["4", "24"]);
  toggle(codes, [from.inverse, to.inverse], ["7", "27"]);
  toggle(codes, [from.strike, to.strike], ["9", "29"]);
  recolor(codes, [from, to], "fg", depth);
  recolor(codes, [from, to], "bg", depth);
  return codes;
}

function toggle(codes: string[], [from, to]: (boolean | undefined)[], [on, off]: [string, string]): void {
  if (Boolean(from) !== Boolean(to)) codes.push(to ? on : off);
}

function recolor(codes: string[], [from, to]: [Style, Style], layer: "fg" | "bg", depth: ColorDepth): void {
  const before = from[layer];
  const after = to[layer];
  if (before === after || depth === "none") return;
  if (after === undefined) codes.push(layer === "fg" ? "39" : "49");
  else codes.push(colorCodes(after, layer, depth));
}
