import type { ReactElement } from "react";
import type { Line } from "../src/cells/line.ts";
import { pad } from "../src/text/width.ts";
import { Cells } from "./cells.tsx";
import { fitLine, restyle } from "./fit-line.ts";
import { type Look, styled } from "./look.ts";

export interface OptionListProps {
  readonly look: Look;
  readonly options: readonly { readonly label: string; readonly help: string }[];
  /** -1: none. */
  readonly selected: number;
  readonly width: number;
  readonly height: number;
  /** Cells of the labels' column. */
  readonly labelWidth: number;
}

/** Choices, one a line; the selected one is marked and kept in view. */
export function OptionList(props: OptionListProps): ReactElement {
  return <Cells lines={optionLines(props)} width={props.width} height={props.height} />;
}

function optionLines({ look, options, selected, width, height, labelWidth }: OptionListProps): readonly Line[] {
  const top = Math.min(Math.max(0, selected - Math.floor(height / 2)), Math.max(0, options.length - height));
  return options.slice(top, top + height).map(({ label, help }, n) => {
    const chosen = top + n === selected;
    const line = fitLine(
      [
        styled(look, chosen ? look.glyphs.cursor : " ", "text.strong"),
        styled(look, ` ${pad(label, labelWidth, look.glyphs.ellipsis)}  `, "hint.key"),
        styled(look, help, "text"),
      ],
      width,
      { ellipsis: look.glyphs.ellipsis },
    );
    return chosen ? restyle(line, look.theme.style("cursor")) : line;
  });
}
