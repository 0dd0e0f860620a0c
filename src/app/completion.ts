import { complete } from "../query/complete.ts";
import type { Command } from "./command.ts";
import { lineNames } from "./command-line.ts";
import { onScreen } from "./context.ts";
import type { CompletionOption, Prompt, State } from "./state.ts";

export interface Completions {
  readonly from: number;
  readonly to: number;
  readonly options: readonly CompletionOption[];
}

/** What Tab offers at the caret. */
export function completions(state: State, prompt: Prompt, commands: readonly Command[]): Completions | null {
  if (prompt.kind === "filter" || prompt.kind === "breakpoint") return complete(prompt.text, prompt.caret, state.run);
  if (prompt.kind !== "command") return null;
  const typed = prompt.text.slice(0, prompt.caret);
  if (/\s/.test(typed)) return null;
  const options = lineNames(commands.filter((each) => onScreen(state, each)))
    .filter(({ name }) => name.startsWith(typed))
    .map(({ name, title, argument }) => ({
      insert: argument === undefined ? name : `${name} `,
      label: name,
      help: title,
    }));
  return options.length > 0 ? { from: 0, to: prompt.caret, options } : null;
}

export function offered(prompt: Prompt): CompletionOption | undefined {
  return prompt.completion?.options[prompt.completion.selected];
}
