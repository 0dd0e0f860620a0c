import type { ReactElement } from "react";
import type { Line } from "../src/cells/line.ts";
import { width as cellsOf, pad } from "../src/text/width.ts";
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
  /** Cells of the labels' column; more where all labels and what stands beside them have room. */
  readonly labelWidth: number;
}

/** Choices, one a line; the selected one is marked and kept in view. */
export function OptionList(props: OptionListProps): ReactElement {
  return <Cells lines={optionLines(props)} width={props.width} height={props.height} />;
}

function optionLines({ look, options, selected, width, height, labelWidth }: OptionListProps): readonly Line[] {
  const top = Math.min(Math.max(0, selected - Math.floor(height / 2)), Math.max(0, options.length - height));
  const labels = labelColumn(options, labelWidth, width);
  return options.slice(top, top + height).map(({ label, help }, n) => {
    const chosen = top + n === selected;
    const line = fitLine(
      [
        styled(look, chosen ? look.glyphs.cursor : " ", "text.strong"),
        styled(look, ` ${pad(label, help === "" ? width - 4 : labels, look.glyphs.ellipsis)}  `, "hint.key"),
        styled(look, help, "text"),
      ],
      width,
      { ellipsis: look.glyphs.ellipsis },
    );
    return chosen ? restyle(line, look.theme.style("cursor")) : line;
  });
}

/** A choice with nothing beside it has the whole line. */
function labelColumn(options: OptionListProps["options"], usual: number, room: number): number {
  const shared = options.filter(({ help }) => help !== "");
  const wanted = Math.max(usual, ...shared.map(({ label }) => cellsOf(label)));
  const beside = Math.max(0, ...shared.map(({ help }) => cellsOf(help)));
  return wanted + beside + 4 <= room ? wanted : usual;
}
