import type { Command, CommandArguments, CommandResult } from "../command.ts";
import { helpLines } from "../prompt/help.ts";
import { paletteEntries } from "../prompt/palette.ts";
import { openPrompt } from "../prompt/prompt.ts";
import { runCommand } from "../run-command.ts";
import type { Overlay, State } from "../state.ts";

function onTop(state: State, change: (top: Overlay) => Overlay): State {
  const top = state.overlays.at(-1);
  return top ? { ...state, overlays: [...state.overlays.slice(0, -1), change(top)] } : state;
}

/** Lines of the overlay, so that scrolling stops at its end. */
function lengthOf(state: State, overlay: Overlay, commands: readonly Command[]): number {
  if (overlay.type === "help") return helpLines(overlay.context, commands).length;
  return overlay.type === "log" ? state.log.length : 0;
}

function scroll(state: State, by: number, { commands }: CommandArguments): CommandResult {
  return onTop(state, (top) => {
    if (top.type !== "help" && top.type !== "log") return top;
    const last = Math.max(0, lengthOf(state, top, commands) - (state.size.rows - 4));
    return { ...top, top: Math.min(Math.max(0, Math.min(top.top, last) + by), last) };
  });
}

function pick(state: State, by: number, { commands }: CommandArguments): CommandResult {
  return onTop(state, (top) => {
    if (top.type !== "palette") return top;
    const count = paletteEntries(state, top.query, commands).length;
    return count > 0 ? { ...top, selected: (top.selected + by + count) % count } : top;
  });
}

function accept(state: State, { commands }: CommandArguments): CommandResult {
  const top = state.overlays.at(-1);
  if (top?.type !== "palette") return state;
  const command = paletteEntries(state, top.query, commands)[top.selected];
  const closed = { ...state, overlays: state.overlays.slice(0, -1) };
  if (!command) return closed;
  // What takes an argument goes on where arguments are typed.
  if (command.argument !== undefined) return openPrompt(closed, "command", `${command.line?.[0] ?? command.id} `);
  return runCommand(closed, command, { commands });
}

const LONG = ["help", "log"] as const;
const half = (state: State) => Math.max(1, Math.floor((state.size.rows - 4) / 2));

export const OVERLAYS: readonly Command[] = [
  {
    id: "overlay.down",
    keys: ["j", "down", "ctrl-e"],
    contexts: LONG,
    title: "Down",
    hint: "down",
    hintRank: 1,
    group: "In a text",
    run: (s, a) => scroll(s, a.count ?? 1, a),
  },
  {
    id: "overlay.up",
    keys: ["k", "up", "ctrl-y"],
    contexts: LONG,
    title: "Up",
    hint: "up",
    hintRank: 2,
    group: "In a text",
    run: (s, a) => scroll(s, -(a.count ?? 1), a),
  },
  {
    id: "overlay.page-down",
    keys: ["space", "pagedown", "ctrl-f", "ctrl-d"],
    contexts: LONG,
    title: "Page down",
    group: "In a text",
    run: (s, a) => scroll(s, half(s), a),
  },
  {
    id: "overlay.page-up",
    keys: ["pageup", "ctrl-b", "ctrl-u"],
    contexts: LONG,
    title: "Page up",
    group: "In a text",
    run: (s, a) => scroll(s, -half(s), a),
  },
  {
    id: "overlay.top",
    keys: ["g", "home"],
    contexts: LONG,
    title: "To the top",
    group: "In a text",
    run: (s, a) => scroll(s, -1e9, a),
  },
  {
    id: "overlay.bottom",
    keys: ["G", "end"],
    contexts: LONG,
    title: "To the end",
    group: "In a text",
    run: (s, a) => scroll(s, 1e9, a),
  },
  {
    id: "overlay.close",
    keys: ["?", "f1", "E"],
    contexts: LONG,
    title: "Close",
    hint: "close",
    hintRank: 3,
    group: "In a text",
    run: (s) => ({ ...s, overlays: s.overlays.slice(0, -1) }),
  },
  {
    id: "palette.next",
    keys: ["down", "ctrl-n", "tab"],
    contexts: ["palette"],
    title: "Next command",
    hint: "next",
    hintRank: 2,
    group: "While typing",
    run: (s, a) => pick(s, 1, a),
  },
  {
    id: "palette.previous",
    keys: ["up", "ctrl-p", "shift-tab"],
    contexts: ["palette"],
    title: "Previous command",
    group: "While typing",
    run: (s, a) => pick(s, -1, a),
  },
  {
    id: "palette.accept",
    keys: ["enter"],
    contexts: ["palette"],
    title: "Run the command",
    hint: "run",
    hintRank: 1,
    group: "While typing",
    run: accept,
  },
];
