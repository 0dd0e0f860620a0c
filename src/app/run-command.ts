import type { Command, CommandArguments } from "./command.ts";
import type { Update } from "./effect.ts";
import type { State } from "./state.ts";
import { toast } from "./toast.ts";

/** Runs a command, or says why it cannot be run now. */
export function runCommand(state: State, command: Command, args: CommandArguments): Update {
  const why = command.disabled?.(state);
  if (why !== undefined) return toast(state, why, "warning");
  const result = command.run(state, args);
  return "effects" in result ? result : { state: result, effects: [] };
}
