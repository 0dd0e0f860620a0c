import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PayloadOp, payloadDiff } from "../../src/diff/payload/payload-diff.ts";
import { sameJson } from "../../src/identity/canonical.ts";
import type { Json } from "../../src/json/json.ts";
import { applied } from "../support/apply-payload.ts";

const short = (op: PayloadOp): string =>
  op.op === "added"
    ? `+ ${op.to}`
    : op.op === "removed"
      ? `- ${op.from}`
      : `${op.op === "moved" ? ">" : "~"} ${op.from} ${op.to}`;
const ops = (a: Json, b: Json): string[] => payloadDiff(a, b).ops.map(short);
const message = (role: string, content: string): Json => ({ role, content });

describe("payloadDiff", () => {
  test("equal by value: key order and the form of numbers do not count", () => {
    expect(ops(JSON.parse('{"a":1.0,"b":[1e2]}'), JSON.parse('{"b":[100],"a":1}'))).toEqual([]);
  });

  test("members", () => {
    expect(ops({ a: 1, b: 2, c: { d: 1 } }, { b: 3, c: { d: 1, e: 2 } })).toEqual(["- /a", "~ /b /b", "+ /c/e"]);
  });

  test("keys with slashes and __proto__", () => {
    expect(ops(JSON.parse('{"a/b":1,"__proto__":1}'), JSON.parse('{"a/b":2,"__proto__":2}'))).toEqual([
      "~ /a~1b /a~1b",
      "~ /__proto__ /__proto__",
    ]);
  });

  test("messages are found again behind an inserted one", () => {
    const talk = [message("user", "one"), message("assistant", "two"), message("user", "three")];
    expect(ops({ messages: talk }, { messages: [message("system", "new"), ...talk] })).toEqual(["+ /messages/0"]);
    expect(ops({ messages: talk }, { messages: talk.slice(1) })).toEqual(["- /messages/0"]);
  });

  test("a changed message is one that changed, also where others come and go", () => {
    const talk = [message("user", "the cat sat"), message("assistant", "yes"), message("user", "bye")];
    const other = [message("system", "s"), message("user", "the dog sat"), message("user", "bye")];
    expect(ops(talk, other)).toEqual(["- /1", "+ /0", "~ /0/content /1/content"]);
  });

  test("tools are found by their names", () => {
    const tool = (name: string, description: string): Json => ({ type: "function", function: { name, description } });
    expect(ops([tool("a", "x"), tool("b", "y")], [tool("b", "z"), tool("c", "y")])).toEqual([
      "- /0",
      "~ /1/function/description /0/function/description",
      "+ /1",
    ]);
  });

  test("items in another order moved", () => {
    expect(ops([{ n: 1 }, { n: 2 }, { n: 3 }], [{ n: 3 }, { n: 1 }, { n: 2 }])).toEqual(["> /2 /0"]);
  });

  test("another kind of value is a change", () => {
    expect(ops({ a: [1] }, { a: { 0: 1 } })).toEqual(["~ /a /a"]);
    expect(ops("x", null)).toEqual(["~  "]);
  });

  test("says so when there are too many differences, and still gives B", () => {
    const a: Json = { list: Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, i])), rest: 1 };
    const b: Json = { list: Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, i + 1])), rest: 1 };
    const diff = payloadDiff(a, b);
    expect(diff.ops.map(short)).toEqual(["~ /list /list"]);
    expect(diff.notices).toEqual(["/list: more than 2000 differences, compared as a whole"]);
    expect(applied(a, diff.ops)).toEqual(b);
  });

  test("nested too deeply is compared as a whole", () => {
    const deep = (leaf: number): Json => JSON.parse(`${"[".repeat(5000)}${leaf}${"]".repeat(5000)}`) as Json;
    const diff = payloadDiff(deep(1), deep(2));
    expect(diff.ops).toHaveLength(1);
    expect(diff.notices[0]).toContain("nested deeper than 200");
    expect(payloadDiff(deep(1), deep(1)).ops).toEqual([]);
  });

  const small = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Json>(null, true, 0, 1, "", "a", "b c", "x y z"),
      fc.array(tie("value"), { maxLength: 5 }),
      fc.dictionary(fc.constantFrom("a", "b", "role", "type", "~/"), tie("value"), { maxKeys: 4 }),
    ),
  })).value;

  test("applied to A it gives B", () => {
    fc.assert(
      fc.property(small, small, (a, b) => {
        expect(sameJson(applied(a, payloadDiff(a, b).ops), b)).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });

  test("is empty exactly for equal values", () => {
    fc.assert(
      fc.property(small, small, (a, b) => {
        expect(payloadDiff(a, a).ops).toEqual([]);
        expect(payloadDiff(a, b).ops.length === 0).toBe(sameJson(a, b));
      }),
    );
  });
});
