import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ordered, revived, tagged } from "../../src/json/tagged-value.ts";

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
