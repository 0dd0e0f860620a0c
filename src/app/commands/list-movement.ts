import type { Command, CommandResult } from "../command.ts";
import type { Context, State } from "../state.ts";

interface ListMovement {
  readonly contexts: readonly Context[];
  readonly alsoPageDown?: readonly string[];
  /** Moves the selection so many lines, as far as there are any. */
  readonly move: (state: State, by: number) => CommandResult;
}

const PAGE = 10;
const ALL = 1e9;

/** The commands that move in a list over the screen: the same keys in each of them. */
export function listMovement(name: string, { contexts, alsoPageDown = [], move }: ListMovement): readonly Command[] {
  const command = (id: string, title: string, keys: readonly string[], run: Command["run"]): Command => ({
    id: `${name}.${id}`,
    keys,
    contexts,
    title,
    group: "In a list",
    run,
  });
  return [
    command("down", "Down", ["j", "down", "ctrl-n", "tab"], (s, a) => move(s, a.count ?? 1)),
    command("up", "Up", ["k", "up", "shift-tab"], (s, a) => move(s, -(a.count ?? 1))),
    command("page-down", "Ten down", ["pagedown", ...alsoPageDown, "ctrl-f", "ctrl-d"], (s) => move(s, PAGE)),
    command("page-up", "Ten up", ["pageup", "ctrl-b", "ctrl-u"], (s) => move(s, -PAGE)),
    command("first", "First", ["g", "home"], (s) => move(s, -ALL)),
    command("last", "Last", ["G", "end"], (s) => move(s, ALL)),
  ];
}
