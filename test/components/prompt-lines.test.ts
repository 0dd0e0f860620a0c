import { describe, expect, test } from "vitest";
import { caretCell, type PromptContent, promptLines } from "../../components/prompt-lines.ts";
import { LOOK, show, widths } from "./show.ts";

const MESSAGE = "knows no such thing";

/** A prompt of 40 cells with something wrong at `from`. */
function prompt(text: string, from: number, to: number, more: Partial<PromptContent> = {}): PromptContent {
  const problem = { message: MESSAGE, from, to };
  return { look: LOOK, label: "f: ", text, caret: text.length, problem, note: "", width: 40, ...more };
}

describe("what is wrong in a prompt", () => {
  test("is said behind its mark", () => {
    expect(show(promptLines(prompt("kind:lm", 5, 7)))).toBe(
      "        ^^ knows no such thing          |\nf: kind:lm                              |",
    );
  });

  test("is said before its mark when there is no room behind", () => {
    expect(show(promptLines(prompt("aaaaaaaaaaaaaaaaaaaaaaa kind:lm", 29, 31)))).toBe(
      "            knows no such thing ^^      |\nf: aaaaaaaaaaaaaaaaaaaaaaa kind:lm      |",
    );
  });

  test("has a short mark where a long one leaves no room", () => {
    expect(show(promptLines(prompt("kind:lllllllllllllllllllllllll", 5, 30)))).toBe(
      "        ^ knows no such thing           |\nf: kind:lllllllllllllllllllllllll       |",
    );
  });

  test("is cut, with its mark, where there is no room at all", () => {
    const problem = { message: "one two three four five six seven eight nine", from: 14, to: 15 };
    expect(show(promptLines(prompt("aaaaaaaa kind:l", 0, 0, { problem })))).toBe(
      "                 ^ one two three four f…|\nf: aaaaaaaa kind:l                      |",
    );
  });

  test("is marked in cells: wide characters take two", () => {
    expect(show(promptLines(prompt("漢字 lm", 3, 5))).split("\n")[0]).toBe("        ^^ knows no such thing          |");
  });

  test("stays under a mark when the text is scrolled", () => {
    const lines = promptLines(prompt(`${"漢".repeat(30)} lm`, 31, 33));
    expect(widths(lines)).toEqual([40]);
    expect(show(lines)).toBe(`                knows no such thing ^^  |\nf: ${"漢".repeat(16)} lm  |`);
  });
});

test("the caret stands behind what was typed, wide characters and scrolling included", () => {
  const at = (text: string): number => caretCell({ label: "f: ", text, caret: text.length, width: 40 });
  expect([at(""), at("ab"), at("漢字"), at("a".repeat(100))]).toEqual([3, 5, 7, 38]);
});
