import { nearest } from "../../query/nearest.ts";
import type { Command, CommandGroup } from "../command.ts";
import { onScreen } from "../context.ts";
import type { Update } from "../effect.ts";
import { runCommand } from "../run-command.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";

/** Names that can stand on the `:` line: short names and full ids. */
export function lineNames(
  commands: readonly Command[],
): readonly { readonly name: string; readonly title: string; readonly argument?: string }[] {
  return commands.filter(onLine).flatMap((command) =>
    [...(command.line ?? []), command.id].map((name) => ({
      name,
      title: command.title,
      ...(command.argument !== undefined && { argument: command.argument }),
    })),
  );
}

/** Runs what was typed after `:`: a step number, or a command's name and its argument. */
export function runLine(state: State, text: string, commands: readonly Command[]): Update {
  if (text === "") return { state, effects: [] };
  const [, name = "", argument = ""] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
  const here = commands.filter((each) => onScreen(state, each));
  const step = byName(here, "step");
  if (step && /^\d+[a-z]*!?\d*$/.test(name)) return runCommand(state, step, { commands, argument: name });
  const command = byName(here, name);
  if (command) return runCommand(state, command, { commands, ...(argument !== "" && { argument }) });
  const names = lineNames(here).map((entry) => entry.name);
  const near = nearest(name, names) ?? names.find((each) => each.startsWith(name.slice(0, 2)));
  return toast(state, `no command ":${name}"${near ? `; did you mean ":${near}"?` : ""} (? lists them)`, "error");
}

function byName(commands: readonly Command[], name: string): Command | undefined {
  return commands.find((command) => onLine(command) && (command.id === name || command.line?.includes(name)));
}

/** Groups of commands that mean nothing but where their keys are typed. */
const INSIDE: readonly CommandGroup[] = ["In a list", "In a text", "While typing"];

function onLine(command: Command): boolean {
  return !INSIDE.includes(command.group);
}
