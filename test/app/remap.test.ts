import { describe, expect, test } from "vitest";
import type { Command } from "../../src/app/command.ts";
import { COMMANDS } from "../../src/app/commands.ts";
import { checkKeys, tableOf, withKeys } from "../../src/app/keys/remap.ts";
import type { Context, Options } from "../../src/app/state.ts";

function command(id: string, keys: readonly string[], contexts: readonly Context[] = ["list"]): Command {
  return { id, keys, contexts, title: id, group: "Program", run: (state) => state };
}

const TABLE = [
  command("down", ["j", "down"]),
  command("fold", ["h"], ["detail"]),
  command("copy", ["y y"]),
  command("next-error", ["] e"]),
  command("accept", ["enter"], ["prompt"]),
];

function keysOf(commands: readonly Command[], id: string): readonly string[] | undefined {
  return commands.find((each) => each.id === id)?.keys;
}

function check(keys: Record<string, readonly string[]>) {
  const { keys: kept, problems } = checkKeys(TABLE, new Map(Object.entries(keys)));
  return { kept: Object.fromEntries(kept), problems };
}

describe("keys given to commands", () => {
  test("take the place of the usual ones", () => {
    expect(keysOf(withKeys(TABLE, new Map([["down", ["n"]]])), "down")).toEqual(["n"]);
  });

  test("are taken from the command that usually has them, in the same pane only", () => {
    const commands = withKeys(TABLE, new Map([["copy", ["j", "h"]]]));
    expect(keysOf(commands, "down")).toEqual(["down"]);
    expect(keysOf(commands, "fold")).toEqual(["h"]);
  });

  test("two commands can change places", () => {
    expect(check({ down: ["y y"], copy: ["j"] })).toEqual({ kept: { down: ["y y"], copy: ["j"] }, problems: [] });
  });

  test("a key that begins others is refused by name, and the usual key holds", () => {
    const { kept, problems } = check({ down: ["y"] });
    expect(kept).toEqual({});
    expect(problems).toEqual(['keys: down: "y" begins "y y" (copy): a key is a command or begins others, never both']);
  });

  test("a chord behind a key that is a command is refused", () => {
    expect(check({ copy: ["j j"] }).problems[0]).toMatch(/^keys: copy: "j j" begins with "j", which is down/);
  });

  test("a key that begins others is free once those are elsewhere", () => {
    expect(check({ down: ["y"], copy: ["c"] }).problems).toEqual([]);
  });

  test("one key for two commands: the second is refused", () => {
    const { kept, problems } = check({ down: ["x"], copy: ["x"] });
    expect(kept).toEqual({ down: ["x"] });
    expect(problems).toEqual(['keys: copy: "x" is given to down too']);
  });

  test("unknown commands, digits and keys that type into a prompt are refused", () => {
    expect(check({ nothing: ["x"], down: ["3"], accept: ["a"] })).toEqual({
      kept: {},
      problems: [
        "keys: nothing: there is no such command (vcr keys --json lists them)",
        'keys: down: "3" begins a count (3j) or shows a tab',
        'keys: accept: "a" types a character where this command is for',
      ],
    });
  });

  test("the usual table has no clash of its own", () => {
    const usual = new Map(COMMANDS.filter(({ keys }) => keys.length > 0).map(({ id, keys }) => [id, keys]));
    const { problems } = checkKeys(COMMANDS, usual);
    expect(problems.filter((text) => !/types a character|begins a count/.test(text))).toEqual([]);
  });

  test("the table of the program has them", () => {
    const options: Options = {
      unicode: true,
      theme: "dark",
      time: "duration",
      mouse: false,
      keys: new Map([["help", ["f12"]]]),
    };
    const { keymap } = tableOf({ options });
    expect(keymap.match(["f12"], "list")).toMatchObject({ type: "command", command: { id: "help" } });
    expect(keymap.match(["?"], "list")).toEqual({ type: "none" });
  });
});
