import { describe, expect, test } from "vitest";
import { patternProblem, patterns } from "../../src/identity/pointer-pattern.ts";

function matches(pattern: string, pointer: string): boolean {
  return pointer
    .split("/")
    .slice(1)
    .reduce((state, key) => state.step(key.replaceAll("~1", "/")), patterns([pattern])).hit;
}

describe("patterns", () => {
  test.each([
    ["/a/b", "/a/b", true],
    ["/a/b", "/a", false],
    ["/a/b", "/a/b/c", false],
    ["/a/*/c", "/a/0/c", true],
    ["/a/*/c", "/a/0/1/c", false],
    ["/**/c", "/c", true],
    ["/**/c", "/a/0/1/c", true],
    ["/**/c", "/a/c/d", false],
    ["/a/**", "/a/b/c", true],
    ["/**/x/*/y", "/x/x/1/y", true],
    ["/a~1b", "/a~1b", true],
  ])("%s and %s: %s", (pattern, pointer, expected) => {
    expect(matches(pattern, pointer)).toBe(expected);
  });

  test("is dead where nothing can match any more", () => {
    expect(patterns(["/a/b"]).step("z").dead).toBe(true);
    expect(patterns([]).dead).toBe(true);
    expect(patterns(["/**/b"]).step("z").dead).toBe(false);
  });

  test("says what is no pointer", () => {
    expect(patternProblem("/a/*/b")).toBeUndefined();
    expect(patternProblem("messages/0")).toContain("begins with /");
    expect(patternProblem("")).toBeDefined();
    expect(() => patterns(["x"])).toThrow(RangeError);
  });
});
