import type { Command } from "../command.ts";
import { onScreen } from "../context.ts";
import type { State } from "../state.ts";
import { keysOf } from "./help.ts";

/** Ranks commands for what was typed; fuse.js once it is loaded. */
export type PaletteSearch = (query: string, commands: readonly Command[]) => readonly Command[];

/** Commands that make sense to pick by name: those of the screen below. */
export function paletteCommands(
  state: Pick<State, "screens" | "live">,
  commands: readonly Command[],
): readonly Command[] {
  const here = commands.filter((command) => onScreen(state, command));
  return here.filter((command) => command.id !== "palette");
}

export function paletteEntries(
  state: Pick<State, "fuzzy" | "screens" | "live">,
  query: string,
  commands: readonly Command[],
): readonly Command[] {
  if (query.trim() === "") return paletteCommands(state, commands);
  return (state.fuzzy ?? plainSearch)(query.trim(), paletteCommands(state, commands));
}

/** Every word is somewhere in title, id or keys. */
function plainSearch(query: string, commands: readonly Command[]): readonly Command[] {
  const words = query.toLowerCase().split(/\s+/);
  return commands.filter((command) => {
    const text = `${command.title} ${command.id} ${keysOf(command)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** fuse.js, loaded when the palette opens. */
export async function loadPaletteSearch(): Promise<PaletteSearch> {
  const { default: Fuse } = await import("fuse.js");
  return (query, commands) => {
    const fuse = new Fuse(
      commands.map((command) => ({ command, title: command.title, id: command.id, keys: keysOf(command) })),
      { keys: [{ name: "title", weight: 2 }, "id", "keys"], threshold: 0.4, ignoreLocation: true },
    );
    return fuse.search(query).map((found) => found.item.command);
  };
}
