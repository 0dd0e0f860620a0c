import { expect, test } from "vitest";
import { shortNumber } from "../../src/text/short-number.ts";

test.each([
  [Math.fround(3.9), 3.9],
  [0.1 + 0.2, 0.3],
  [0.000036599999999999995, 0.0000366],
  [-1.25, -1.25],
  [1_764_421_522_101, 1_764_421_522_101],
  [12_345_678.123456, 12_345_678.123],
])("%d is written as %d", (value, written) => expect(shortNumber(value)).toBe(written));
