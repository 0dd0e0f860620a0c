import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/json/json.ts";
import { getPointer } from "../../src/json/pointer.ts";
import { applyEdits } from "../../src/redact/edit.ts";
import { placeholderKeys } from "../../src/replay/placeholder-keys.ts";
import { differenceLines } from "../../src/replay/report/difference-lines.ts";
import { forLibrary } from "../../src/replay/report/divergence.ts";
import { firstDifference } from "../../src/replay/report/first-difference.ts";
import { Secrets } from "../../src/replay/restore-secrets.ts";

describe("firstDifference", () => {
  test("the first place in document order", () => {
    const a = { model: "m", messages: [{ content: "a" }, { content: "b" }], n: 1 };
    const b = { n: 2, model: "m", messages: [{ content: "a" }, { content: "c" }] };
    expect(firstDifference(a, b)).toEqual({ pointer: "/messages/1/content", recorded: "b", asked: "c" });
  });

  test("what is missing on one side, and different kinds", () => {
    expect(firstDifference([1], [1, 2])).toEqual({ pointer: "/1", recorded: undefined, asked: 2 });
    expect(firstDifference({ "a/b": 1 }, {})).toEqual({ pointer: "/a~1b", recorded: 1, asked: undefined });
    expect(firstDifference([1], { 0: 1 })?.pointer).toBe("");
    expect(firstDifference({ a: 1.0 }, { a: 1 })).toBeUndefined();
  });

  test("of any two values: nothing, or a place where they differ", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const found = firstDifference(a as Json, b as Json);
        if (found === undefined) return;
        expect(found.recorded).toEqual(getPointer(a as Json, found.pointer));
        expect(found.asked).toEqual(getPointer(b as Json, found.pointer));
        expect(differenceLines(found).slice(0, 2)).toEqual(["--- recorded", "+++ replayed"]);
      }),
    );
  });
});

describe("placeholderKeys", () => {
  test("for providers without a key only, and never for a file", () => {
    const keys = placeholderKeys({ OPENAI_API_KEY: "mine", ANTHROPIC_AUTH_TOKEN: "mine", GROQ_API_KEY: "" }, [
      "CORP_KEY",
    ]);
    expect(keys).toMatchObject({
      GEMINI_API_KEY: expect.stringMatching(/^AIza/),
      GROQ_API_KEY: expect.stringMatching(/^gsk_/),
      CORP_KEY: expect.any(String),
    });
    for (const name of ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_APPLICATION_CREDENTIALS"])
      expect(keys[name]).toBeUndefined();
  });
});

describe("Secrets", () => {
  const secrets = new Secrets({ MY_TOKEN: 'a"b', OTHER: "o" });

  test("only at the places that were masked, escaped for where they stand", () => {
    const text = '{"a":"x <MY_TOKEN>","b":"<MY_TOKEN>"}';
    const { edits, missing } = secrets.edits(text, ["/a"], false);
    expect([applyEdits(text, edits), missing]).toEqual(['{"a":"x a\\"b","b":"<MY_TOKEN>"}', []]);
  });

  test("in the data line of a stream that is named, and what has no value is said", () => {
    const text = 'data: {"t":"<OTHER>"}\n\ndata: {"t":"<OTHER>"}\n\ndata: {"t":"<GONE>"}\n\n';
    const { edits, missing } = secrets.edits(text, ["/1/t", "/2/t", "/9/t"], true);
    expect(applyEdits(text, edits)).toBe('data: {"t":"<OTHER>"}\n\ndata: {"t":"o"}\n\ndata: {"t":"<GONE>"}\n\n');
    expect(missing).toEqual(["<GONE>"]);
  });
});

test("hints for programs name options of the library, not flags", () => {
  const miss = { reason: "differs" as const, label: "tool add [1]", words: "it differs" };
  const difference = { pointer: "/0", recorded: 1, asked: 2 };
  const hint = (of: string) => forLibrary({ ...miss, difference, hint: of }).hint;
  expect(hint("only /0 differs; --ignore /0 would have served it")).toBe(
    'only /0 differs; ignore: ["/0"] would have served it',
  );
  expect(hint("similarity 0.70; --match fuzzy would have served it, as a loose match")).toBe(
    'similarity 0.70; match: "fuzzy" would have served it, as a loose match',
  );
  expect(hint("only a time differs; --scrub time would have served it")).toBe(
    'only a time differs; ignore: ["/0"] leaves it out',
  );
});
