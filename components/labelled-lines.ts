import type { Line } from "../src/cells/line.ts";
import { pad } from "../src/text/width.ts";
import { wrap } from "../src/text/wrap.ts";
import { fitLine } from "./fit-line.ts";
import { type Look, styled } from "./look.ts";

/** Cells of the labels' column. */
const LABELS = 12;

/** Facts under each other: a label at left, its text wrapped beside it. */
export function labelledLines(
  look: Look,
  facts: readonly { readonly label: string; readonly text: string; readonly token: string }[],
  width: number,
): readonly Line[] {
  return facts.flatMap(({ label, text, token }) =>
    wrap(text, Math.max(10, width - LABELS - 2)).map((part, n) =>
      fitLine([styled(look, ` ${pad(n === 0 ? label : "", LABELS)} `, "text.dim"), styled(look, part, token)], width),
    ),
  );
}
