import fc from "fast-check";
import { expect, test } from "vitest";
import { DAMAGE_LETTER, parseStep, stepName } from "../../src/run/step/step-name.ts";

test.each([
  [12, 0, "12"],
  [12, 1, "12a"],
  [12, 26, "12z"],
  [12, 27, "12aa"],
  [12, 28, "12ab"],
  [36, DAMAGE_LETTER, "36!"],
  [36, DAMAGE_LETTER + 1, "36!2"],
  [36, DAMAGE_LETTER + 1233, "36!1234"],
])("step %i with letter %i is called %s", (seq, letter, name) => {
  expect(stepName(seq, letter)).toBe(name);
  expect(parseStep(name)).toEqual({ seq, letter });
});

test.each(["", "a", "12A", "12 a", "-1", "1.5", "12aaaa", "1e3", "12a!", "٣"])("%j is no step", (text) => {
  expect(parseStep(text)).toBeUndefined();
});

test("every letter there is has a name of its own that reads back", () => {
  const places = fc.tuple(
    fc.nat(999_999_999),
    fc.oneof(fc.nat(18_277), fc.integer({ min: DAMAGE_LETTER, max: DAMAGE_LETTER + 0xfff })),
  );
  fc.assert(
    fc.property(places, ([seq, letter]) => {
      expect(parseStep(stepName(seq, letter))).toEqual({ seq, letter });
    }),
  );
});
