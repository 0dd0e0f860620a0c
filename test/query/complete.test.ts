import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { complete } from "../../src/query/complete.ts";
import { RunOf } from "../support/run-of.ts";

const run = new RunOf([
  { kind: "llm", name: "gpt-4o-mini", provider: "openai", httpStatus: 200 },
  { kind: "llm", name: "claude haiku", provider: "anthropic" },
  { kind: "llm", name: "claude haiku", provider: "anthropic", httpStatus: 429 },
  { kind: "tool", name: "search" },
  { kind: "node", name: "plan" },
]);

/** The text after the first offer was taken; `|` is the caret. */
function taken(text: string): string {
  const caret = text.indexOf("|");
  const whole = text.replace("|", "");
  const { from, to, options } = complete(whole, caret, run);
  return options[0] ? whole.slice(0, from) + options[0].insert + whole.slice(to) : whole;
}

function labels(text: string): string {
  return complete(text, text.length, run)
    .options.map((option) => option.label)
    .join(" ");
}

describe("the first offer", () => {
  test.each([
    ["mo|", "model:"],
    ["kind:llm pr|", "kind:llm provider:"],
    ["-to|", "-tool:"],
    ["(du|", "(dur:"],
    ["mo|:gpt", "model:gpt"],
    ["dur|", "dur>"],
    ["model|", "model:"],
    ["kind:to|", "kind:tool"],
    ["kind:llm,me|", "kind:llm,memory"],
    ["kind:t| x", "kind:tool x"],
    ["is:ma|", "is:marked"],
    ["model:g|", "model:gpt-4o-mini"],
    ["model:hai|", 'model:"claude haiku"'],
    ["model:4mi|", "model:gpt-4o-mini"],
    ["tool:|", "tool:search"],
    ["under:p|", "under:plan"],
    ["status:42|", "status:429"],
    ["~ma|", "~marked"],
    ["~b|", "~b "],
    ['resp:"mo|', 'resp:"mo'],
    ["nofield:x|", "nofield:x"],
  ])("%s", (before, after) => {
    expect(taken(before)).toBe(after);
  });
});

test("the most frequent name comes first", () => {
  expect(labels("model:")).toBe("claude haiku gpt-4o-mini");
});

test("an empty prompt offers the fields", () => {
  expect(labels("")).toMatch(/^kind: role: model: /);
});

test("any text and caret give a place around the caret", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 30 }), fc.nat(30), (text, at) => {
      const caret = Math.min(at, text.length);
      const { from, to } = complete(text, caret, run);
      expect(from >= 0 && from <= caret && caret <= to && to <= text.length).toBe(true);
    }),
  );
});
