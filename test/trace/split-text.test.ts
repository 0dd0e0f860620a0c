import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { likeness, seenText } from "../../src/trace/write/seen-text.ts";
import { frameOf, type SplitText, splitText, withElements } from "../../src/trace/write/split-text.ts";
import { TraceWriter } from "../../src/trace/write/writer.ts";
import { tempFolder } from "../support/temp-folder.ts";

const POINTERS = ["/messages", "/tools", "/system"];

/** Bodies of requests, written as JSON may be written. */
const bodies = fc
  .tuple(
    fc.record(
      {
        model: fc.json(),
        messages: fc.oneof(
          fc.array(fc.json(), { maxLength: 4 }).map((list) => `[${list.join(",")}]`),
          fc.json(),
        ),
        tools: fc.array(fc.json(), { maxLength: 3 }).map((list) => `[ ${list.join(" , ")}\n]`),
        system: fc.json(),
      },
      { requiredKeys: [] },
    ),
    fc.constantFrom("", " ", "\n  "),
    fc.boolean(),
  )
  .map(([fields, space, twice]) => {
    const members = Object.entries(fields).map(([key, json]) => `${space}"${key}"${space}:${space}${json}${space}`);
    return `{${[...(twice ? members.slice(0, 1) : []), ...members].join(",")}}`;
  });

function plain({ bytes, places }: SplitText): object {
  return {
    text: bytes.toString(),
    places: places.map(({ elements, ...rest }) => ({ ...rest, elements: elements.map(told) })),
  };
}

function told({ text, digest, json }: { text: string; digest: string; json: unknown }): object {
  return { text, digest, json };
}

test("arrays lie apart, with what stands between their elements", () => {
  const text = '{"model":"m", "messages":[{"a":1}, "b"],"tools":[ 1],"system":"x"}';
  const split = splitText(Buffer.from(text), POINTERS);
  expect(
    split?.places.map(({ pointer, isList, separator, padded }) => ({ pointer, isList, separator, padded })),
  ).toEqual([
    { pointer: "/messages", isList: true, separator: ", ", padded: false },
    { pointer: "/tools", isList: true, separator: ",", padded: true },
    { pointer: "/system", isList: false, separator: undefined, padded: false },
  ]);
  expect(split?.places[0]?.elements.map((element) => element.text)).toEqual(['{"a":1}', '"b"']);
  expect(split && frameOf(split.bytes, split.places)).toBe('{"model":"m", "messages":[],"tools":[],"system":null}');
});

test("of a name that stands twice the last counts, as for a parser", () => {
  const split = splitText(Buffer.from('{"messages":[1],"messages":[2,3]}'), POINTERS);
  expect(split?.places[0]?.elements.map(({ text }) => text)).toEqual(["2", "3"]);
});

test("a broken array is not taken apart", () => {
  expect(splitText(Buffer.from('{"messages":[1 2]}'), POINTERS)).toBeUndefined();
});

test("the parts of any body, put in their places, are the body", () => {
  fc.assert(
    fc.property(bodies, (text) => {
      const bytes = Buffer.from(text);
      const split = splitText(bytes, POINTERS);
      const value = JSON.parse(text) as Record<string, unknown>;
      for (const { pointer, isList, elements, spans } of split?.places ?? []) {
        const parts = elements.map(({ json }) => json);
        expect(isList ? parts : parts[0]).toEqual(value[pointer.slice(1)]);
        expect(spans.map(({ start, end }) => bytes.toString("utf8", start, end))).toEqual(
          elements.map((element) => element.text),
        );
      }
      expect(split?.places.map(({ pointer }) => pointer)).toEqual(POINTERS.filter((each) => each.slice(1) in value));
    }),
  );
});

test("with other elements it is what the changed text would have been", () => {
  fc.assert(
    fc.property(bodies, fc.func(fc.option(fc.json(), { nil: undefined })), (text, other) => {
      const split = splitText(Buffer.from(text), POINTERS);
      if (split === undefined) return;
      // Another kind of value would be another kind of place.
      const same = split.places.filter(({ isList }) => !isList).flatMap(({ elements }) => elements);
      const changed = withElements(split, (element) => (same.includes(element) ? undefined : other(element.text)));
      const again = splitText(changed.bytes, POINTERS);
      expect(again && plain(again)).toEqual(plain(changed));
    }),
  );
});

test("beside any text that was taken apart before it is what it is by itself", () => {
  const pairs = fc.oneof(
    fc.tuple(bodies, bodies),
    // One that goes on, or was changed somewhere; whatever that makes of it.
    fc.tuple(bodies, fc.nat(), fc.nat({ max: 6 }), fc.string({ maxLength: 6 })).map(([text, at, gone, fresh]) => {
      const from = at % (text.length + 1);
      return [text, text.slice(0, from) + fresh + text.slice(from + gone)] as const;
    }),
  );
  fc.assert(
    fc.property(pairs, ([before, after]) => {
      const seen = splitText(Buffer.from(before), POINTERS);
      if (seen === undefined) return;
      const bytes = Buffer.from(after);
      const alone = splitText(bytes, POINTERS);
      const beside = splitText(bytes, POINTERS, likeness(bytes, seenText(seen)));
      expect(beside && plain(beside)).toEqual(alone && plain(alone));
    }),
    { numRuns: 1000 },
  );
});

test("an element that was a number before and has grown is another one", () => {
  const seen = splitText(Buffer.from('{"messages":[1,2]}'), POINTERS);
  const bytes = Buffer.from('{"messages":[1,23]}');
  const split = seen && splitText(bytes, POINTERS, likeness(bytes, seenText(seen)));
  expect(split?.places[0]?.elements.map(({ text }) => text)).toEqual(["1", "23"]);
});

test("what both texts begin with is told by what it was told by, and not looked at", () => {
  const list = (count: number) => JSON.stringify({ messages: Array.from({ length: count }, (_, i) => ({ i })) });
  const seen = splitText(Buffer.from(list(30)), POINTERS);
  const bytes = Buffer.from(list(32));
  const split = seen && splitText(bytes, POINTERS, likeness(bytes, seenText(seen)));
  const [before, now] = [seen, split].map((each) => each?.places[0]?.elements.map(({ seal }) => seal) ?? []);
  expect(now?.map((seal, i) => seal === before?.[i])).toEqual(Array.from({ length: 32 }, (_, i) => i < 30));
});

test("the same lines are written whether the parts are given or found", () => {
  const folder = tempFolder();
  fc.assert(
    fc.property(fc.array(bodies, { minLength: 1, maxLength: 4 }), (list) => {
      const [given, found] = [true, false].map((withParts) => {
        const path = join(folder, "run.vcr");
        const writer = new TraceWriter(path, { id: "r" }, { force: true });
        for (const body of list) {
          const parts = withParts ? splitText(Buffer.from(body), POINTERS) : undefined;
          const request = { body: parts?.bytes ?? body, repeated: POINTERS, ...(parts && { parts }) };
          writer.write({ kind: "llm", request });
        }
        writer.close();
        return readFileSync(path, "utf8");
      });
      expect(given).toBe(found);
    }),
    { numRuns: 60 },
  );
});
