import type { Choice } from "../choice.ts";
import type { Command } from "../command.ts";
import { keysOf } from "../help.ts";

/** A choice that stands for a command says how it is reached without the list. */
export function withKeys(choice: Choice, commands: readonly Command[]): Choice {
  const command = commands.find(({ id }) => id === choice.command);
  return command && choice.help === "" ? { ...choice, help: keysOf(command) } : choice;
}
