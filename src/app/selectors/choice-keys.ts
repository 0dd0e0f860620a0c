import type { Command } from "../command.ts";
import type { Choice } from "../prompt/choice.ts";
import { keysOf } from "../prompt/help.ts";

/** A choice that stands for a command says how it is reached without the list. */
export function withKeys(choice: Choice, commands: readonly Command[]): Choice {
  const command = reachedBy(choice, commands);
  return command && choice.help === "" ? { ...choice, help: keysOf(command) } : choice;
}

/** The command whose keys do what a choice does. */
export function reachedBy(choice: Choice, commands: readonly Command[]): Command | undefined {
  // One key edits, a held call or for a fork.
  const id = choice.command === "live.edit" ? "fork.edit" : choice.command;
  return commands.find((command) => command.id === id);
}
