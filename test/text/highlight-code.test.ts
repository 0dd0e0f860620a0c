import { beforeAll, describe, expect, test } from "vitest";
import { CODE_LIMIT, type CodeHighlighter, loadCodeHighlighter } from "../../src/text/highlight-code.ts";

let highlight: CodeHighlighter;
beforeAll(async () => {
  highlight = await loadCodeHighlighter();
});

function shown(lines: readonly string[], language: string): string[] {
  return highlight(lines, language).map((line) =>
    line.map(({ text, token }) => (token === "code.plain" ? text : `<${token.replace("code.", "")} ${text}>`)).join(""),
  );
}

test("tokens have names, not colours", () => {
  expect(shown(["const a = 'x' + 42; // why"], "js")).toEqual([
    "<keyword const> a = <string 'x'> + <number 42>; <comment // why>",
  ]);
});

test("a token may span lines", () => {
  expect(shown(['s = """one', 'two"""', "n = 1"], "python")).toEqual([
    's = <string """one>',
    '<string two""">',
    "n = <number 1>",
  ]);
});

test("lines of a diff are known", () => {
  expect(shown(["-old", "+new", " same"], "diff")).toEqual(["<diff.removed -old>", "<diff.added +new>", " same"]);
});

test("markup of the text stays text", () => {
  expect(shown(["if (a < b && c) x = '&lt;';"], "js")).toEqual(["<keyword if> (a < b && c) x = <string '&lt;'>;"]);
});

describe("plain stays", () => {
  test("an unknown language", () => {
    expect(shown(["let x"], "klingon")).toEqual(["let x"]);
  });
  test("a block over the limit", () => {
    const long = `let x = "${"y".repeat(CODE_LIMIT)}"`;
    expect(shown([long], "js")).toEqual([long]);
  });
  test("a block that would come back changed", () => {
    expect(shown(["let a\0b = 1"], "js")).toEqual(["let a\0b = 1"]);
  });
  test("a block with control characters, which would be taken for marks", () => {
    expect(shown(["let \x01 x"], "js")).toEqual(["let \x01 x"]);
  });
});

test("an equal block is not worked out twice", () => {
  expect(highlight(["let x = 1"], "js")).toBe(highlight(["let x = 1"], "js"));
});
