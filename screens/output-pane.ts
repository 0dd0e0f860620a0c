import { fitLine } from "../components/fit-line.ts";
import { type Look, styled } from "../components/look.ts";
import { outputWindow } from "../src/app/selectors/output.ts";
import type { State } from "../src/app/state.ts";
import type { Line, Rect } from "../src/cells/line.ts";

/** What the agent of a run that is being written says, below the panes: a heading, then its last lines. */
export function outputPane(state: State, look: Look, rect: Rect): readonly Line[] {
  const { lines, note, active } = outputWindow(state, rect.height - 1);
  const { horizontal, vertical, ellipsis } = look.glyphs;
  const edge = active ? "border.active" : "border";
  const heading = [
    styled(look, `${horizontal}${horizontal} `, edge),
    styled(look, "agent's output", "title"),
    styled(look, `${note === "" ? "" : ` ${note}`} `, "text.dim"),
    styled(look, horizontal.repeat(rect.width), edge),
  ];
  const rows = Array.from({ length: Math.max(0, rect.height - 1) }, (_, n): Line => {
    const line = lines[n];
    if (!line) return fitLine([], rect.width);
    const token = line.from === "err" ? "warning" : line.from === "vcr" ? "title" : "text";
    const label = styled(look, ` ${line.from} ${vertical} `, "text.dim");
    return fitLine([label, styled(look, line.text, token)], rect.width, { ellipsis });
  });
  return [fitLine(heading, rect.width, { ellipsis: "" }), ...rows];
}
