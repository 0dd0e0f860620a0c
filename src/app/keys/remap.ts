import type { Command } from "../command.ts";
import { COMMANDS } from "../commands.ts";
import type { State } from "../state.ts";
import { types } from "./key-spelling.ts";
import { Keymap } from "./keymap.ts";

/** Keys that the user has given to commands, by command id. */
export type GivenKeys = ReadonlyMap<string, readonly string[]>;

export interface CommandTable {
  readonly commands: readonly Command[];
  readonly keymap: Keymap;
}

const USUAL: CommandTable = { commands: COMMANDS, keymap: new Keymap(COMMANDS) };
let last: { readonly keys: GivenKeys; readonly table: CommandTable } | undefined;

/** The one table with the user's keys in it. */
export function tableOf({ options: { keys } }: Pick<State, "options">): CommandTable {
  if (!keys || keys.size === 0) return USUAL;
  if (last?.keys !== keys) {
    const commands = withKeys(COMMANDS, keys);
    last = { keys, table: { commands, keymap: new Keymap(commands) } };
  }
  return last.table;
}

/** A given key is taken from the command that usually has it, where both would be open to it. */
export function withKeys(commands: readonly Command[], given: GivenKeys): readonly Command[] {
  const givers = commands.filter(({ id }) => given.has(id));
  return commands.map((command) => {
    const own = given.get(command.id);
    if (own) return { ...command, keys: own };
    const taken = givers.filter((giver) => meet(giver, command)).flatMap(({ id }) => given.get(id) ?? []);
    const keys = command.keys.filter((key) => !taken.includes(key));
    return keys.length === command.keys.length ? command : { ...command, keys };
  });
}

/** The keys that can be given, and why the others cannot: those commands keep their usual ones. */
export function checkKeys(
  commands: readonly Command[],
  wanted: GivenKeys,
): { readonly keys: GivenKeys; readonly problems: readonly string[] } {
  const keys = new Map(wanted);
  const problems: string[] = [];
  const refuse = (id: string, why: string) => {
    keys.delete(id);
    problems.push(`keys: ${id}: ${why}`);
  };
  for (const [id, own] of wanted) {
    const command = commands.find((candidate) => candidate.id === id);
    const why = command ? unfit(command, own) : "there is no such command (vcr keys --json lists them)";
    if (why !== undefined) refuse(id, why);
  }
  // Taking one back gives keys back to others, which may clash in their turn.
  for (;;) {
    const clash = firstClash(withKeys(commands, keys), keys);
    if (!clash) return { keys, problems };
    refuse(clash.id, clash.why);
  }
}

function unfit({ contexts, group }: Command, keys: readonly string[]): string | undefined {
  const typing = contexts.includes("prompt") || contexts.includes("palette");
  const typed = keys.find((key) => typing && types(key.split(" ")[0] ?? ""));
  if (typed !== undefined) return `"${typed}" types a character where this command is for`;
  const digit = keys.find((key) => /^\d/.test(key));
  if (digit !== undefined && group !== "Detail") return `"${digit}" begins a count (3j) or shows a tab`;
  return undefined;
}

function firstClash(commands: readonly Command[], given: GivenKeys): { id: string; why: string } | undefined {
  for (const command of commands.filter(({ id }) => given.has(id)).toReversed()) {
    for (const other of commands.filter((each) => each !== command && meet(each, command))) {
      for (const key of command.keys) {
        if (other.keys.includes(key) && given.has(other.id))
          return { id: command.id, why: `"${key}" is given to ${other.id} too` };
        const longer = other.keys.find((keys) => keys.startsWith(`${key} `));
        if (longer !== undefined)
          return {
            id: command.id,
            why: `"${key}" begins "${longer}" (${other.id}): a key is a command or begins others, never both`,
          };
        const shorter = other.keys.find((keys) => key.startsWith(`${keys} `));
        if (shorter !== undefined)
          return {
            id: command.id,
            why: `"${key}" begins with "${shorter}", which is ${other.id}: a key is a command or begins others, never both`,
          };
      }
    }
  }
  return undefined;
}

/** Whether keys can mean both. */
function meet(one: Command, other: Command): boolean {
  return one.contexts.some((context) => other.contexts.includes(context));
}
