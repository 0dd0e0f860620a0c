import fc from "fast-check";
import { expect, test } from "vitest";
import { NumberTable } from "../../src/trace/read/number-table.ts";

const key = fc.oneof(fc.nat(300), fc.nat(Number.MAX_SAFE_INTEGER), fc.nat(100_000));
const value = fc.nat(2 ** 32 - 3);

test.each([true, false])("is a map, whatever the keys (wide: %s)", (wide) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value), { maxLength: 400 }), (pairs) => {
      const table = new NumberTable(wide);
      for (const pair of pairs) table.set(...pair);
      const map = new Map(pairs);
      expect(table.count).toBe(map.size);
      for (const [each, expected] of map) expect([each, table.get(each)]).toEqual([each, expected]);
      for (const absent of [299, 12_345, 2 ** 40]) expect(table.get(absent)).toBe(map.get(absent));
    }),
  );
});

test("a far key costs no memory for what lies before it", () => {
  const table = new NumberTable(true);
  table.set(2 ** 50, 1);
  expect(table.bytes).toBeLessThan(1000);
});

test("only a wide table holds offsets beyond 4 GiB", () => {
  const offset = 10 * 2 ** 30;
  const [wide, narrow] = [new NumberTable(true), new NumberTable(false)];
  for (const table of [wide, narrow]) table.set(0, offset);
  expect([wide.get(0), narrow.get(0)]).toEqual([offset, 2 ** 32 - 2]);
});
