import { fitLine } from "../components/fit-line.ts";
import { type Look, styled } from "../components/look.ts";
import { SMALLEST } from "../src/app/layout/layout.ts";
import { liveOf } from "../src/app/live/live-state.ts";
import type { State } from "../src/app/state.ts";
import type { View } from "./view.ts";

/** Too small a terminal to show anything useful: says so, and q still quits. */
export function smallScreen(state: State, look: Look): View {
  const { size } = state;
  const texts = ["too small", `${size.columns}x${size.rows}, needs ${SMALLEST.columns}x${SMALLEST.rows}`, "q quits"];
  const held = liveOf(state)?.held.length ?? 0;
  if (held > 0) texts.unshift(held === 1 ? "a call is held" : `${held} calls are held`);
  const lines = texts.slice(0, size.rows).map((text) => fitLine([styled(look, text, "text")], size.columns));
  return {
    panes: [{ id: "list", rect: { x: 0, y: 0, width: size.columns, height: lines.length }, lines }],
    layers: [],
    cursor: null,
    title: "vcr",
    mouse: false,
  };
}
