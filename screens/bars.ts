import type { Look } from "../components/look.ts";
import { statusBar } from "../components/status-bar.ts";
import { heldBar } from "../src/app/selectors/held.ts";
import { type Hint, hintsOf } from "../src/app/selectors/hints.ts";
import type { Segment } from "../src/app/selectors/status.ts";
import type { State } from "../src/app/state.ts";
import type { Line } from "../src/cells/line.ts";

/** The two lines at the bottom of every screen. */

export function statusLine(look: Look, segments: readonly Segment[], width: number): Line {
  const own = segments.map(({ text, token, priority }) => ({ pieces: [{ text, token }], priority }));
  return statusBar({ look, segments: own }, width);
}

/** The call that stands still, and what can be done with it. */
export function heldLines(state: State, look: Look, width: number): readonly Line[] {
  const bar = heldBar(state, width);
  if (!bar) return [];
  const { held, dot } = look.glyphs;
  const [first, ...rest] = bar.facts;
  const facts = first ? [{ ...first, text: `${held} ${first.text}` }, ...rest] : [];
  const own = facts.map(({ text, token, priority }) => ({ pieces: [{ text, token }], priority }));
  return [statusBar({ look, segments: own, separator: ` ${dot} ` }, width), hints(look, bar.keys, width)];
}

/** A message while there is one, else the keys worth knowing. */
export function hintLine(state: State, look: Look, width: number): Line {
  if (state.toast) {
    const token =
      state.toast.tone === "error" ? "status.error" : state.toast.tone === "warning" ? "warning" : "text.strong";
    return statusBar({ look, segments: [{ pieces: [{ text: state.toast.text, token }], priority: 1 }] }, width);
  }
  return hints(look, hintsOf(state), width);
}

function hints(look: Look, keys: readonly Hint[], width: number): Line {
  const segments = keys.map(({ key, word }, n) => ({
    pieces: [
      { text: key, token: "hint.key" },
      { text: ` ${word}`, token: "hint" },
    ],
    priority: 100 - n,
  }));
  return statusBar({ look, segments, separator: "  " }, width);
}
