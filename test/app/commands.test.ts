import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/app/commands.ts";
import { Keymap } from "../../src/app/keys/keymap.ts";
import { liveState } from "../../src/app/live/live-state.ts";
import { helpLines } from "../../src/app/prompt/help.ts";
import { paletteCommands } from "../../src/app/prompt/palette.ts";
import type { Context } from "../../src/app/state.ts";
import { hello } from "./live-run.ts";

const KEYMAP = new Keymap(COMMANDS);
const CONTEXTS = [...new Set(COMMANDS.flatMap((command) => command.contexts))];

/** Key sequences of a context, with the ids of the commands that have them. */
function sequences(context: Context): ReadonlyMap<string, readonly string[]> {
  const bound = new Map<string, string[]>();
  for (const { id, keys, contexts } of COMMANDS) {
    if (contexts.includes(context)) for (const key of keys) bound.set(key, [...(bound.get(key) ?? []), id]);
  }
  return bound;
}

/** A run that is being written has commands of its own. */
const live = liveState(hello(), "run.vcr");

/** Commands that the palette offers on some screen. */
const inPalette = new Set(
  (["trace", "runs", "diff"] as const).flatMap((screen) => paletteCommands({ screens: [screen], live }, COMMANDS)),
);

describe("the command table", () => {
  test("no two commands have one id", () => {
    const ids = COMMANDS.map(({ id }) => id);
    expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([]);
  });

  test("no two commands have one name on the : line", () => {
    const names = COMMANDS.flatMap(({ line }) => line ?? []);
    expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([]);
  });

  test.each(CONTEXTS)("in %s no key is bound twice", (context) => {
    const twice = [...sequences(context)].filter(([, ids]) => ids.length > 1);
    expect(twice).toEqual([]);
  });

  test.each(CONTEXTS)("in %s no key is both a command and the beginning of others", (context) => {
    const keys = [...sequences(context).keys()];
    expect(keys.filter((key) => keys.some((longer) => longer.startsWith(`${key} `)))).toEqual([]);
  });

  test("every command can be reached: by keys, by the : line or by the palette", () => {
    const lost = COMMANDS.filter(
      (command) => command.keys.length === 0 && !command.line?.length && !inPalette.has(command),
    );
    expect(lost.map(({ id }) => id)).toEqual([]);
  });

  test("arrows, Enter, Esc, Tab, ? and the palette reach every command of the panes", () => {
    const simple = /^(?:up|down|left|right|enter|esc|tab|shift-tab|\?|:|ctrl-p)$/;
    const panes = COMMANDS.filter(({ contexts }) => contexts.includes("list") || contexts.includes("detail"));
    const lost = panes.filter((command) => {
      const asks = command.argument !== undefined;
      return !inPalette.has(command) && !asks && !command.keys.some((key) => simple.test(key));
    });
    expect(lost.map(({ id }) => id)).toEqual([]);
  });

  test("what is bound is found by the keymap, and its beginning is a prefix", () => {
    for (const context of CONTEXTS) {
      for (const [keys, [id]] of sequences(context)) {
        const parts = keys.split(" ");
        const match = KEYMAP.match(parts, context);
        expect(match.type === "command" ? match.command.id : match.type).toBe(id);
        for (let n = 1; n < parts.length; n++) expect(KEYMAP.match(parts.slice(0, n), context).type).toBe("prefix");
      }
    }
  });

  test("help of a context lists every command that has keys there", () => {
    for (const context of CONTEXTS) {
      const shown = new Set(helpLines(context, COMMANDS).map(({ id }) => id));
      const missing = COMMANDS.filter(({ contexts, keys }) => contexts.includes(context) && keys.length > 0);
      expect(missing.filter(({ id }) => !shown.has(id)).map(({ id }) => id)).toEqual([]);
    }
  });

  test("titles are words for people: a capital, no full stop, no two the same in one context", () => {
    for (const { title } of COMMANDS) expect(title).toMatch(/^[A-Z].*[^.]$/);
  });
});
