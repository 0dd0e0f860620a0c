import type { Look } from "../components/look.ts";
import { statusBar } from "../components/status-bar.ts";
import { hintsOf } from "../src/app/selectors/hints.ts";
import type { Segment } from "../src/app/selectors/status.ts";
import type { State } from "../src/app/state.ts";
import type { Line } from "../src/cells/line.ts";

/** The two lines at the bottom of every screen. */

export function statusLine(look: Look, segments: readonly Segment[], width: number): Line {
  const own = segments.map(({ text, token, priority }) => ({ pieces: [{ text, token }], priority }));
  return statusBar({ look, segments: own }, width);
}

/** A message while there is one, else the keys worth knowing. */
export function hintLine(state: State, look: Look, width: number): Line {
  if (state.toast) {
    const token =
      state.toast.tone === "error" ? "status.error" : state.toast.tone === "warning" ? "warning" : "text.strong";
    return statusBar({ look, segments: [{ pieces: [{ text: state.toast.text, token }], priority: 1 }] }, width);
  }
  const segments = hintsOf(state).map(({ key, word }, n) => ({
    pieces: [
      { text: key, token: "hint.key" },
      { text: ` ${word}`, token: "hint" },
    ],
    priority: 100 - n,
  }));
  return statusBar({ look, segments, separator: "  " }, width);
}
