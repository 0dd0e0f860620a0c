/** A screen without a terminal: the view of a state, composed as the program does, panes and Ink layers. */
import { onTestFinished } from "vitest";
import * as ink from "../../screens/ink.tsx";
import { screen } from "../../screens/screen.ts";
import { Stage } from "../../screens/stage.ts";
import type { State } from "../../src/app/state.ts";
import { toAscii } from "../../src/cells/ascii.ts";
import { type Grid, toText } from "../../src/cells/grid.ts";

interface Showing {
  grid(state: State): Grid;
  text(state: State): string;
}

export function showing(): Showing {
  const stage = new Stage({
    onFrame: () => {},
    onError: (error) => {
      throw error;
    },
  });
  stage.takeInk(ink);
  onTestFinished(() => stage.close());
  const grid = (state: State): Grid => {
    const composed = stage.compose(
      screen(state, () => {}, ink.layersOf),
      state.size,
    );
    return state.options.unicode ? composed : toAscii(composed);
  };
  return { grid, text: (state) => toText(grid(state)) };
}
