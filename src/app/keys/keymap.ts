import type { Command } from "../command.ts";
import type { Context } from "../state.ts";

export type Match =
  | { readonly type: "command"; readonly command: Command }
  /** The keys so far begin these sequences. */
  | { readonly type: "prefix"; readonly next: readonly { readonly keys: string; readonly command: Command }[] }
  | { readonly type: "none" };

/** Key sequences → commands for one context. Longer sequences win over nothing: a key is either a command or a prefix, never both. */
export class Keymap {
  readonly #commands: readonly Command[];
  readonly #maps = new Map<Context, Map<string, Command>>();

  constructor(commands: readonly Command[]) {
    this.#commands = commands;
  }

  match(keys: readonly string[], context: Context): Match {
    const typed = keys.join(" ");
    const map = this.#mapOf(context);
    const command = map.get(typed);
    if (command) return { type: "command", command };
    const next = [...map].filter(([sequence]) => sequence.startsWith(`${typed} `));
    return next.length > 0
      ? {
          type: "prefix",
          next: next.map(([sequence, found]) => ({ keys: sequence.slice(typed.length + 1), command: found })),
        }
      : { type: "none" };
  }

  /** Commands that can be reached in a context, in the table's order. */
  commandsIn(context: Context): readonly Command[] {
    return this.#commands.filter((command) => command.contexts.includes(context));
  }

  #mapOf(context: Context): Map<string, Command> {
    let map = this.#maps.get(context);
    if (!map) {
      map = new Map();
      for (const command of this.commandsIn(context)) for (const keys of command.keys) map.set(keys, command);
      this.#maps.set(context, map);
    }
    return map;
  }
}
