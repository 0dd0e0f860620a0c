import { type Command, type CommandResult, EVERYWHERE, SCREENS } from "../command.ts";
import { contextOf } from "../context.ts";
import { onDraft } from "../draft/draft-state.ts";
import { onOutput } from "../live/live-state.ts";
import { filterInView, onDiff, searchEffect, searchInView, withFilter, withSearch } from "../narrowing/narrowing.ts";
import { findRuns, openPrompt } from "../prompt/prompt.ts";
import { settle } from "../select.ts";
import { NO_PENDING, type State } from "../state.ts";
import { openChoices } from "./choices.ts";
import { focusOutput } from "./live-run.ts";

const quit = (state: State): CommandResult => ({ state, effects: [{ type: "quit", code: 0 }] });

/** One level at a time: overlay, search highlight, zoom. Never the program. */
function backOut(state: State): CommandResult {
  if (state.overlays.length > 0) return { ...state, overlays: state.overlays.slice(0, -1) };
  if (onDraft(state)) return close(state);
  if (state.toast) return { ...state, toast: null };
  if (onDiff(state)) return backOutOfDiff(state);
  if (state.screens.at(-1) === "runs") return state.runsList.query === "" ? state : findRuns(state, "");
  if (onOutput(state)) return focusOutput(state, false);
  if (state.search) return { state: { ...state, search: null }, effects: [{ type: "search", text: "" }] };
  if (state.window.zoom !== 0) return settle({ ...state, window: { ...state.window, zoom: 0 } });
  if (state.focus === "detail") return { ...state, focus: "list" };
  return { ...state, pending: NO_PENDING };
}

/** Search, then the pair; a comparison that is under way is given up. */
function backOutOfDiff(state: State): CommandResult {
  const { diff } = state;
  if (!diff?.result) return close(state);
  if (diff.search) return { state: withSearch(state, null), effects: [searchEffect(state, "")] };
  return diff.focus === "detail" ? { ...state, diff: { ...diff, focus: "list" } } : { ...state, pending: NO_PENDING };
}

function close(state: State): CommandResult {
  if (state.overlays.length > 0) return { ...state, overlays: state.overlays.slice(0, -1) };
  if (state.screens.length > 1) return previousScreen(state);
  // An agent that runs is not left by mistake.
  if (state.live?.phase === "on") return openChoices(state, "leave");
  return quit(state);
}

function previousScreen(state: State): CommandResult {
  const screens = state.screens.slice(0, -1);
  // A comparison that is left before it is done is given up.
  if (state.screens.at(-1) === "diff" && !state.diff?.result)
    return { state: { ...state, screens, diff: null }, effects: [{ type: "cancel-work" }] };
  // The run that the comparison began with comes back with its screen.
  const { diff } = state;
  const left = screens.at(-1) === "trace" && onDiff(state) && diff ? diff : null;
  const inView = left && (left.a === state.run ? "a" : left.b === state.run ? "b" : null);
  if (left && inView && inView !== left.began && left.a !== left.b)
    return { state: { ...state, screens }, effects: [{ type: "show-other", step: undefined }] };
  return { state: { ...state, screens }, effects: screens.at(-1) === "runs" ? [{ type: "list-runs" }] : [] };
}

/** Stops work that is under way; with none it closes, as `q` does. */
function interrupt(state: State): CommandResult {
  const [filter, search] = [filterInView(state), searchInView(state)];
  const filtering = filter.text !== "" && !filter.complete;
  const searching = search !== null && !search.complete;
  if (!filtering && !searching) return close(state);
  const stopped = withFilter(state, { ...filter, complete: true });
  return {
    state: searching ? withSearch(stopped, null) : stopped,
    effects: [{ type: "cancel-work" }, ...(searching ? [searchEffect(state, "")] : [])],
  };
}

export const PROGRAM: readonly Command[] = [
  {
    id: "help",
    keys: ["?", "f1"],
    contexts: [...SCREENS, "choices", "overview"],
    title: "Help for the keys",
    hint: "help",
    hintRank: 0,
    group: "Program",
    line: ["help"],
    run: openHelp,
  },
  {
    id: "command-line",
    keys: [":"],
    contexts: SCREENS,
    title: "Command line (:42, :filter EXPR, :q)",
    group: "Program",
    run: (s) => openPrompt(s, "command"),
  },
  {
    id: "palette",
    keys: ["ctrl-p"],
    contexts: SCREENS,
    title: "Find a command by its name",
    hint: "commands",
    hintRank: 70,
    group: "Program",
    run: (s) => ({ ...s, overlays: [...s.overlays, { type: "palette", query: "", selected: 0 }] }),
  },
  {
    id: "log",
    keys: ["E"],
    contexts: SCREENS,
    title: "Messages so far",
    group: "Program",
    line: ["messages"],
    run: (s) => ({ ...s, overlays: [...s.overlays, { type: "log", top: Number.MAX_SAFE_INTEGER }] }),
  },
  {
    id: "escape",
    keys: ["esc"],
    contexts: [...EVERYWHERE, "palette"],
    title: "Back one level: chord, overlay, search, zoom",
    group: "Program",
    run: backOut,
  },
  {
    id: "quit",
    keys: ["q"],
    contexts: EVERYWHERE,
    title: "Close what is on top; at the root quit",
    hint: "quit",
    hintRank: 80,
    group: "Program",
    line: ["q", "quit"],
    run: close,
  },
  {
    id: "quit-now",
    keys: ["Q"],
    contexts: EVERYWHERE,
    title: "Quit now; an agent that is watched runs on",
    group: "Program",
    line: ["qa", "q!"],
    run: quit,
  },
  {
    id: "interrupt",
    keys: ["ctrl-c"],
    contexts: [...EVERYWHERE, "palette"],
    title: "Stop a search or filter; else as q",
    group: "Program",
    run: interrupt,
  },
  {
    id: "suspend",
    keys: ["ctrl-z"],
    contexts: [...EVERYWHERE, "prompt", "palette"],
    title: "Back to the shell; fg returns",
    group: "Program",
    run: (s) => ({ state: s, effects: [{ type: "suspend" }] }),
  },
  {
    id: "redraw",
    keys: ["ctrl-l"],
    contexts: [...EVERYWHERE, "prompt", "palette"],
    title: "Draw the screen again",
    group: "Program",
    run: (s) => ({ state: s, effects: [{ type: "redraw" }] }),
  },
  {
    id: "reload",
    keys: ["R", "ctrl-r"],
    contexts: SCREENS,
    title: "Read the file again",
    group: "Program",
    line: ["reload"],
    run: (s) => ({ state: s, effects: [{ type: "reload" }] }),
  },
  {
    id: "mouse",
    keys: ["f2"],
    contexts: SCREENS,
    title: "Mouse on or off (off: the terminal selects text)",
    group: "Program",
    line: ["mouse"],
    run: (s) => ({
      state: { ...s, options: { ...s.options, mouse: !s.options.mouse } },
      effects: [{ type: "mouse", on: !s.options.mouse }],
    }),
  },
];

function openHelp(state: State): State {
  return { ...state, overlays: [...state.overlays, { type: "help", context: contextOf(state), top: 0 }] };
}
