import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dropOfArgument, editOfArgument, editsOfFile, entryOfEdit, fitted } from "../../src/fork/plan/edit-spec.ts";
import { parameterOfArgument } from "../../src/fork/plan/parameters.ts";
import { rewritesOfHeader, rewrittenText } from "../../src/fork/rewrite/rewrite.ts";
import { resultContent, resultValue } from "../../src/fork/rewrite/tool-result-place.ts";
import { setValue } from "../../src/json/set-value.ts";
import { VcrError } from "../../src/trace/errors.ts";
import { openAgent } from "../support/agent-run.ts";
import { planOf } from "./forked.ts";

describe("--edit", () => {
  test("a step that is not there is named as such, with how many there are", async () => {
    const run = await openAgent({ turns: [{ text: "one" }, { text: "two" }] });
    const words = "there is no such step; the run has 2 steps";
    expect(() => planOf(run, { edits: ["5a:/result=x"] })).toThrow(`--edit 5a:/result: ${words}`);
    expect(() => planOf(run, { at: "1a" })).toThrow(`--at 1a: ${words}`);
  });

  test("a whole answer that its API would never give is refused in words", async () => {
    const run = await openAgent({ turns: [{ text: "one" }, { text: "two" }] });
    for (const value of ["{}", "[1]"])
      expect(() => planOf(run, { edits: [`0:/response=${value}`] })).toThrow(
        'the answer of step 0 cannot be edited: an answer of openai/chat is an object with a list of "choices"',
      );
  });

  test("a text in place of a whole answer is one that says it, unless it is JSON with a fault", async () => {
    const run = await openAgent({ turns: [{ text: "one" }, { text: "two" }] });
    const answer = (value: string) => planOf(run, { edits: [`0:/response=${value}`] }).answers.get(0)?.[0]?.value;
    const saying = (content: string) => ({ choices: [{ message: { role: "assistant", content } }] });
    expect(answer("hello")).toMatchObject(saying("hello"));
    expect(answer('"{x"')).toMatchObject(saying("{x"));
    expect(() => answer('{"choices":[')).toThrow("what begins like JSON is read as JSON, and it is none");
  });

  test("JSON where VALUE parses, else text; = may stand in VALUE", () => {
    expect(editOfArgument('6a:/result={"a":1}')).toMatchObject({
      step: "6a",
      side: "result",
      pointer: "",
      value: { a: 1 },
    });
    expect(editOfArgument("2:/request/messages/0/content=a=b")).toMatchObject({
      side: "request",
      pointer: "/messages/0/content",
      value: "a=b",
    });
  });

  test.each(["", "6", "6:/result", "x:/result=1", "6:/other=1", "6:/requests/a=1", "6:/request/~2=1", "-1:/result=1"])(
    "%j is refused in words",
    (argument) => {
      expect(() => editOfArgument(argument)).toThrow(VcrError);
    },
  );

  test("any text is an edit or a refusal", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          editOfArgument(text);
        } catch (error) {
          expect(error).toBeInstanceOf(VcrError);
        }
      }),
    );
  });

  test("a file: steps as numbers or names, what has no value is named", () => {
    expect(editsOfFile('[{"step":6,"pointer":"/response/a","value":null}]', "f")).toMatchObject([
      { step: "6", value: null },
    ]);
    expect(() => editsOfFile('[{"step":6,"pointer":"/response/a"}]', "f")).toThrow('f, entry 0 has no "value"');
    expect(() => editsOfFile("{}", "f")).toThrow("f: expected a JSON array");
  });

  test("a member is left out by --drop, and by a file", () => {
    const dropped = { step: "6", side: "request", pointer: "/temperature", value: undefined };
    expect(dropOfArgument("6:/request/temperature")).toEqual(dropped);
    expect(editsOfFile('[{"step":6,"pointer":"/request/temperature","drop":true}]', "f")).toEqual([dropped]);
    expect(entryOfEdit(dropOfArgument("6:/request/temperature"))).toEqual({
      step: "6",
      pointer: "/request/temperature",
      drop: true,
    });
  });

  test.each(["", "6", "/request/a", "x:/request/a", "6:/other"])("--drop %j is refused in words", (argument) => {
    expect(() => dropOfArgument(argument)).toThrow(/^--drop/);
  });

  test("two places of one result are both changed", async () => {
    const run = await openAgent({
      turns: [{ calls: [{ name: "book", args: {}, result: '{"booked":false,"why":"no fare"}' }] }, { text: "Sorry." }],
    });
    const plan = planOf(run, { edits: ["0a:/result/booked=true", "0a:/result/why=found"] });
    expect(plan.rewrites.at(-1)?.after).toBe('{"booked":true,"why":"found"}');
  });

  test("a value takes the form of the place", () => {
    expect(fitted(42, "old", "42")).toBe("42");
    expect(fitted({ q: "b" }, '{"q":"a"}', '{"q":"b"}')).toBe('{"q":"b"}');
    expect(fitted([{ type: "text" }], "old", undefined)).toEqual([{ type: "text" }]);
    expect(fitted(1, 0.5, "1")).toBe(1);
  });
});

