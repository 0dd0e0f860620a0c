import { expect, test } from "vitest";
import { objectsIn } from "../../src/providers/streams/json-sequence.ts";

test.each([
  ['[{"a":1},\n{"b":{"c":2}}]', ['{"a":1}', '{"b":{"c":2}}']],
  ['{"a":1}{"b":2}', ['{"a":1}', '{"b":2}']],
  ['[{"a":"}{"},{"b":"\\"}"},{"c":"\\\\"}]', ['{"a":"}{"}', '{"b":"\\"}"}', '{"c":"\\\\"}']],
  ['[{"a":1},{"b":', ['{"a":1}']],
  ['[{"a":"cut', []],
  ["}}}", []],
  ["", []],
])("%s", (source, objects) => {
  expect(objectsIn(source)).toEqual(objects);
});
