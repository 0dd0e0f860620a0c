import type { Line } from "../src/cells/line.ts";
import { pad, padStart } from "../src/text/width.ts";
import { fitLine, restyle } from "./fit-line.ts";
import { type Look, styled } from "./look.ts";

export interface DiffRowProps {
  readonly look: Look;
  readonly line: {
    readonly op: "equal" | "changed" | "added" | "removed" | "moved" | "gap";
    readonly a: string;
    readonly b: string;
    readonly kind: string;
    readonly name: string;
    readonly what: string;
    readonly selected: boolean;
    /** The first divergence. */
    readonly first: boolean;
    readonly marked: boolean;
  };
  /** The list has the keys: the selected row is inverse. @default true */
  readonly active?: boolean;
  /** Cells of a column of step names. */
  readonly names: number;
}

const SIGNS = { equal: "=", changed: "~", added: "+", removed: "-", moved: ">", gap: "…" } as const;

/** A row of two aligned runs: sign, step in A and in B, and what it was. */
export function diffRow({ look, line, names, active = true }: DiffRowProps, width: number): Line {
  const token = line.op === "gap" ? "text.dim" : `diff.${line.op}`;
  const quiet = line.op === "equal" || line.op === "gap";
  const nameWidth = Math.max(6, Math.min(18, Math.floor(width * 0.2)));
  const fitted = fitLine(
    [
      styled(
        look,
        line.selected ? look.glyphs.cursor : line.first ? look.glyphs.mark : " ",
        line.first ? "fork" : "text.strong",
      ),
      styled(look, `${line.op === "gap" ? look.glyphs.ellipsis : SIGNS[line.op]} `, token),
      styled(look, `${padStart(line.a, names)} ${padStart(line.b, names)}`, quiet ? "text.dim" : token),
      styled(look, line.marked ? `${look.glyphs.mark} ` : "  ", "mark"),
      styled(
        look,
        `${pad(line.kind, 5)} ${pad(line.name, nameWidth, look.glyphs.ellipsis)} `,
        quiet ? "text.dim" : "text",
      ),
      styled(look, line.what, quiet ? "text.dim" : "text"),
    ],
    width,
    { ellipsis: look.glyphs.ellipsis },
  );
  return line.selected ? restyle(fitted, look.theme.style(active ? "cursor" : "cursor.inactive")) : fitted;
}
