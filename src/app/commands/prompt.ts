import { parseFilter } from "../../query/syntax/parse.ts";
import type { Command, CommandArguments, CommandResult } from "../command.ts";
import { isComparing, selectEntry } from "../diff/move.ts";
import { acceptField } from "../draft/fields.ts";
import type { Effect } from "../effect.ts";
import { HELD_NO_MORE } from "../live/checks.ts";
import { act } from "../live/editing.ts";
import { currentHeld } from "../live/live-state.ts";
import { filterEffect, filterInView, onDiff, searchEffect, withFilter, withSearch } from "../narrowing/narrowing.ts";
import { runLine } from "../prompt/command-line.ts";
import { completions, offered } from "../prompt/completion.ts";
import * as line from "../prompt/line-edit.ts";
import { findRuns, recall, withLine } from "../prompt/prompt.ts";
import { runCursor, selectRun } from "../runs-list.ts";
import { select } from "../select.ts";
import type { Prompt, State } from "../state.ts";
import { toast } from "../toast.ts";
import { addBreakpoint, annotate } from "./annotate.ts";

const PROMPT = ["prompt"] as const;

function edit(change: (edit: line.LineEdit) => line.LineEdit): (state: State) => CommandResult {
  return (state) => (state.prompt ? withLine(state, state.prompt, change(state.prompt)) : state);
}

function accept(state: State, { commands }: CommandArguments): CommandResult {
  const { prompt } = state;
  if (!prompt) return state;
  if (prompt.completion) return takeCompletion(state, prompt);
  if (prompt.field) return acceptField(state, { ...state, prompt: null }, prompt, prompt.field);
  const text = prompt.text.trim();
  const kept = remember({ ...state, prompt: null }, prompt, text);
  if (prompt.kind === "filter") {
    // An expression that cannot be read stays open for mending.
    if (prompt.problem) return state;
    return {
      state: withFilter(kept, { ...filterInView(kept), text, off: false }),
      effects: [filterEffect(kept, text), ...remembering(prompt, text)],
    };
  }
  if (prompt.kind === "runs") return { state: kept, effects: remembering(prompt, text) };
  if (prompt.kind === "search") return search(kept, prompt, text);
  if (prompt.kind === "note") return writeNote(kept, text);
  if (prompt.kind === "breakpoint") return setCondition(state, kept, text);
  if (prompt.kind === "answer") return sayAnswer(kept, text);
  const result = runLine(kept, text, commands);
  return { state: result.state, effects: [...result.effects, ...remembering(prompt, text)] };
}

function search(state: State, prompt: Prompt, text: string): CommandResult {
  if (text === "") return { state: withSearch(state, null), effects: [searchEffect(state, "")] };
  const from = state.list.step;
  return {
    state: withSearch(state, { text, hits: [], complete: false, scanned: 0, problem: null, from, wanted: 1 }),
    effects: [searchEffect(state, text), ...remembering(prompt, text)],
  };
}

/** An empty answer is none: the call stays held. */
function sayAnswer(state: State, text: string): CommandResult {
  const call = currentHeld(state);
  if (!call) return toast(state, HELD_NO_MORE, "warning");
  return text === "" ? state : act(state, call.id, { do: "answer", body: text });
}

/** An empty note is no note. */
function writeNote(state: State, text: string): CommandResult {
  const notes = new Map(state.annotations.notes);
  if (text === "") notes.delete(state.list.step);
  else notes.set(state.list.step, text);
  return annotate(state, { notes });
}

function setCondition(open: State, closed: State, text: string): CommandResult {
  if (text === "") return closed;
  const parsed = parseFilter(text);
  if (parsed.ok) return addBreakpoint(closed, { filter: text });
  return open.prompt ? { ...open, prompt: { ...open.prompt, problem: parsed.problem } } : open;
}

function cancel(state: State): CommandResult {
  const { prompt } = state;
  if (!prompt) return state;
  // An open list of completions takes the first Esc.
  if (prompt.completion) return { ...state, prompt: { ...prompt, completion: null } };
  if (prompt.kind === "runs") return findRuns({ ...state, prompt: null }, prompt.before.text);
  const { text, step, entry } = prompt.before;
  const left: State = { ...state, prompt: null };
  const closed =
    onDiff(left) && isComparing(left) && entry !== undefined ? selectEntry(left, entry) : select(left, step);
  if (prompt.kind !== "filter") return closed;
  return {
    state: withFilter(closed, { ...filterInView(closed), text, problem: null }),
    effects: [filterEffect(closed, text)],
  };
}

function complete(state: State, by: 1 | -1, args: CommandArguments): CommandResult {
  const { prompt } = state;
  if (!prompt) return state;
  if (prompt.completion) {
    const { options, selected } = prompt.completion;
    return {
      ...state,
      prompt: {
        ...prompt,
        completion: { ...prompt.completion, selected: (selected + by + options.length) % options.length },
      },
    };
  }
  const found = completions(state, prompt, args.commands);
  const first = found?.options[0];
  if (!found || !first) return state;
  if (found.options.length === 1)
    return withLine(state, prompt, line.replaceRange(prompt, found.from, found.to, first.insert));
  return { ...state, prompt: { ...prompt, completion: { ...found, selected: 0 } } };
}

