import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keyName } from "../../src/app/keys/key.ts";
import { spelledKeys } from "../../src/app/keys/key-spelling.ts";

/** What terminals call the keys that type nothing. */
const NAMED =
  "enter esc tab space backspace delete insert up down left right home end pageup pagedown f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12".split(
    " ",
  );

describe("how keys are spelled in the config file", () => {
  test.each([
    ["j", "j"],
    ["G", "G"],
    ["Ctrl-D", "ctrl-d"],
    ["ctrl-alt-x", "ctrl-alt-x"],
    ["shift-tab", "shift-tab"],
    ["] e", "] e"],
    [" ", "space"],
    ["Escape", "esc"],
    ["PgUp", "pageup"],
    ["F5", "f5"],
    ["ctrl--", "ctrl--"],
    ["é", "é"],
  ])("%j is %j", (text, keys) => {
    expect(spelledKeys(text)).toBe(keys);
  });

  test.each(["", "jj", "shift-j", "hyper-x", "ctrl-", "f13", "a b c d e", "\u0007"])("%j is no key", (text) => {
    expect(spelledKeys(text)).toBeUndefined();
  });

  test("every key that the terminal reports can be given", () => {
    const named = fc.constantFrom(...NAMED).map((name) => ({ name }));
    const letter = fc
      .string({ minLength: 1, maxLength: 1 })
      .filter((name) => /^[!-@[-~]$/.test(name))
      .map((name) => ({ name }));
    fc.assert(
      fc.property(fc.oneof(named, letter), fc.boolean(), fc.boolean(), ({ name }, ctrl, alt) => {
        const spelled = keyName({ name, ctrl, alt, shift: false, sequence: "" });
        expect(spelledKeys(spelled)).toBe(spelled);
      }),
    );
  });

  test("never throws", () => {
    fc.assert(fc.property(fc.string(), (text) => void spelledKeys(text)));
  });
});
