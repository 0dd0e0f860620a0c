import { describe, expect, test } from "vitest";
import {
  costPhrase,
  formatAge,
  formatBytes,
  formatClock,
  formatCost,
  formatCount,
  formatDuration,
  formatOffset,
  formatWhole,
} from "../../src/text/format.ts";

test.each([
  [0, "0"],
  [312, "312"],
  [999, "999"],
  [1000, "1k"],
  [2512, "2.5k"],
  [18400, "18.4k"],
  [99960, "100k"],
  [999_499, "999k"],
  [999_600, "1M"],
  [2_500_000, "2.5M"],
  [3_000_000_000, "3G"],
])("%i things are %s", (count, shown) => {
  expect(formatCount(count)).toBe(shown);
});

test.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1 KB"],
  [831_488, "812 KB"],
  [1_048_575, "1 MB"],
  [5_600_000_000, "5.2 GB"],
])("%i bytes are %s", (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown);
});

test.each([
  [0, "0ms"],
  [0.4, "<1ms"],
  [85, "85ms"],
  [999.6, "1.0s"],
  [1800, "1.8s"],
  [59_960, "1m00s"],
  [133_000, "2m13s"],
  [7_500_000, "2h05m"],
  [180_000_000, "2d02h"],
  [-1800, "-1.8s"],
])("%d ms are %s", (ms, shown) => {
  expect(formatDuration(ms)).toBe(shown);
});

test.each([
  [0, "$0"],
  [0.00004, "<$0.0001"],
  [0.0031, "$0.0031"],
  [0.031, "$0.031"],
  [0.9996, "$1.00"],
  [1.5, "$1.50"],
  [1234, "$1.2k"],
])("%d USD are %s", (usd, shown) => {
  expect(formatCost(usd)).toBe(shown);
});

test("offsets carry a sign", () => {
  expect(formatOffset(133_000)).toBe("+2m13s");
  expect(formatOffset(-85)).toBe("-85ms");
});

test("ages are in the largest unit", () => {
  const now = 1_764_421_522_101;
  expect(formatAge(now - 20_000, now)).toBe("just now");
  expect(formatAge(now - 5 * 60_000, now)).toBe("5 min ago");
  expect(formatAge(now - 3 * 3_600_000, now)).toBe("3 h ago");
  expect(formatAge(now - 12 * 86_400_000, now)).toBe("12 d ago");
  expect(formatAge(now + 5000, now)).toBe("just now");
});

test("the clock shows local time", () => {
  expect(formatClock(new Date(2026, 10, 29, 14, 2, 5).getTime())).toBe("14:02:05");
  expect(formatClock(Number.POSITIVE_INFINITY, "?")).toBe("?");
});

describe("what is unknown is not 0", () => {
  test.each([formatCount, formatBytes, formatDuration, formatCost, formatClock, formatOffset])("%o", (format) => {
    expect(format(undefined)).toBe("");
    expect(format(undefined, "?")).toBe("?");
  });
});

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1,000"],
  [2512, "2,512"],
  [1234567, "1,234,567"],
  [-4096, "-4,096"],
  [undefined, ""],
])("formatWhole(%s) is %s", (count, shown) => {
  expect(formatWhole(count)).toBe(shown);
});

test.each<[number, boolean, string]>([
  [0.031, false, "$0.031"],
  [0.031, true, "at least $0.031"],
  [0.00004, false, "<$0.0001"],
  [0.00004, true, "more than $0"],
])("a cost of %d in words, a part of it unknown: %s", (usd, atLeast, words) =>
  expect(costPhrase(usd, atLeast)).toBe(words),
);