function takeCompletion(state: State, prompt: Prompt): CommandResult {
  const option = offered(prompt);
  if (!prompt.completion || !option) return state;
  return withLine(
    state,
    { ...prompt, completion: null },
    line.replaceRange(prompt, prompt.completion.from, prompt.completion.to, option.insert),
  );
}

function upOrRecall(state: State, by: 1 | -1, args: CommandArguments): CommandResult {
  // What is being found stands above: the arrows choose among it.
  if (state.prompt?.kind === "runs") return selectRun(state, runCursor(state) - by);
  return state.prompt?.completion ? complete(state, by === 1 ? -1 : 1, args) : recall(state, by);
}

function remember(state: State, prompt: Prompt, text: string): State {
  if (text === "") return state;
  const history = [...state.histories[prompt.kind].filter((entry) => entry !== text), text].slice(-200);
  return { ...state, histories: { ...state.histories, [prompt.kind]: history } };
}

function remembering(prompt: Prompt, text: string): readonly Effect[] {
  return text === "" ? [] : [{ type: "remember", kind: prompt.kind, text }];
}

/** On an empty line the first key of deleting leaves the prompt, as in vim. */
function erase(state: State): CommandResult {
  return state.prompt?.text === "" && state.prompt.kind === "command" ? cancel(state) : edit(line.eraseBefore)(state);
}

export const PROMPT_COMMANDS: readonly Command[] = [
  {
    id: "prompt.accept",
    keys: ["enter"],
    contexts: PROMPT,
    title: "Accept",
    hint: "accept",
    hintRank: 1,
    group: "While typing",
    run: accept,
  },
  {
    id: "prompt.cancel",
    keys: ["esc", "ctrl-c", "ctrl-g"],
    contexts: PROMPT,
    title: "Give up, back to what was",
    hint: "cancel",
    hintRank: 2,
    group: "While typing",
    run: cancel,
  },
  {
    id: "prompt.complete",
    keys: ["tab"],
    contexts: PROMPT,
    title: "Complete",
    hint: "complete",
    hintRank: 3,
    group: "While typing",
    run: (s, a) => complete(s, 1, a),
  },
  {
    id: "prompt.complete-back",
    keys: ["shift-tab"],
    contexts: PROMPT,
    title: "Completion before",
    group: "While typing",
    run: (s, a) => complete(s, -1, a),
  },
  {
    id: "prompt.older",
    keys: ["up", "ctrl-p"],
    contexts: PROMPT,
    title: "Older in the history",
    hint: "history",
    hintRank: 4,
    group: "While typing",
    run: (s, a) => upOrRecall(s, 1, a),
  },
  {
    id: "prompt.newer",
    keys: ["down", "ctrl-n"],
    contexts: PROMPT,
    title: "Newer in the history",
    group: "While typing",
    run: (s, a) => upOrRecall(s, -1, a),
  },
  {
    id: "prompt.left",
    keys: ["left", "ctrl-b"],
    contexts: PROMPT,
    title: "Left",
    group: "While typing",
    run: edit((e) => line.step(e, -1)),
  },
  {
    id: "prompt.right",
    keys: ["right", "ctrl-f"],
    contexts: PROMPT,
    title: "Right",
    group: "While typing",
    run: edit((e) => line.step(e, 1)),
  },
  {
    id: "prompt.word-left",
    keys: ["alt-b", "ctrl-left", "alt-left"],
    contexts: PROMPT,
    title: "A word left",
    group: "While typing",
    run: edit((e) => line.wordStep(e, -1)),
  },
  {
    id: "prompt.word-right",
    keys: ["alt-f", "ctrl-right", "alt-right"],
    contexts: PROMPT,
    title: "A word right",
    group: "While typing",
    run: edit((e) => line.wordStep(e, 1)),
  },
  {
    id: "prompt.start",
    keys: ["home", "ctrl-a"],
    contexts: PROMPT,
    title: "To the start",
    group: "While typing",
    run: edit((e) => ({ ...e, caret: 0 })),
  },
  {
    id: "prompt.end",
    keys: ["end", "ctrl-e"],
    contexts: PROMPT,
    title: "To the end",
    group: "While typing",
    run: edit((e) => ({ ...e, caret: e.text.length })),
  },
  {
    id: "prompt.erase",
    keys: ["backspace", "ctrl-h"],
    contexts: PROMPT,
    title: "Erase the character before",
    group: "While typing",
    run: erase,
  },
  {
    id: "prompt.erase-after",
    keys: ["delete", "ctrl-d"],
    contexts: PROMPT,
    title: "Erase the character after",
    group: "While typing",
    run: edit(line.eraseAfter),
  },
  {
    id: "prompt.erase-word",
    keys: ["ctrl-w", "alt-backspace"],
    contexts: PROMPT,
    title: "Erase the word before",
    group: "While typing",
    run: edit(line.eraseWordBefore),
  },
  {
    id: "prompt.erase-to-start",
    keys: ["ctrl-u"],
    contexts: PROMPT,
    title: "Erase to the start",
    group: "While typing",
    run: edit(line.eraseToStart),
  },
  {
    id: "prompt.erase-to-end",
    keys: ["ctrl-k"],
    contexts: PROMPT,
    title: "Erase to the end",
    group: "While typing",
    run: edit(line.eraseToEnd),
  },
];
