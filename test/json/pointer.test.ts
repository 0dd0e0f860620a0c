import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/json/json.ts";
import { childPointer, formatPointer, getPointer, parsePointer } from "../../src/json/pointer.ts";

describe("the examples of RFC 6901", () => {
  const document: Json = {
    foo: ["bar", "baz"],
    "": 0,
    "a/b": 1,
    "c%d": 2,
    "e^f": 3,
    "g|h": 4,
    "i\\j": 5,
    'k"l': 6,
    " ": 7,
    "m~n": 8,
  };
  test.each([
    ["", document],
    ["/foo", ["bar", "baz"]],
    ["/foo/0", "bar"],
    ["/", 0],
    ["/a~1b", 1],
    ["/c%d", 2],
    ["/e^f", 3],
    ["/g|h", 4],
    ["/i\\j", 5],
    ['/k"l', 6],
    ["/ ", 7],
    ["/m~0n", 8],
  ])("%j", (pointer, value) => {
    expect(getPointer(document, pointer)).toEqual(value);
  });
});

test.each(["foo", "/foo/01", "/foo/-", "/foo/2", "/nothing", "/foo/length", "/~2", "/toString"])(
  "%j leads nowhere",
  (pointer) => {
    expect(getPointer({ foo: [1, 2] }, pointer)).toBeUndefined();
  },
);

test("keys such as __proto__ are data", () => {
  expect(getPointer(JSON.parse('{"__proto__":{"x":1}}'), "/__proto__/x")).toBe(1);
  expect(getPointer({}, "/__proto__/x")).toBeUndefined();
});

test("what is formatted can be parsed", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom("~", "/", "~1", ""))), (tokens) => {
      expect(parsePointer(formatPointer(tokens))).toEqual(tokens);
    }),
  );
});

test("a child's key is escaped", () => {
  expect(childPointer("/a", "b/c")).toBe("/a/b~1c");
});
