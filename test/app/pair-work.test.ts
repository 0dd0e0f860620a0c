import { describe, expect, test } from "vitest";
import { advancePair, dropPair, pairDifference, pairPending } from "../../src/app/diff/pair-work.ts";
import { inlineRows } from "../../src/app/diff/text-rows.ts";
import { stepDiff } from "../../src/diff/step-diff.ts";
import type { Json } from "../../src/json/json.ts";
import { diffOf } from "../diff/rows.ts";
import { openCalls } from "../fork/forked.ts";

/** A call with a long conversation, one word of it given. */
function longCall(word: string) {
  const messages = Array.from({ length: 3000 }, (_, n): Json => {
    const content = `message ${n} ${n === 2000 ? word : "plain"} ${"lorem ipsum ".repeat(40)}`;
    return { role: n % 2 === 0 ? "user" : "assistant", content };
  });
  const response = { choices: [{ index: 0, message: { role: "assistant", content: word } }] };
  const path = "/v1/chat/completions";
  return openCalls([{ path, op: "openai/chat", request: { model: "m", messages }, response }], ["/messages"]);
}

describe("a pair of the comparison", () => {
  test("comes to the same in slices as at once", async () => {
    const result = diffOf(await longCall("one"), await longCall("other"));
    const [entry] = result.entries;
    if (!entry) throw new Error("no entry");
    const pair = { a: { run: result.a, i: entry.a }, b: { run: result.b, i: entry.b } };
    expect([pairDifference(result, entry), pairPending()]).toEqual([null, true]);
    while (!advancePair(0));
    expect(pairPending()).toBe(false);
    expect(pairDifference(result, entry)).toEqual(stepDiff(pair, result.options));
  });

  test("is let go of with its comparison", async () => {
    const result = diffOf(await longCall("one"), await longCall("other"));
    const [entry] = result.entries;
    if (!entry) throw new Error("no entry");
    expect(pairDifference(result, entry)).toBeNull();
    dropPair();
    expect([pairPending(), advancePair(0)]).toEqual([false, true]);
  });
});

describe("long texts line by line", () => {
  const shown = (before: string, after: string): readonly string[] =>
    inlineRows(before, after, "k", 80).map(({ spans }) => spans.map(({ text }) => text).join(""));
  const plain = (n: number): string => Array.from({ length: n }, (_, i) => `line ${i}\n`).join("");

  test("a word in the middle: it, and what stands around it", () => {
    const [head, tail] = [plain(200_000), plain(200_000)];
    expect(shown(`${head}old word\n${tail}`, `${head}new word\n${tail}`)).toEqual([
      "…",
      "  line 199998",
      "  line 199999",
      "- old word",
      "+ new word",
      "  line 0",
      "  line 1",
      "…",
    ]);
  });

  test("nothing in common: the beginning of both, and how much more there is", () => {
    const rows = shown("a\n".repeat(500_000), "b\n".repeat(500_000));
    // On both sides 10,000 lines of two characters, and the one that is cut.
    expect(rows.length).toBeLessThan(20_010);
    // The last line's end is the same: twice 999,999 without 20,000.
    expect(rows.at(-1)).toContain("1,959,998 characters more that differ: v opens all");
  });
});
