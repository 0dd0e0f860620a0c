import type { Line } from "../src/cells/line.ts";
import { pad, padStart } from "../src/text/width.ts";
import { fitLine, restyle } from "./fit-line.ts";
import { type Look, styled } from "./look.ts";

/** One run as a line of a list of runs, and the line of headings above. Texts are sanitised. */

export interface RunRowCells {
  readonly name: string;
  readonly age: string;
  readonly steps: string;
  readonly errors: string;
  readonly tokens: string;
  readonly cost: string;
  readonly size: string;
  readonly format: string;
  readonly depth: number;
  readonly link: string;
  /** It is being written right now. */
  readonly live?: boolean;
  readonly prompt: string;
  readonly tone: string;
}

type ColumnName = "name" | "age" | "steps" | "errors" | "tokens" | "cost" | "size" | "format";

export interface RunColumns {
  readonly list: readonly ColumnName[];
}

const WIDTHS: Readonly<Record<ColumnName, number>> = {
  name: 8,
  age: 6,
  steps: 5,
  errors: 4,
  tokens: 7,
  cost: 8,
  size: 8,
  format: 11,
};
const HEADINGS: Readonly<Record<ColumnName, string>> = {
  name: "id",
  age: "age",
  steps: "steps",
  errors: "err",
  tokens: "tokens",
  cost: "cost",
  size: "size",
  format: "format",
};
const LEFT: ReadonlySet<ColumnName> = new Set(["name", "format"]);
/** The first to go comes last. */
const BY_WORTH: readonly ColumnName[] = ["age", "steps", "errors", "tokens", "size", "cost", "name", "format"];
const ORDER: readonly ColumnName[] = ["name", "age", "steps", "errors", "tokens", "cost", "size", "format"];
const GUTTER = 2;
const LEAST_PROMPT = 34;

/** The columns that fit; the prompt has what is left. */
export function runColumns(width: number, { costs, names }: { costs: boolean; names: boolean }): RunColumns {
  const taken = new Set<ColumnName>();
  let left = width - GUTTER - LEAST_PROMPT;
  for (const column of BY_WORTH) {
    if ((column === "cost" && !costs) || (column === "name" && !names)) continue;
    left -= WIDTHS[column] + 1;
    if (left < 0) break;
    taken.add(column);
  }
  return { list: ORDER.filter((column) => taken.has(column)) };
}

export interface RunRowProps {
  readonly look: Look;
  readonly columns: RunColumns;
  readonly run: RunRowCells;
  readonly selected?: boolean;
}

export function runRow({ look, columns, run, selected = false }: RunRowProps, width: number): Line {
  const { glyphs, theme } = look;
  const cells = columns.list.map((column) => {
    const token = column === "errors" ? "status.error" : "text.dim";
    return styled(look, `${aligned(column, run[column], glyphs.ellipsis)} `, token);
  });
  const tree = run.depth > 0 ? `${"  ".repeat(Math.min(run.depth, 6) - 1)}${glyphs.branch} ` : "";
  const line = fitLine(
    [
      styled(look, pad(selected ? glyphs.cursor : " ", GUTTER), "text.strong"),
      ...cells,
      styled(look, tree, "fork"),
      ...(run.live ? [styled(look, " LIVE ", "live"), styled(look, " ", "text")] : []),
      styled(look, run.link === "" ? "" : `${run.link} ${glyphs.dot} `, "fork"),
      styled(look, run.prompt, run.tone),
    ],
    width,
    { ellipsis: glyphs.ellipsis },
  );
  return selected ? restyle(line, theme.style("cursor")) : line;
}

export function runHeader(look: Look, { list }: RunColumns, width: number): Line {
  const texts = list.map((column) => aligned(column, HEADINGS[column], ""));
  return fitLine([styled(look, `${" ".repeat(GUTTER)}${[...texts, "first prompt"].join(" ")}`, "text.dim")], width, {
    ellipsis: "",
  });
}

function aligned(column: ColumnName, text: string, ellipsis: string): string {
  return LEFT.has(column) ? pad(text, WIDTHS[column], ellipsis) : padStart(text, WIDTHS[column], ellipsis);
}
