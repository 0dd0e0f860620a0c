import { Text, Transform } from "ink";
import type { ReactElement } from "react";
import type { Color, Line, Style } from "../src/cells/line.ts";
import { fitLine } from "./fit-line.ts";

/**
 * Lines drawn inside Ink. Ink measures only newlines, which never change: it keeps every text it has ever measured,
 * and what it does not measure costs it no time.
 */
export interface CellsProps {
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
  /** @default true */
  readonly color?: boolean;
}

export function Cells({ lines, width, height, color = true }: CellsProps): ReactElement {
  const painted = Array.from({ length: height }, (_, at) => ansiLine(fitLine(lines[at] ?? [], width), color));
  // Ink does not transform an empty text, and lays neighbours out by the first line's width.
  return (
    <Transform transform={(_, at) => painted[at] ?? ""}>
      <Text>{`${" ".repeat(Math.max(1, width))}${"\n".repeat(Math.max(0, height - 1))}`}</Text>
    </Transform>
  );
}

const ATTRIBUTES = [
  ["bold", 1],
  ["dim", 2],
  ["italic", 3],
  ["underline", 4],
  ["inverse", 7],
  ["strike", 9],
] as const;

function colorCodes(color: Color, background: boolean): string {
  const base = background ? 10 : 0;
  if (typeof color === "string") {
    const value = Number.parseInt(color.slice(1), 16);
    return `${38 + base};2;${value >> 16};${(value >> 8) & 255};${value & 255}`;
  }
  if (color < 8) return String(30 + base + color);
  return color < 16 ? String(90 + base + color - 8) : `${38 + base};5;${color}`;
}

function codesOf(style: Style, color: boolean): string {
  const codes = ATTRIBUTES.flatMap(([name, code]) => (style[name] ? [String(code)] : []));
  if (color && style.fg !== undefined) codes.push(colorCodes(style.fg, false));
  if (color && style.bg !== undefined) codes.push(colorCodes(style.bg, true));
  return codes.join(";");
}

function ansiLine(line: Line, color: boolean): string {
  return line
    .map(({ text, style }) => {
      const codes = codesOf(style, color);
      return codes === "" ? text : `\x1b[${codes}m${text}\x1b[0m`;
    })
    .join("");
}