describe("--param", () => {
  test("a pointer into the request and a value, JSON where it parses", () => {
    expect(parameterOfArgument("/temperature=0.5")).toEqual({ pointer: "/temperature", value: 0.5 });
    expect(parameterOfArgument("/service_tier=flex")).toEqual({ pointer: "/service_tier", value: "flex" });
    expect(parameterOfArgument("/generationConfig/seed=7")).toEqual({ pointer: "/generationConfig/seed", value: 7 });
  });

  test.each(["", "temperature=0", "/temperature", "=1", "/=1"])("%j is refused with an example", (argument) => {
    expect(() => parameterOfArgument(argument)).toThrow("expected POINTER=VALUE");
  });

  test.each(["/messages/0/content=x", "/input=x", "/stream=false"])("%j is no parameter", (argument) => {
    expect(() => parameterOfArgument(argument)).toThrow("is no parameter");
  });
});

describe("changes", () => {
  test("setValue: members may be new, items not; __proto__ is a name", () => {
    expect(setValue({ a: [1, 2] }, "/a/1", 3)).toEqual({ a: [1, 3] });
    expect(setValue({}, "/a", 1)).toEqual({ a: 1 });
    expect(setValue({ a: [1] }, "/a/1", 3)).toBeUndefined();
    expect(setValue({}, "/a/b", 1)).toBeUndefined();
    expect(JSON.stringify(setValue({}, "/__proto__", 1))).toBe('{"__proto__":1}');
  });

  test("a text keeps every byte that is not the place; a new member is added", () => {
    const change = (pointer: string, value: string) => [{ pointer, value, other: false }];
    expect(rewrittenText('{ "a": 1.0, "b": "x" }', change("/b", "y"))).toBe('{ "a": 1.0, "b": "y" }');
    expect(rewrittenText('{"a":1}', change("/b", "y"))).toBe('{"a":1,"b":"y"}');
    expect(rewrittenText('{"a":1}', change("/b/c", "y"))).toBeUndefined();
  });

  test("headers of others are passed over", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(Array.isArray(rewritesOfHeader({ edits: value as never }))).toBe(true);
      }),
    );
    expect(rewritesOfHeader({ edits: [{ target: { kind: "answer" }, after: 1 }, { step: "1" }] })).toEqual([]);
  });

  test("a result keeps the form of its API", () => {
    expect(resultContent({ a: 1 }, "old")).toBe('{"a":1}');
    expect(resultContent("new", { output: "old" })).toEqual({ output: "new" });
    expect(resultContent("new", [{ type: "text", text: "old" }])).toEqual([{ type: "text", text: "new" }]);
    expect(resultValue([{ type: "text", text: '{"a":1}' }])).toEqual({ a: 1 });
  });
});
