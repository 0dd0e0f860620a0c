import { COMMAND_GROUPS, type Command, type CommandGroup } from "../command.ts";
import { keyLabel } from "../keys/key.ts";
import { noneHeld } from "../live/checks.ts";
import type { Context, State } from "../state.ts";

export interface HelpLine {
  readonly type: "group" | "command";
  readonly keys: string;
  readonly title: string;
  readonly id: string;
}

const PLACES: Partial<Record<Context, string>> = {
  "runs-list": "list of runs",
  diff: "comparison",
  draft: "draft of a fork",
  choices: "list of choices",
  output: "agent's output",
};

/** What the help of a context is headed by. */
export function helpTitle(context: Context): string {
  return `Keys in the ${PLACES[context] ?? context}`;
}

/** What is wanted first: while a call stands still what can become of it. */
export function firstGroup(state: State): CommandGroup | undefined {
  return noneHeld(state) === undefined ? "Live run" : undefined;
}

/** The help of one context: the keys that work there, group by group. */
export function helpLines(context: Context, commands: readonly Command[], first?: CommandGroup): readonly HelpLine[] {
  const here = commands.filter(
    (command) => command.contexts.includes(context) && (command.keys.length > 0 || command.line),
  );
  const groups = first === undefined ? COMMAND_GROUPS : [first, ...COMMAND_GROUPS.filter((group) => group !== first)];
  return groups.flatMap((group) => {
    const commands = here.filter((command) => command.group === group);
    if (commands.length === 0) return [];
    return [{ type: "group" as const, keys: "", title: group, id: group }, ...commands.map(helpLine)];
  });
}

function helpLine(command: Command): HelpLine {
  return { type: "command", keys: keysOf(command), title: command.title, id: command.id };
}

/** All ways to a command: its keys, and its name on the `:` line. */
export function keysOf(command: Command): string {
  const line = (command.line ?? [])
    .slice(0, 1)
    .map((name) => `:${name}${command.argument === undefined ? "" : ` ${command.argument}`}`);
  return [...command.keys.map(keyLabel), ...line].join("  ");
}

/** Command table as Markdown rows for README, and as lines for `vcr keys`. */
export function keyTable(commands: readonly Command[]): readonly {
  readonly group: string;
  readonly keys: string;
  readonly title: string;
  readonly id: string;
}[] {
  return COMMAND_GROUPS.flatMap((group) =>
    commands
      .filter((command) => command.group === group && (command.keys.length > 0 || command.line))
      .map((command) => ({
        group,
        keys: keysOf(command),
        title: command.title,
        id: command.id,
      })),
  );
}
