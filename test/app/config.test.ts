import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/app/commands.ts";
import { readConfig } from "../../src/app/config.ts";
import type { Json } from "../../src/json/json.ts";

function read(json: Json) {
  const { config, problems } = readConfig(json, COMMANDS);
  return { values: Object.fromEntries(config.values), keys: Object.fromEntries(config.keys), problems };
}

describe("the config file", () => {
  test("gives values and keys", () => {
    expect(
      read({
        theme: "light",
        layout: "stacked",
        time: "clock",
        mouse: true,
        screenReader: false,
        keys: { help: "f12", "move.down": ["J"] },
      }),
    ).toEqual({
      values: { theme: "light", layout: "stacked", time: "clock", mouse: "on", screenReader: "off" },
      keys: { help: ["f12"], "move.down": ["J"] },
      problems: [],
    });
  });

  test("a bad entry is named, and the others hold", () => {
    const { values, problems } = read({ theme: "pink", mouse: "maybe", time: "off", colour: 1, Layout: "side" });
    expect(values).toEqual({ time: "off" });
    expect(problems).toEqual([
      'theme: "pink" is not one of auto, dark, light, high-contrast, mono',
      'mouse: "maybe" is not one of true, false',
      'there is no option "colour": theme, layout, time, mouse, screenReader, keys',
      'there is no option "Layout"; did you mean "layout"?',
    ]);
  });

  test("a key that is none is named", () => {
    const { keys, problems } = read({ keys: { help: ["?", "hyper-x"], quit: 7 } });
    expect(keys).toEqual({});
    expect(problems).toEqual([
      'keys: help: "hyper-x" is no key (like "j", "ctrl-d", "f5", "] e")',
      'keys: quit: 7 is no key (like "j", "ctrl-d", "f5", "] e")',
    ]);
  });

  test("no keys at all takes a command its keys away", () => {
    expect(read({ keys: { "quit-now": [] } })).toMatchObject({ keys: { "quit-now": [] }, problems: [] });
  });

  test("prices are another part's", () => {
    expect(read({ prices: { "my-model": "1/2" } }).problems).toEqual([]);
  });

  test("whatever it holds, it is read", () => {
    fc.assert(fc.property(fc.jsonValue(), (json) => void read(json as Json)));
  });

  test("names of a prototype are names", () => {
    expect(read(JSON.parse('{"__proto__": 1, "keys": {"constructor": "x"}}')).problems).toHaveLength(2);
  });
});
