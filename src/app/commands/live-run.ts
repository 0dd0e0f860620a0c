import { type Command, type CommandResult, LIVE_PANES } from "../command.ts";
import { layoutOf } from "../layout/layout.ts";
import { notLive } from "../live/checks.ts";
import { type LiveState, liveOf, withLive } from "../live/live-state.ts";
import { settle } from "../select.ts";
import type { State } from "../state.ts";
import { openChoices } from "./choices.ts";

/** The run that is being written as a whole, and the pane with what its agent writes. */

const OUTPUT = ["output"] as const;

const noOutput = (state: State): string | undefined =>
  liveOf(state) ? undefined : "only of a run that is being written the agent's output is seen";

function pause(state: State): CommandResult {
  const done = "the next call will be held";
  return { state, effects: [{ type: "live", call: { method: "pause", params: {} }, done }] };
}

function toggleHold(state: State): CommandResult {
  const on = !liveOf(state)?.status.hold;
  const done = on ? "held calls stay held when nobody watches" : "held calls go on when nobody watches";
  return { state, effects: [{ type: "live", call: { method: "hold", params: { on } }, done }] };
}

/** Leaves the run to itself: the same as leaving the program. */
const detach = (state: State): CommandResult => ({ state, effects: [{ type: "quit", code: 0 }] });

const kill = (state: State): CommandResult => {
  const done = "the agent is told to end: SIGTERM now, SIGKILL when it does not";
  return { state, effects: [{ type: "live", call: { method: "kill", params: {} }, done }] };
};

function changePane(state: State, change: (live: LiveState) => LiveState["pane"]): State {
  const live = liveOf(state);
  return live ? settle(withLive(state, { pane: change(live) })) : state;
}

function toggleOutput(state: State): State {
  return changePane(state, ({ pane }) => ({ open: !pane.open, focused: false, top: null }));
}

export function focusOutput(state: State, focused: boolean): State {
  return liveOf(state)?.pane.focused === focused ? state : changePane(state, ({ pane }) => ({ ...pane, focused }));
}

/** Lines of output that are seen at once: the pane without its heading. */
export function outputHeight(state: State): number {
  return Math.max(1, (layoutOf(state).output?.height ?? 2) - 1);
}

/** Scrolls; at the end the end is followed again. */
export function scrollOutput(state: State, by: number): State {
  const height = outputHeight(state);
  return changePane(state, ({ pane, output: { lines, dropped } }) => {
    const last = dropped + Math.max(0, lines.length - height);
    const from = Math.min(Math.max(dropped, pane.top ?? last), last);
    const top = Math.max(dropped, from + by);
    return { ...pane, top: top >= last ? null : top };
  });
}

const live = (id: string, title: string, more: Partial<Command> & Pick<Command, "run">): Command => ({
  id: `live.${id}`,
  keys: [],
  contexts: LIVE_PANES,
  title,
  group: "Live run",
  disabled: notLive,
  ...more,
});

const scrolling = (id: string, title: string, keys: readonly string[], run: Command["run"]): Command => ({
  id: `output.${id}`,
  keys,
  contexts: OUTPUT,
  title,
  group: "Live run",
  run,
});

const ALL = 1e9;

export const LIVE_RUN: readonly Command[] = [
  live("pause", "Hold the next call", { keys: ["P"], line: ["pause"], hint: "hold next", hintRank: 42, run: pause }),
  live("output", "The agent's output, shown or not", {
    keys: ["T"],
    line: ["output"],
    hint: "output",
    hintRank: 43,
    disabled: noOutput,
    run: toggleOutput,
  }),
  live("rewrites", "Changes that later requests get too: switch them on and off", {
    keys: ["="],
    line: ["rewrites"],
    run: (s) => openChoices(s, "rewrites"),
  }),
  live("hold", "Held calls stay held when nobody watches, or go on", { line: ["hold"], run: toggleHold }),
  live("abort-run", "Abort the run: ends its agent", {
    keys: ["X"],
    hint: "abort",
    hintRank: 44,
    run: (s) => openChoices(s, "abort"),
  }),
  live("kill", "Abort the run without asking", { line: ["kill"], run: kill }),
  live("attach", "Watch this run while it is being written", {
    line: ["attach"],
    disabled: (s) => (notLive(s) === undefined ? "it is watched already" : undefined),
    run: (state) => ({ state, effects: [{ type: "attach" }] }),
  }),
  live("detach", "Detach: the agent runs on", { line: ["detach"], run: detach }),
  scrolling("down", "Down", ["j", "down", "ctrl-e"], (s, a) => scrollOutput(s, a.count ?? 1)),
  scrolling("up", "Up", ["k", "up", "ctrl-y"], (s, a) => scrollOutput(s, -(a.count ?? 1))),
  scrolling("page-down", "A page down", ["pagedown", "space", "ctrl-f", "ctrl-d"], (s) =>
    scrollOutput(s, outputHeight(s)),
  ),
  scrolling("page-up", "A page up", ["pageup", "ctrl-b", "ctrl-u"], (s) => scrollOutput(s, -outputHeight(s))),
  scrolling("top", "To the first line kept", ["g", "home"], (s) => scrollOutput(s, -ALL)),
  scrolling("bottom", "To the end, and follow it", ["G", "end", "F"], (s) => scrollOutput(s, ALL)),
];
