import type { Effect } from "./effect.ts";
import { insert, type LineEdit } from "./line-edit.ts";
import type { Prompt, PromptKind, State } from "./state.ts";

export interface PromptUpdate {
  readonly state: State;
  readonly effects: readonly Effect[];
}

export function openPrompt(state: State, kind: PromptKind, text = ""): State {
  const before = { text: kind === "filter" ? state.filter.text : (state.search?.text ?? ""), step: state.list.step };
  return {
    ...state,
    prompt: { kind, text, caret: text.length, historyAt: -1, draft: text, completion: null, before, problem: null },
  };
}

/** Puts a changed line into the prompt; a filter works live, while it is typed. */
export function withLine(state: State, prompt: Prompt, line: LineEdit): PromptUpdate {
  const changed = line.text !== prompt.text;
  const next: Prompt = {
    ...prompt,
    ...line,
    ...(changed && { draft: line.text, historyAt: -1, completion: null, problem: null }),
  };
  return { state: { ...state, prompt: next }, effects: changed ? live(next) : [] };
}

export function typeIntoPrompt(state: State, text: string): PromptUpdate {
  return state.prompt ? withLine(state, state.prompt, insert(state.prompt, text)) : { state, effects: [] };
}

export function live(prompt: Prompt): readonly Effect[] {
  return prompt.kind === "filter" ? [{ type: "filter", text: prompt.text.trim() }] : [];
}

/** Older (+1) or newer (-1) in the prompt's history; below the newest stands what was being typed. */
export function recall(state: State, by: 1 | -1): PromptUpdate {
  const { prompt } = state;
  if (!prompt) return { state, effects: [] };
  const history = state.histories[prompt.kind];
  const at = Math.min(Math.max(-1, prompt.historyAt + by), history.length - 1);
  const text = at < 0 ? prompt.draft : (history[history.length - 1 - at] ?? prompt.draft);
  const next = { ...prompt, text, caret: text.length, historyAt: at, completion: null, problem: null };
  return { state: { ...state, prompt: next }, effects: live(next) };
}
