import { expect, test } from "vitest";
import { colorCodes } from "../../src/terminal/color-codes.ts";

test("24-bit colours are sent as they are where they are known", () => {
  expect(colorCodes("#ff8800", "fg", "true")).toBe("38;2;255;136;0");
  expect(colorCodes("#010203", "bg", "true")).toBe("48;2;1;2;3");
});

test("the palette is sent in its short forms", () => {
  expect(colorCodes(1, "fg", 16)).toBe("31");
  expect(colorCodes(9, "bg", 16)).toBe("101");
  expect(colorCodes(208, "fg", 256)).toBe("38;5;208");
  expect(colorCodes(208, "fg", "true")).toBe("38;5;208");
});

// Index 16 + 36r + 6g + b with levels 0 95 135 175 215 255; greys from 232: 8, 18, ... 238.
test.each([
  ["#ff8700", "38;5;208"],
  ["#ff8800", "38;5;208"],
  ["#000000", "38;5;16"],
  ["#ffffff", "38;5;231"],
  ["#121212", "38;5;233"],
  ["#767676", "38;5;243"],
] as const)("%s among 256 colours is %s", (color, codes) => {
  expect(colorCodes(color, "fg", 256)).toBe(codes);
});

test.each([
  ["#fe0102", "91"],
  ["#c80000", "31"],
  ["#808080", "90"],
  [196, "91"],
  [232, "30"],
  [255, "37"],
] as const)("%s among 16 colours is %s", (color, codes) => {
  expect(colorCodes(color, "fg", 16)).toBe(codes);
});

test("no colours are no codes", () => {
  expect(colorCodes(1, "fg", "none")).toBe("");
});
