import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonFault } from "../../src/json/json-fault.ts";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("the first fault of a text that should be JSON", () => {
  test.each([
    ['{"a": oops}', 6, "expected a value"],
    ['{"a": 1 "b": 2}', 8, "expected , or }"],
    ["[1 2]", 3, "expected , or ]"],
    ["[1,]", 3, "expected a value"],
    ["[,]", 1, "expected a value or ]"],
    ['{"a": 1,}', 8, "expected a name in quotes"],
    ["{a: 1}", 1, "expected a name in quotes or }"],
    ['{"a" 1}', 5, "expected : behind the name"],
    ['"abc', 4, 'expected " at the end of the text'],
    ['"a\nb"', 2, "a line end or control character in quotes: write it as an escape"],
    ['"a\\x"', 2, "no such escape"],
    ["{} x", 3, "expected nothing more"],
    ["01", 0, "expected a value"],
    ["", 0, "expected a value"],
  ])("%j: at %i, %s", (text, at, message) => {
    expect(jsonFault(text)).toEqual({ at, message });
  });

  test("is there just when JSON.parse refuses the text", () => {
    const json = fc.json({ maxDepth: 4 });
    const broken = fc
      .tuple(json, fc.nat(), fc.constantFrom("", ",", "}", "]", '"', "\\", "x", "1", "-", "\n", ":", "e"))
      .map(
        ([text, at, piece]) => text.slice(0, at % (text.length + 1)) + piece + text.slice((at % (text.length + 1)) + 1),
      );
    fc.assert(
      fc.property(fc.oneof(json, broken), (text) => {
        expect(jsonFault(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 3000 },
    );
  });

  test("is found behind a string of any length", () => {
    expect(jsonFault(`["${"a".repeat(20_000_000)}" 1]`)?.message).toBe("expected , or ]");
  });

  test("is found at any depth", () => {
    expect(jsonFault(`${"[".repeat(200_000)}x`)?.at).toBe(200_000);
  });
});
