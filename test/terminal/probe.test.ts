import { expect, test } from "vitest";
import { lightByEnvironment } from "../../src/terminal/probe.ts";

test.each([
  ["15;0", false],
  ["0;15", true],
  ["0;default;15", true],
  ["0;7", true],
  ["7;8", false],
  ["12;11", true],
  ["", undefined],
  ["0;default", undefined],
  ["nonsense", undefined],
])("COLORFGBG %j says of the background: light %j", (COLORFGBG, light) => {
  expect(lightByEnvironment({ COLORFGBG })).toBe(light);
});
