import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { frameOf, type SplitText, splitText, withElements } from "../../src/trace/split-text.ts";
import { TraceWriter } from "../../src/trace/writer.ts";
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

function plain({ text, places }: SplitText): object {
  return { text, places: places.map(({ elements, ...rest }) => ({ ...rest, elements: elements.map(told) })) };
}

function told({ text, digest, json }: { text: string; digest: string; json: unknown }): object {
  return { text, digest, json };
}

test("arrays lie apart, with what stands between their elements", () => {
  const text = '{"model":"m", "messages":[{"a":1}, "b"],"tools":[ 1],"system":"x"}';
  const split = splitText(text, POINTERS);
  expect(
    split?.places.map(({ pointer, isList, separator, padded }) => ({ pointer, isList, separator, padded })),
  ).toEqual([
    { pointer: "/messages", isList: true, separator: ", ", padded: false },
    { pointer: "/tools", isList: true, separator: ",", padded: true },
    { pointer: "/system", isList: false, separator: undefined, padded: false },
  ]);
  expect(split?.places[0]?.elements.map((element) => element.text)).toEqual(['{"a":1}', '"b"']);
  expect(split && frameOf(text, split.places)).toBe('{"model":"m", "messages":[],"tools":[],"system":null}');
});

test("of a name that stands twice the last counts, as for a parser", () => {
  expect(splitText('{"messages":[1],"messages":[2,3]}', POINTERS)?.places[0]?.elements.map(({ text }) => text)).toEqual(
    ["2", "3"],
  );
});

test("a broken array is not taken apart", () => {
  expect(splitText('{"messages":[1 2]}', POINTERS)).toBeUndefined();
});

test("the parts of any body, put in their places, are the body", () => {
  fc.assert(
    fc.property(bodies, (text) => {
      const split = splitText(text, POINTERS);
      const value = JSON.parse(text) as Record<string, unknown>;
      for (const { pointer, isList, elements, spans } of split?.places ?? []) {
        const parts = elements.map(({ json }) => json);
        expect(isList ? parts : parts[0]).toEqual(value[pointer.slice(1)]);
        expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(elements.map((element) => element.text));
      }
      expect(split?.places.map(({ pointer }) => pointer)).toEqual(POINTERS.filter((each) => each.slice(1) in value));
    }),
  );
});

test("with other elements it is what the changed text would have been", () => {
  fc.assert(
    fc.property(bodies, fc.func(fc.option(fc.json(), { nil: undefined })), (text, other) => {
      const split = splitText(text, POINTERS);
      if (split === undefined) return;
      // Another kind of value would be another kind of place.
      const same = split.places.filter(({ isList }) => !isList).flatMap(({ elements }) => elements);
      const changed = withElements(split, (element) => (same.includes(element) ? undefined : other(element.text)));
      const again = splitText(changed.text, POINTERS);
      expect(again && plain(again)).toEqual(plain(changed));
    }),
  );
});

test("the same lines are written whether the parts are given or found", () => {
  const folder = tempFolder();
  fc.assert(
    fc.property(fc.array(bodies, { minLength: 1, maxLength: 4 }), (list) => {
      const [given, found] = [true, false].map((withParts) => {
        const path = join(folder, "run.vcr");
        const writer = new TraceWriter(path, { id: "r" }, { force: true });
        for (const body of list) {
          const parts = withParts ? splitText(body, POINTERS) : undefined;
          const request = { body, repeated: POINTERS, ...(parts && { parts }) };
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
