import { fitLine } from "../components/fit-line.ts";
import { type HeaderContent, headerLine } from "../components/header-line.ts";
import type { Look } from "../components/look.ts";
import { promptLines } from "../components/prompt-lines.ts";
import { promptView } from "../src/app/selectors/prompt-view.ts";
import type { Segment } from "../src/app/selectors/status.ts";
import type { State } from "../src/app/state.ts";
import type { Line, Rect } from "../src/cells/line.ts";
import { hintLine, statusLine } from "./bars.ts";
import { promptCursor, promptRect } from "./prompt-place.ts";
import type { Dispatch, LayersOf, Pane, Region, View } from "./view.ts";

type LinesOf = (rect: Rect) => readonly Line[];

/** What is a screen's own. */
export interface Frame {
  readonly look: Look;
  readonly title: string;
  readonly header: HeaderContent;
  readonly status: readonly Segment[];
  /** Where the bars are. What has no rectangle is not on the screen. */
  readonly bars: { readonly header?: Rect; readonly status?: Rect; readonly hints?: Rect };
  readonly panes: readonly (readonly [Region, Rect | undefined, LinesOf])[];
}

/** A whole screen: its own panes, and what all screens have around them. */
export function framed(state: State, frame: Frame, dispatch: Dispatch, layers: LayersOf | null): View {
  const { look, bars, header, status, title } = frame;
  const panes: Pane[] = [];
  const add = (id: Region, rect: Rect | undefined, lines: LinesOf): void => {
    if (rect) panes.push({ id, rect, lines: filled(lines(rect), rect) });
  };
  for (const pane of frame.panes) add(...pane);
  add("status", bars.status, ({ width }) => [statusLine(look, status, width)]);
  add("hints", bars.hints, ({ width }) => [hintLine(state, look, width)]);
  if (!layers) {
    // Until Ink is loaded header and prompt are painted as the panes are; nobody sees the difference.
    add("header", bars.header, ({ width }) => [headerLine(look, header, width)]);
    const prompt = promptView(state);
    if (prompt) add("prompt", promptRect(state.size), ({ width }) => promptLines({ look, ...prompt, width }));
  }
  return {
    panes,
    layers: layers?.(state, dispatch) ?? [],
    cursor: promptCursor(state),
    title,
    mouse: state.options.mouse,
  };
}

function filled(lines: readonly Line[], rect: Rect): readonly Line[] {
  return Array.from({ length: rect.height }, (_, n) => lines[n] ?? fitLine([], rect.width));
}
