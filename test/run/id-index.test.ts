import fc from "fast-check";
import { expect, test } from "vitest";
import { IdIndex } from "../../src/run/rows/id-index.ts";

test("it answers as a Map does, through growth and overwriting", () => {
  const ids = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "", "call_1", "call_2", "\0"));
  fc.assert(
    fc.property(fc.array(fc.tuple(ids, fc.nat(1_000_000)), { maxLength: 2000 }), ids, (entries, absent) => {
      const index = new IdIndex();
      const map = new Map<string, number>();
      for (const [id, row] of entries) {
        index.set(id, row);
        map.set(id, row);
      }
      for (const [id] of entries) expect(index.get(id)).toBe(map.get(id));
      expect(index.get(absent)).toBe(map.get(absent));
    }),
    { numRuns: 50 },
  );
});

test("a hundred thousand ids that differ in their last characters are told apart", () => {
  const index = new IdIndex();
  for (let n = 0; n < 100_000; n++) index.set(`toolu_01AbCdEfGhIjKl${n.toString(36)}`, n);
  for (let n = 0; n < 100_000; n += 7) {
    if (index.get(`toolu_01AbCdEfGhIjKl${n.toString(36)}`) !== n) expect.fail(`id ${n} is lost`);
  }
  expect(index.get("toolu_01AbCdEfGhIjKlzzzzz")).toBeUndefined();
});
