import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeJson, type JsonItem, JsonValues } from "../../src/formats/json-values.ts";
import { MemorySource, memorySource } from "../../src/trace/source/memory-source.ts";

function drain(values: JsonValues<unknown>): JsonItem<unknown>[] {
  const items: JsonItem<unknown>[] = [];
  for (let item = values.next(); item !== undefined; item = values.next()) items.push(item);
  return items;
}

function readAll(bytes: string | Uint8Array): JsonItem<unknown>[] {
  const values = new JsonValues<unknown>(memorySource("x", bytes), decodeJson);
  const items = drain(values);
  values.finish();
  return [...items, ...drain(values)];
}

/** `value line offset+length` or `damage line offset+length`, one string an item. */
function places(bytes: string | Uint8Array): string[] {
  return readAll(bytes).map((item) => {
    const { line, offset, length } = item.type === "value" ? item : item.damage;
    const what = item.type === "value" ? JSON.stringify(item.value) : item.torn ? "torn" : "damage";
    return `${what} ${line} ${offset}+${length}`;
  });
}

test("one value a line, with CRLF, blank lines and a byte order mark", () => {
  expect(places('\ufeff{"a":1}\r\n\r\n  {"a":2}\n\n')).toEqual(['{"a":1} 1 3+7', '{"a":2} 3 16+7']);
});

test("two values glued on one line, then a line of its own", () => {
  expect(places('{"a":1}{"a":2}\n[3]\n')).toEqual(['{"a":1} 1 0+7', '{"a":2} 1 7+7', "[3] 2 15+3"]);
});

test("pretty-printed objects one after the other", () => {
  expect(places('{\n  "a": [\n    1\n  ]\n}\n{\n  "b": "}"\n}')).toEqual(['{"a":[1]} 1 0+22', '{"b":"}"} 6 23+14']);
});

test("a line that is no JSON costs that line", () => {
  expect(places('{"a":1}\nhello\n{"a":2}\n')).toEqual(['{"a":1} 1 0+7', "damage 2 8+5", '{"a":2} 3 14+7']);
});

test("a line broken off in mid-string does not swallow the next", () => {
  expect(places('{"a":"x\n{"a":2}\n')).toEqual(["damage 1 0+7", '{"a":2} 2 8+7']);
});

test("a line broken off between two members does not swallow the next", () => {
  expect(places('{"a":1,\n{"a":2}\n')).toEqual(["damage 1 0+7", '{"a":2} 2 8+7']);
});

test("text behind a value is damage, the value counts", () => {
  expect(places('{"a":1} and more\n{"a":2}\n')).toEqual(['{"a":1} 1 0+7', "damage 1 8+8", '{"a":2} 2 17+7']);
});

test("a run of NUL bytes in front of a value is damage of its own", () => {
  expect(places(`{"a":1}\n${"\0".repeat(5)}{"a":2}\n`)).toEqual(['{"a":1} 1 0+7', "damage 2 8+5", '{"a":2} 2 13+7']);
});

test("neighbouring lines of garbage are one damage", () => {
  expect(places('x\ny\n  {"inner":1}\n}\n{"a":2}\n')).toEqual(["damage 1 0+19", '{"a":2} 5 20+7']);
});

test("the last line without its end is torn", () => {
  expect(places('{"a":1}\n{"a":')).toEqual(['{"a":1} 1 0+7', "torn 2 8+5"]);
  expect(places('{"a":1}\n{"a":"x\n')).toEqual(['{"a":1} 1 0+7', "torn 2 8+7"]);
});

test("a torn last line is not told while it may still grow", () => {
  const source = new MemorySource("x", Buffer.from('{"a":1}\n{"a":'));
  const values = new JsonValues<unknown>(source, decodeJson);
  expect(drain(values)).toHaveLength(1);
  expect(values.position).toBe(8);
  source.push(Buffer.from("2}\n"));
  expect(drain(values)).toMatchObject([{ type: "value", line: 2, offset: 8, value: { a: 2 } }]);
});

test("a value over many reads comes out whole", () => {
  const long = { text: "é".repeat(700_000), after: [1] };
  const values = readAll(`${JSON.stringify(long)}\n${JSON.stringify(long, null, 1)}\n{"a":1}`);
  expect(values.map((item) => item.type === "value" && item.value)).toEqual([long, long, { a: 1 }]);
});

test("nesting beyond the limit is damage", () => {
  const deep = `${"[".repeat(1001)}${"]".repeat(1001)}`;
  expect(readAll(`${deep}\n{"a":1}`).map((item) => item.type)).toEqual(["damage", "value"]);
});

test("a key such as __proto__ is data", () => {
  const item = readAll('{"__proto__":{"x":1}}\n')[0];
  expect(item?.type === "value" && Object.keys(item.value as object)).toEqual(["__proto__"]);
});

const jsonObject = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));

test("any objects, however written and however the file grows, come out as they are", () => {
  const written = fc.record({
    value: jsonObject,
    pretty: fc.boolean(),
    between: fc.constantFrom("", "\n", "\r\n", "\n\n", " \t\n"),
  });
  fc.assert(
    fc.property(
      fc.array(written, { maxLength: 8 }),
      fc.array(fc.nat({ max: 60 }), { maxLength: 30 }),
      (parts, cuts) => {
        const bytes = Buffer.from(
          parts.map((part) => JSON.stringify(part.value, null, part.pretty ? 2 : 0) + part.between).join(""),
        );
        const source = new MemorySource("x");
        const values = new JsonValues<unknown>(source, decodeJson);
        const found: unknown[] = [];
        let at = 0;
        for (const cut of [...cuts, bytes.length]) {
          source.push(bytes.subarray(at, at + cut));
          at += cut;
          found.push(...drain(values));
        }
        values.finish();
        found.push(...drain(values));
        const expected = parts.map((part) => JSON.parse(JSON.stringify(part.value)));
        expect(found.map((item) => (item as { value: unknown }).value)).toEqual(expected);
      },
    ),
    { numRuns: 200 },
  );
});

test("any bytes: every byte is passed once, in order, and reading ends", () => {
  const piece = fc.constantFrom('{"a":1}', "{", "}", "[", "]", '"', ",", ":", "\n", "\0", "1", "x", "\\", " ", "\xff");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const bytes = Buffer.from(pieces.join(""), "latin1");
      let end = 0;
      for (const item of readAll(bytes)) {
        const { offset, length } = item.type === "value" ? item : item.damage;
        expect(bytes.toString("latin1", end, offset).trim()).toBe("");
        end = offset + length;
      }
      expect(bytes.toString("latin1", end).trim()).toBe("");
    }),
    { numRuns: 500 },
  );
});
