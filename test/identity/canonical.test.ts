import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonical, sameJson } from "../../src/identity/canonical.ts";
import type { Json } from "../../src/json/json.ts";

describe("canonical", () => {
  // The example of RFC 8785, section 3.2.2, its escapes written out.
  test("writes the example of RFC 8785 as it stands there", () => {
    const source = `{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],
      "string":"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}`;
    expect(canonical(JSON.parse(source))).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test("sorts keys by UTF-16 units, numbers among them", () => {
    expect(canonical(JSON.parse('{"9":1,"10":2,"b":3,"B":4,"\\u20ac":5}'))).toBe('{"10":2,"9":1,"B":4,"b":3,"€":5}');
  });

  test("writes any string as JSON.stringify does", () => {
    const strings = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom(...'\\"\n\t/nu\ud83d') }),
    );
    fc.assert(
      fc.property(strings, (text) => {
        expect(canonical(text)).toBe(JSON.stringify(text));
      }),
      { numRuns: 2000 },
    );
  });

  test("takes __proto__ as a key like others", () => {
    expect(canonical(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
  });

  test("ends on a value nested a hundred thousand deep", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    expect(canonical(JSON.parse(deep)).length).toBeGreaterThan(1000);
  });

  test("is the same for any order of keys, and reads back as the value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as Json;
        expect(JSON.parse(canonical(json))).toEqual(json);
        expect(canonical(reversed(json))).toBe(canonical(json));
        expect(sameJson(reversed(json), json)).toBe(true);
      }),
    );
  });

  test("sameJson agrees with the canonical texts", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (x, y) => {
        const [a, b] = [JSON.parse(JSON.stringify(x)) as Json, JSON.parse(JSON.stringify(y)) as Json];
        expect(sameJson(a, b)).toBe(canonical(a) === canonical(b));
      }),
    );
  });
});

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const turned = Object.entries(value)
    .reverse()
    .map(([key, member]) => `${JSON.stringify(key)}:${JSON.stringify(reversed(member))}`);
  return JSON.parse(`{${turned.join(",")}}`) as Json;
}
