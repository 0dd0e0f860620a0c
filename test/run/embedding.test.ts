import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/json/json.ts";
import { embeddingOf, vectorsText } from "../../src/run/step/embedding.ts";

describe("what was embedded, and what came back", () => {
  test("OpenAI: texts, lists of numbers", () => {
    const response = { data: [{ embedding: [0.1, 0.2, 0.3] }, { embedding: [0, 0, 1] }] };
    expect(embeddingOf({ input: ["one", "two"] }, response)).toEqual({
      texts: ["one", "two"],
      vectors: { count: 2, dimensions: 3 },
    });
  });

  test("OpenAI in base64: two 32-bit numbers are eight bytes", () => {
    const embedding = Buffer.from(new Float32Array([1, 2]).buffer).toString("base64");
    expect(embeddingOf({ input: "one" }, { data: [{ embedding }] })?.vectors).toEqual({ count: 1, dimensions: 2 });
  });

  test("Gemini, one and many", () => {
    const content = { parts: [{ text: "one" }, { text: "more" }] };
    expect(embeddingOf({ content }, { embedding: { values: [1, 2] } })).toEqual({
      texts: ["one\nmore"],
      vectors: { count: 1, dimensions: 2 },
    });
    const many = { requests: [{ content }, { content: { parts: [{ text: "two" }] } }] };
    expect(embeddingOf(many, { embeddings: [{ values: [1] }, { values: [2] }] })).toEqual({
      texts: ["one\nmore", "two"],
      vectors: { count: 2, dimensions: 1 },
    });
  });

  test("Cohere and Ollama", () => {
    expect(embeddingOf({ texts: ["one"] }, { embeddings: { float: [[1, 2]] } })?.vectors).toEqual({
      count: 1,
      dimensions: 2,
    });
    expect(embeddingOf({ prompt: "one" }, { embedding: [1, 2, 3] })?.vectors).toEqual({ count: 1, dimensions: 3 });
  });

  test("a search in a store is none", () => {
    expect(embeddingOf({ top_k: 3 }, { matches: [] })).toBeUndefined();
  });

  test("any two bodies", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        embeddingOf(a as Json, b as Json);
      }),
    );
  });
});

test("one vector is no plural", () => {
  expect([vectorsText({ count: 1, dimensions: 3 }), vectorsText({ count: 2 })]).toEqual(["1 vector of 3", "2 vectors"]);
});
