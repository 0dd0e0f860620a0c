import type { ReactElement } from "react";
import type { Line } from "../src/cells/line.ts";
import { pad } from "../src/text/width.ts";
import { Cells } from "./cells.tsx";
import { fitLine, restyle } from "./fit-line.ts";
import { type Look, styled } from "./look.ts";

export interface OverviewListProps {
  readonly look: Look;
  readonly lines: readonly {
    readonly label: string;
    readonly text: string;
    readonly step?: string;
    readonly heading?: boolean;
    readonly token?: string;
  }[];
  /** Among the lines that lead to a step. */
  readonly selected: number;
  readonly width: number;
  readonly height: number;
}

/** Facts with a label before each, in sections; the cursor goes from one that leads somewhere to the next. */
export function OverviewList(props: OverviewListProps): ReactElement {
  return <Cells lines={overviewListLines(props)} width={props.width} height={props.height} />;
}

const LABEL = 26;

export function overviewListLines({ look, lines, selected, width, height }: OverviewListProps): readonly Line[] {
  const places = lines.flatMap(({ step }, n) => (step === undefined ? [] : [n]));
  const cursor = places[Math.min(selected, places.length - 1)] ?? -1;
  // The first stop shows what stands above it too.
  const wanted = selected === 0 ? 0 : cursor - Math.floor(height / 2);
  const top = Math.min(Math.max(0, wanted), Math.max(0, lines.length - height));
  const label = Math.min(LABEL, Math.floor(width / 3));
  return lines.slice(top, top + height).map((line, n) => {
    const chosen = top + n === cursor;
    const name = pad(line.label, label, look.glyphs.ellipsis);
    const spans = line.heading
      ? [styled(look, ` ${line.label}`, "heading")]
      : [
          styled(look, chosen ? look.glyphs.cursor : " ", "text.strong"),
          styled(look, ` ${name}  `, line.token ?? "hint.key"),
          styled(look, line.text, "text"),
        ];
    const fitted = fitLine(spans, width, { ellipsis: look.glyphs.ellipsis });
    return chosen ? restyle(fitted, look.theme.style("cursor")) : fitted;
  });
}
