/** A terminal emulator without a screen: feed it what a painter wrote and read back what a user would see. */
import { Unicode11Addon } from "@xterm/addon-unicode11";
import xterm, { type IBufferCell, type Terminal } from "@xterm/headless";
import type { Size, Style } from "../../src/cells/line.ts";

export interface TerminalCell {
  readonly text: string;
  readonly style: Style;
}

interface InTerminal {
  readonly terminal: Terminal;
  /** Resolves when the bytes have been taken in. */
  feed(bytes: string): Promise<void>;
  resize(size: Size): void;
  cell(x: number, y: number): TerminalCell;
  row(y: number): string;
  screen(): string;
  dispose(): void;
}

export function inTerminal({ columns, rows }: Size): InTerminal {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 100 });
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = "11";
  const line = (y: number) => terminal.buffer.active.getLine(terminal.buffer.active.viewportY + y);
  // Blanks at the end of a row look the same whether they were written, erased or never touched.
  const row = (y: number): string => line(y)?.translateToString(true).trimEnd() ?? "";
  return {
    terminal,
    feed: (bytes) => new Promise((resolve) => terminal.write(bytes, resolve)),
    resize: (size) => terminal.resize(size.columns, size.rows),
    cell: (x, y) => {
      const cell = line(y)?.getCell(x);
      if (cell === undefined) throw new Error(`no cell at ${x},${y}`);
      return { text: cell.getWidth() === 0 ? "" : cell.getChars() || " ", style: styleOfCell(cell) };
    },
    row,
    screen: () => Array.from({ length: terminal.rows }, (_, y) => row(y)).join("\n"),
    dispose: () => terminal.dispose(),
  };
}

function styleOfCell(cell: IBufferCell): Style {
  return {
    ...colorOf("fg", cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()),
    ...colorOf("bg", cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()),
    ...(cell.isBold() ? { bold: true } : {}),
    ...(cell.isDim() ? { dim: true } : {}),
    ...(cell.isItalic() ? { italic: true } : {}),
    ...(cell.isUnderline() ? { underline: true } : {}),
    ...(cell.isInverse() ? { inverse: true } : {}),
    ...(cell.isStrikethrough() ? { strike: true } : {}),
  };
}

function colorOf(layer: "fg" | "bg", plain: boolean, rgb: boolean, value: number): Style {
  if (plain) return {};
  return { [layer]: rgb ? `#${value.toString(16).padStart(6, "0")}` : value };
}
