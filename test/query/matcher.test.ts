import { describe, expect, test } from "vitest";
import { literalMatcher, type Matcher, regexMatcher } from "../../src/query/search/matcher.ts";

function regex(source: string, ignoreCase = false): Matcher {
  const made = regexMatcher(source, ignoreCase);
  if ("problem" in made) throw new Error(made.problem);
  return made;
}

describe("literals", () => {
  test("without capitals any case fits, with one the case counts", () => {
    expect(literalMatcher("oslo").test("to Oslo")).toBe(true);
    expect(literalMatcher("Oslo").test("to oslo")).toBe(false);
    expect(literalMatcher("été").test("ÉTÉ")).toBe(true);
  });

  test("signs are signs", () => {
    expect(literalMatcher("a.b(").find("axb( a.b( A.B(", 9)).toEqual([
      [5, 9],
      [10, 14],
    ]);
  });

  test("no more places than asked for", () => {
    expect(literalMatcher("a").find("aaaa", 2)).toHaveLength(2);
  });
});

describe("regexes", () => {
  test("^ and $ stand at the ends of lines; equals wants the whole text", () => {
    expect(regex("^b$").test("a\nb\nc")).toBe(true);
    expect(regex("b").equals("abc")).toBe(false);
    expect(regex("a|abc").equals("abc")).toBe(true);
  });

  test("empty matches are no places", () => {
    expect(regex("x*").find("axxb", 9)).toEqual([[1, 3]]);
  });

  test.each([
    ["(a+)+$", `${"a".repeat(40)}!`],
    ["(a|aa)+$", `${"a".repeat(60)}!`],
    [".*foo", "a".repeat(300_000)],
    [
      "(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)b",
      "a".repeat(4000),
    ],
    ["a?".repeat(30) + "a".repeat(30), "a".repeat(29)],
  ])("/%s/ is cut off", (source, text) => {
    const matcher = regex(source);
    // To its end it would run for longer than a test may.
    expect(matcher.test(text)).toBe(false);
    expect(matcher.overruns).toBe(1);
  });

  test("one that keeps overrunning is not run any more, where it might overrun again", () => {
    const matcher = regex("(a+)+$");
    for (let k = 0; k < 15; k++) matcher.test(`${"a".repeat(40)}!${k}`);
    expect(matcher.overruns).toBe(10);
  });

  test("an ordinary one on a long text is not", () => {
    const matcher = regex("time(d )?out [0-9]+ ms", true);
    expect(matcher.test(`${"x ".repeat(50_000)}Timed out 200 ms`)).toBe(true);
    expect(matcher.overruns).toBe(0);
  });
});
