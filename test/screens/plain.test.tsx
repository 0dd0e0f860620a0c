import { render } from "ink-testing-library";
import { expect, test } from "vitest";
import { layersOf } from "../../screens/overlays.tsx";
import { PlainScreen, plainView } from "../../screens/plain.tsx";
import { screen } from "../../screens/screen.ts";
import { initialState } from "../../src/app/initial-state.ts";
import type { State } from "../../src/app/state.ts";
import { compose, toText } from "../../src/cells/grid.ts";
import { RunOf } from "../support/run-of.ts";

/** The testing library's terminal has 100 columns. */
const SIZE = { columns: 100, rows: 24 };
const RUN = new RunOf([
  { kind: "llm", name: "gpt-4o", what: "calls search" },
  { kind: "tool", name: "search", step: "0a", what: "3 flights found" },
  { kind: "llm", name: "gpt-4o", step: "1", what: "漢字 and words" },
]);

function opened(change: Partial<State> = {}): State {
  const options = { unicode: true, theme: "dark", time: "duration", mouse: false } as const;
  return { ...initialState([RUN], SIZE, options), ...change };
}

const ignore = (): void => {};

function plainText(state: State): readonly string[] {
  const { lastFrame } = render(<PlainScreen view={screen(state, ignore, layersOf)} size={SIZE} />);
  const frame = (lastFrame() ?? "").replace(/\x1b\[[\d;]*m/g, "");
  return frame.split("\n").map((line) => line.trimEnd());
}

test("the panes of the plain tree are those of the painter", () => {
  const state = opened();
  const { panes } = screen(state, ignore, layersOf);
  const painted = toText(compose(SIZE, panes))
    .split("\n")
    .map((line) => line.trimEnd());
  // The bar at the top is Ink's own in both.
  expect(plainText(state).slice(1)).toEqual(painted.slice(1, plainText(state).length));
});

test("header, dialogs and prompts stand above the panes", () => {
  const help = plainText(opened({ overlays: [{ type: "help", context: "list", top: 0 }] }));
  expect(help[0]).toMatch(/^ test\.vcr .*2 steps/);
  const top = help.findIndex((line) => line.includes("Keys in the list"));
  expect(help[top - 1]).toMatch(/╭─+╮/);
  // Nothing of the list shines through the dialog.
  expect(help[top]).toMatch(/│ Keys in the list +1-\d+ of \d+ │$/);
});

test("the plain view is one layer as large as the screen, and takes keys when a field in it does", () => {
  const palette = opened({ overlays: [{ type: "palette", query: "", selected: 0 }] });
  const view = plainView(screen(palette, ignore, layersOf), SIZE);
  expect(view.panes).toEqual([]);
  expect(view.layers.map(({ rect, keys }) => ({ rect, keys }))).toEqual([
    { rect: { x: 0, y: 0, width: 100, height: 24 }, keys: true },
  ]);
});
