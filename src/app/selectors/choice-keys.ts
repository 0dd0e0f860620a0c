import type { Choice } from "../choice.ts";
import type { Command } from "../command.ts";
import { keysOf } from "../help.ts";

/** A choice that stands for a command says how it is reached without the list. */
export function withKeys(choice: Choice, commands: readonly Command[]): Choice {
  const command = commands.find(({ id }) => id === choice.command);
  if (!command || choice.help !== "") return choice;
  // One key edits, a held call or for a fork.
  const editing = command.id === "live.edit" ? commands.find(({ id }) => id === "fork.edit") : undefined;
  return { ...choice, help: keysOf(editing ?? command) };
}
