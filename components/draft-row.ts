import type { Line } from "../src/cells/line.ts";
import { pad } from "../src/text/width.ts";
import { fitLine, restyle } from "./fit-line.ts";
import { type Look, styled } from "./look.ts";

export interface DraftRowProps {
  readonly look: Look;
  /** Sanitised. */
  readonly label: string;
  readonly text: string;
  readonly token: string;
  /** Other than recorded. */
  readonly changed: boolean;
  readonly selected: boolean;
  /** The first row of its line: the mark stands there. */
  readonly first: boolean;
  /** Cells of the label, the mark of the selected line included. */
  readonly labelWidth: number;
}

/** A row of a draft: what it is about, and what it says. */
export function draftRow(props: DraftRowProps, width: number): Line {
  const { look, label, text, token, changed, selected, first, labelWidth } = props;
  const { cursor, ellipsis } = look.glyphs;
  const mark = !first ? " " : selected ? cursor : changed ? "*" : " ";
  const fitted = fitLine(
    [
      styled(look, mark, changed && !selected ? "diff.changed" : "text.strong"),
      styled(look, ` ${pad(label, labelWidth - 3, ellipsis)} `, "text.dim"),
      styled(look, text, token),
    ],
    width,
    { ellipsis },
  );
  return selected ? restyle(fitted, look.theme.style("cursor")) : fitted;
}
