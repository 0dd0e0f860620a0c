import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJson, ordered, orderedSource, revived, revivedText, tagged } from "../../src/json/tagged-value.ts";

const back = (value: unknown): unknown => revived(JSON.parse(JSON.stringify(tagged(value).json)));

describe("values that JSON has no form for", () => {
  test.each([
    [new Date("2026-01-02T03:04:05.678Z")],
    [
      new Map<unknown, unknown>([
        ["a", 1],
        [{ k: 1 }, new Set([1])],
      ]),
    ],
    [new Set([1, "a"])],
    [12345678901234567890n],
    [Buffer.from([0, 255, 1])],
    [new Float32Array([1.5, -2])],
    [undefined],
    [{ a: undefined, b: [undefined, null] }],
    [Number.NaN],
    [Number.NEGATIVE_INFINITY],
    [-0],
    [/a+/gi],
    [{ $vcr: "Date", value: "mine" }],
    [{ ["__proto__"]: 1 }],
  ])("%o comes back", (value) => {
    expect(back(value)).toStrictEqual(value);
    expect(tagged(value).lost).toEqual([]);
  });

  test("an error comes back with its name, message, cause and own fields", () => {
    const error = Object.assign(new RangeError("off", { cause: new Error("why") }), { status: 404 });
    const again = back(error) as Error & { status: number };
    expect([again instanceof Error, again.name, again.message, again.status]).toEqual([true, "RangeError", "off", 404]);
    expect((again.cause as Error).message).toBe("why");
  });

  test("instances become plain objects; functions, symbols and cycles are described", () => {
    class Point {
      x = 1;
    }
    expect(tagged(new Point()).json).toEqual({ x: 1 });
    const loop: Record<string, unknown> = { f: function run() {}, s: Symbol("s") };
    loop.self = loop;
    expect(tagged(loop).lost).toEqual(["function run at /f", "Symbol(s) at /s", "cycle at /self"]);
  });
});

test("any JSON stays what it is", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(back(value)).toStrictEqual(value);
    }),
  );
});

test("sets compare equal whatever their order", () => {
  expect(ordered(tagged(new Set(["b", "a"])).json)).toEqual(ordered(tagged(new Set(["a", "b"])).json));
});

describe("values that are JSON as they stand", () => {
  test("are told from those that are kept tagged or changed", () => {
    const anything = fc.anything({
      ...{ withBigInt: true, withDate: true, withMap: true, withSet: true },
      ...{ withNullPrototype: true, withSparseArray: true, withTypedArray: true },
    });
    fc.assert(
      fc.property(fc.oneof(anything, fc.jsonValue()), (value) => {
        const { json, lost } = tagged(value);
        const same = lost.length === 0 && !hasTag(json) && JSON.stringify(json) === JSON.stringify(value);
        expect(isJson(value)).toBe(same);
      }),
    );
  });

  const cycle: unknown[] = [];
  cycle.push(cycle);
  test.each([
    ["a hole", new Array(1)],
    ["undefined", { a: undefined }],
    ["minus zero", [-0]],
    ["the tag's own name", { $vcr: 1 }],
    ["something to be called", { toJSON: () => 1 }],
    ["a cycle", cycle],
    ["an instance", new (class Point {})()],
  ])("%s is no JSON", (_, value) => {
    expect(isJson(value)).toBe(false);
  });
});

function hasTag(json: unknown): boolean {
  if (typeof json !== "object" || json === null) return false;
  return Object.hasOwn(json, "$vcr") || Object.values(json).some(hasTag);
}

test("a text comes back and is ordered as its value, however the tag is written", () => {
  const json = tagged([new Set(["b", "a"]), { $vcr: 1 }, "\u0001", undefined]).json;
  for (const source of [JSON.stringify(json), JSON.stringify(json).replaceAll("$", "\\u0024")]) {
    expect(revivedText(source)).toStrictEqual(revived(json));
    expect(orderedSource(source)).toBe(JSON.stringify(ordered(json)));
  }
  expect(revivedText('{"a":1')).toBeNull();
});
