import fc from "fast-check";
import { expect, test } from "vitest";
import { sparkline } from "../../src/text/sparkline.ts";

test("a bar's height is its value's share of the largest", () => {
  expect(sparkline([1, 2, 3, 4, 5, 6, 7, 8], 8)).toBe("▁▂▃▄▅▆▇█");
  expect(sparkline([50, 100, 25, 0], 10)).toBe("▄█▂▁");
});

test("a cell shows the largest of its share", () => {
  expect(sparkline([1, 8, 1, 1, 4, 1], 3)).toBe("█▁▄");
});

test("without Unicode", () => {
  expect(sparkline([1, 4, 8], 8, false)).toBe("_~#");
});

test("never wider than asked, whatever the values", () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.nat({ max: 50 }), (values, width) => {
      expect(sparkline(values, width)).toHaveLength(Math.min(width, values.length));
    }),
  );
});
