import { describe, expect, test } from "vitest";
import { rulesOf } from "../../src/identity/rules.ts";
import { type Sketch, similarity, sketchOf } from "../../src/identity/similarity.ts";
import { textSimilarity } from "../../src/identity/text-similarity.ts";
import type { Message } from "../../src/providers/message.ts";

const said = (role: Message["role"], text: string): Message => ({ role, parts: [{ type: "text", text }] });

function request(messages: readonly Message[], model = "gpt-4o"): Sketch {
  const tools = [{ name: "search" }, { name: "book" }];
  return sketchOf({ model, stream: false, system: [], tools, params: { temperature: 0 } }, messages, rulesOf());
}

/** Step n of a conversation that grows by two messages a step. */
function conversation(n: number): Message[] {
  const list = [said("system", "You book flights for people who travel."), said("user", "Find a flight to Oslo")];
  for (let k = 0; k < n; k++)
    list.push(said("assistant", `Searching page ${k} of results`), said("tool", `page ${k}: fare ${k * 7 + 100} euro`));
  return list;
}

describe("similarity", () => {
  test("is 1 for equal requests", () => {
    expect(similarity(request(conversation(5)), request(conversation(5)))).toBeCloseTo(1, 10);
  });

  test("is symmetric", () => {
    const [a, b] = [request(conversation(3)), request(conversation(6), "gpt-5")];
    expect(similarity(a, b)).toBeCloseTo(similarity(b, a), 10);
  });

  test.each([
    ["another model", (list: Message[]) => list, "gpt-5"],
    [
      "an edited prompt",
      (list: Message[]) => [said("system", "You book trains for people."), ...list.slice(1)],
      "gpt-4o",
    ],
    ["an inserted message", (list: Message[]) => [list[0]!, said("user", "Hello"), ...list.slice(1)], "gpt-4o"],
    ["a changed result", (list: Message[]) => [...list.slice(0, -1), said("tool", "page 29: fare 1 euro")], "gpt-4o"],
  ])("with %s the right step is nearest, and near enough", (_, change, model) => {
    const drifted = request(change(conversation(30)), model);
    const scores = Array.from({ length: 8 }, (_unused, k) => similarity(drifted, request(conversation(27 + k))));
    expect(scores.indexOf(Math.max(...scores))).toBe(3);
    expect(scores[3]).toBeGreaterThanOrEqual(0.6);
  });

  test("another task is not near enough", () => {
    const other = [said("user", "Sum the third column of march.csv"), said("assistant", "Reading the file now")];
    const sketch = sketchOf({ model: "gpt-4o", stream: false, system: [], tools: [], params: {} }, other, rulesOf());
    expect(similarity(request(conversation(4)), sketch)).toBeLessThan(0.6);
  });

  test("two requests without anything are equal", () => {
    const nothing = sketchOf(undefined, [], rulesOf());
    expect(similarity(nothing, nothing)).toBeCloseTo(1, 10);
  });
});

// Pairs of "a b c": (^ a) (a b) (b c) (c $); of "a b d": two of four are the same.
test("texts are compared by pairs of words", () => {
  expect(textSimilarity("a b c", "a b d")).toBeCloseTo(0.5, 10);
  expect(textSimilarity("", "")).toBe(1);
  expect(textSimilarity("x", "")).toBe(0);
});
