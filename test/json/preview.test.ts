import { expect, test } from "vitest";
import { preview, quote } from "../../src/json/preview.ts";

test.each([
  [
    { model: "gpt-5", messages: [1, 2, 3], "odd key": { a: 1 }, none: {}, no: [] },
    200,
    '{model: "gpt-5", messages: [3], "odd key": {…}, none: {}, no: []}',
  ],
  [{ model: "gpt-5", messages: [1, 2, 3], stream: true }, 36, '{model: "gpt-5", messages: [3], …}'],
  [[1, "two", null, [3]], 80, '[1, "two", null, [1]]'],
  ["x\n", 80, '"x\\n"'],
  [{}, 80, "{}"],
])("%j in %i characters", (value, length, line) => {
  expect(preview(value, length)).toBe(line);
});

test("a huge value costs no more than its beginning", () => {
  let read = 0;
  const list = new Proxy(new Array(1_000_000).fill(1), {
    get(target, key) {
      read += 1;
      return Reflect.get(target, key);
    },
  });
  expect(preview(list, 20)).toBe("[1, 1, 1, 1, 1, …]");
  expect(read).toBeLessThan(30);
});

test("a cut string says so", () => {
  expect(quote("abcdef", 3)).toBe('"abc…"');
  expect(quote('a"b', 9)).toBe('"a\\"b"');
});
