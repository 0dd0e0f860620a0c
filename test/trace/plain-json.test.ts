import { describe, expect, test } from "vitest";
import { isPlainJson } from "../../src/trace/write/plain-json.ts";

describe("isPlainJson", () => {
  test.each([
    '{"a":[1,{"a":2}],"b":{"a":3}}',
    '{ "a" : 1 , "b" : [ ] }',
    '{"a":"a","b":"a"}',
    '["a","a",{"__proto__":1}]',
    '"text with \\" and \\n"',
    "1e400",
    "null",
  ])("takes %s", (text) => {
    expect(isPlainJson(text)).toBe(true);
  });

  test.each([
    ["a key twice", '{"a":1,"b":2,"a":3}'],
    ["a key twice, deep", '[{"x":{"a":1,"a":1}}]'],
    ["a key twice, spelled in two ways", '{"a":1,"\\u0061":2}'],
    ["a line break", '{"a":\n1}'],
    ["a carriage return", '{"a":\r1}'],
    ["white space before it", " {}"],
    ["white space behind it", "{} "],
    ["no JSON", "{a:1}"],
    ["nothing", ""],
    ["a byte order mark", "\ufeff{}"],
  ])("refuses %s", (_, text) => {
    expect(isPlainJson(text)).toBe(false);
  });
});
