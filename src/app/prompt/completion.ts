import { complete } from "../../query/complete.ts";
import type { Command } from "../command.ts";
import { onScreen } from "../context.ts";
import type { CompletionOption, Prompt, State } from "../state.ts";
import { lineNames } from "./command-line.ts";

/** Rows looked at for names of models. */
const MODEL_ROWS = 20_000;

export interface Completions {
  readonly from: number;
  readonly to: number;
  readonly options: readonly CompletionOption[];
}

/** What Tab offers at the caret. */
export function completions(state: State, prompt: Prompt, commands: readonly Command[]): Completions | null {
  if (prompt.kind === "filter" || prompt.kind === "breakpoint") return complete(prompt.text, prompt.caret, state.run);
  if (prompt.field?.type === "parameter" && prompt.field.pointer === "/model") return modelCompletions(state, prompt);
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

/** Models of the run first, then those of the price catalogue from the same vendors. */
function modelCompletions({ run, prices }: State, prompt: Prompt): Completions | null {
  const typed = prompt.text.slice(0, prompt.caret).toLowerCase();
  const models = new Set<string>();
  const vendors = new Set<string>();
  for (let i = 0; i < run.length && i < MODEL_ROWS; i++) {
    const { kind, name, provider } = run.row(i);
    if (kind === "llm" && name !== undefined) models.add(name);
    if (kind === "llm" && provider !== undefined) vendors.add(provider);
  }
  const known = [...vendors].flatMap((vendor) => prices.modelsOf?.(vendor) ?? []);
  const options = [...new Set([...models, ...known])]
    .filter((model) => model.toLowerCase().includes(typed))
    .map((model) => ({ insert: model, label: model, help: models.has(model) ? "of this run" : "" }));
  return options.length > 0 ? { from: 0, to: prompt.caret, options } : null;
}

export function offered(prompt: Prompt): CompletionOption | undefined {
  return prompt.completion?.options[prompt.completion.selected];
}
