import type { Update } from "../effect.ts";
import { filterEffect, filterInView, searchInView } from "../narrowing/narrowing.ts";
import { withQuery } from "../runs-list.ts";
import type { Prompt, PromptKind, State } from "../state.ts";
import { insert, type LineEdit } from "./line-edit.ts";

export function openPrompt(state: State, kind: PromptKind, text = ""): State {
  const inForce =
    kind === "filter" ? filterInView(state).text : kind === "runs" ? state.runsList.query : searchInView(state)?.text;
  const before = { text: inForce ?? "", step: state.list.step, entry: state.diff?.selected };
  return {
    ...state,
    prompt: { kind, text, caret: text.length, historyAt: -1, draft: text, completion: null, before, problem: null },
  };
}

/** Puts a changed line into the prompt; a filter works live, while it is typed. */
export function withLine(state: State, prompt: Prompt, line: LineEdit): Update {
  const changed = line.text !== prompt.text;
  const next: Prompt = {
    ...prompt,
    ...line,
    ...(changed && { draft: line.text, historyAt: -1, completion: null, problem: null }),
  };
  return changed ? live({ ...state, prompt: next }, next) : { state: { ...state, prompt: next }, effects: [] };
}

export function typeIntoPrompt(state: State, text: string): Update {
  return state.prompt ? withLine(state, state.prompt, insert(state.prompt, text)) : { state, effects: [] };
}

/** What a changed line does before it is accepted. */
function live(state: State, { kind, text }: Prompt): Update {
  if (kind === "filter") return { state, effects: [filterEffect(state, text.trim())] };
  if (kind === "runs") return findRuns(state, text);
  return { state, effects: [] };
}

/** Runs that hold the words are shown at once; those alike follow. */
export function findRuns(state: State, query: string): Update {
  return { state: withQuery(state, query), effects: [{ type: "find-runs", query }] };
}

/** Older (+1) or newer (-1) in the prompt's history; below the newest stands what was being typed. */
export function recall(state: State, by: 1 | -1): Update {
  const { prompt } = state;
  if (!prompt) return { state, effects: [] };
  const history = state.histories[prompt.kind];
  const at = Math.min(Math.max(-1, prompt.historyAt + by), history.length - 1);
  const text = at < 0 ? prompt.draft : (history[history.length - 1 - at] ?? prompt.draft);
  const next = { ...prompt, text, caret: text.length, historyAt: at, completion: null, problem: null };
  return live({ ...state, prompt: next }, next);
}
