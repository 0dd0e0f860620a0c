import { expect, test } from "vitest";
import { isRunName } from "../../src/record/run-file.ts";

test("a run's name is a file's name of letters of any script", () => {
  const good = ["base", "mit Leerzeichen ü", "比較-1", "v1.2_b", "नमस्ते"];
  const bad = [
    "",
    " x",
    ".hidden",
    "..",
    "a/b",
    "a\\b",
    "a\nb",
    "a\u202eb",
    "a\u0000",
    "x".repeat(151),
    "雨".repeat(51),
  ];
  expect([good.filter((name) => !isRunName(name)), bad.filter(isRunName)]).toEqual([[], []]);
});
