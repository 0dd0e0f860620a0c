import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placesOf } from "../../src/fork/plan/recorded-value.ts";
import { changedPlaces } from "../../src/fork/rewrite/changed-places.ts";
import { valueInside, withValueInside } from "../../src/fork/rewrite/inside-text.ts";
import type { Json } from "../../src/json/json.ts";
import { childPointer } from "../../src/json/pointer.ts";
import { setValue } from "../../src/json/set-value.ts";

const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);

/** All places of a value, through texts that hold JSON too. */
function places(value: Json, pointer = ""): string[] {
  const open = typeof value === "string" ? inside(value) : value;
  if (typeof open !== "object" || open === null) return [pointer];
  const entries = Array.isArray(open) ? [...open.entries()] : Object.entries(open);
  return [pointer, ...entries.flatMap(([key, member]) => places(member as Json, childPointer(pointer, key)))];
}

function inside(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

describe("changed places", () => {
  test("a changed member, a new one, a list of the same length, one that grew, a lost member", () => {
    expect(changedPlaces({ a: 1, b: [1, 2], c: { d: 1 } }, { a: 2, b: [1, 3], c: { d: 1 }, e: 4 })).toEqual([
      { pointer: "/a", value: 2 },
      { pointer: "/b/1", value: 3 },
      { pointer: "/e", value: 4 },
    ]);
    expect(changedPlaces({ a: [1] }, { a: [1, 2] })).toEqual([{ pointer: "/a", value: [1, 2] }]);
    expect(changedPlaces({ a: { b: 1, c: 2 } }, { a: { b: 1 } })).toEqual([{ pointer: "/a/c", value: undefined }]);
    expect(changedPlaces({ a: { b: 1 } }, { a: {} })).toEqual([{ pointer: "/a", value: {} }]);
    expect(changedPlaces("x", { y: 1 })).toEqual([{ pointer: "", value: { y: 1 } }]);
  });

  test("set one after the other they make the one of the other", () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        const made = changedPlaces(before, after).reduce<Json | undefined>(
          (at, { pointer, value }) => (at === undefined ? undefined : setValue(at, pointer, value)),
          before,
        );
        expect(made).toEqual(after);
      }),
    );
  });
});

describe("places inside texts", () => {
  const call: Json = { function: { name: "book", arguments: '{"flight":"UA 12","seats":[1,{"row":4}]}' } };

  test("a value is read and set through a text that holds JSON", () => {
    expect(valueInside(call, "/function/arguments/seats/1/row")).toBe(4);
    expect(withValueInside(call, "/function/arguments/flight", "UA 99")).toEqual({
      function: { name: "book", arguments: '{"flight":"UA 99","seats":[1,{"row":4}]}' },
    });
    expect(withValueInside(call, "/function/name/first", "x")).toBeUndefined();
  });

  test("what was set is what is read, wherever a place is", () => {
    const holding = fc.oneof(
      json,
      json.map((value) => ({ text: JSON.stringify(value) }) as Json),
    );
    fc.assert(
      fc.property(holding, fc.nat(), json, (value, n, by) => {
        const all = places(value);
        const pointer = all[n % all.length] ?? "";
        const made = withValueInside(value, pointer, by);
        expect(made).toBeDefined();
        if (made !== undefined) expect(valueInside(made, pointer)).toEqual(by);
      }),
    );
  });

  test("the places that hold a value, as it is or as JSON in a text", () => {
    expect(placesOf(call, { flight: "UA 12", seats: [1, { row: 4 }] })).toEqual(["/function/arguments"]);
    expect(placesOf({ a: ["x", "y"], b: "x" }, "x")).toEqual(["/a/0", "/b"]);
    expect(placesOf({ a: "1" }, 1)).toEqual([]);
  });
});
