import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chunkId, type Folds, NO_FOLDS } from "../../src/json/folds.ts";
import type { Json } from "../../src/json/json.ts";
import { preview } from "../../src/json/preview.ts";
import { type JsonRows, jsonRows } from "../../src/json/rows.ts";

/** The rows as text: indentation, "-" open, "+" folded, key, preview. */
function shown(value: Json, folds: Folds = NO_FOLDS): string[] {
  const rows = jsonRows(value, folds);
  return Array.from({ length: rows.count }, (_, index) => {
    const { depth, foldable, open, key, preview: text } = rows.row(index);
    const mark = foldable ? (open ? "-" : "+") : " ";
    return `${"  ".repeat(depth)}${mark}${key === undefined ? "" : `${key}: `}${text}`;
  });
}

const request: Json = {
  model: "gpt-5",
  messages: [
    { role: "user", content: "hi" },
    { role: "assistant", content: null, tool_calls: [{ id: "c1" }] },
  ],
  stream: true,
};

describe("what stands open at first", () => {
  test("two levels, and small containers", () => {
    expect(shown(request)).toEqual([
      "-{",
      '   model: "gpt-5"',
      "  -messages: [",
      "    -0: {",
      '       role: "user"',
      '       content: "hi"',
      "     }",
      '    +1: {role: "assistant", content: null, tool_calls: [1]}',
      "   ]",
      "   stream: true",
      " }",
    ]);
  });
  test("small containers in a crowd stay closed", () => {
    const crowd = Array.from({ length: 30 }, (_, index) => ({ index }));
    expect(shown({ crowd }).slice(0, 4)).toEqual(["-{", "  -crowd: [", "    +0: {index: 0}", "    +1: {index: 1}"]);
  });
  test("empty containers have nothing to open", () => {
    expect(shown({ a: {}, b: [] })).toEqual(["-{", "   a: {}", "   b: []", " }"]);
  });
  test("scalars are one row", () => {
    expect(shown("x")).toEqual([' "x"']);
    expect(shown(null)).toEqual([" null"]);
    expect(shown(-0.5)).toEqual([" -0.5"]);
  });
});

describe("folding", () => {
  test("one by one", () => {
    expect(shown(request, new Map([["/messages", false]]))).toEqual([
      "-{",
      '   model: "gpt-5"',
      "  +messages: [{…}, {…}]",
      "   stream: true",
      " }",
    ]);
  });
});

describe("long arrays", () => {
  const long: Json = { list: Array.from({ length: 2001 }, (_, index) => index) };
  test("come in chunks", () => {
    expect(shown(long)).toEqual([
      "-{",
      "  -list: [",
      "    +[0 … 999]",
      "    +[1000 … 1999]",
      "    +[2000 … 2000]",
      "   ]",
      " }",
    ]);
  });
  test("open chunk by chunk", () => {
    const rows = shown(long, new Map([[chunkId("/list", 1000), true]]));
    expect(rows).toHaveLength(1007);
    expect(rows.slice(3, 5)).toEqual(["    -[1000 … 1999]", "       1000: 1000"]);
  });
  test("in a string that holds JSON have their counts", () => {
    const text = JSON.stringify(Array.from({ length: 1100 }, () => 7));
    const rows = jsonRows({ text }, new Map([["/text", true]]));
    expect([rows.row(2).childCount, rows.row(3).childCount]).toEqual([1000, 100]);
  });
  test("of a thousand do not", () => {
    expect(shown(Array.from({ length: 1000 }, () => 1))).toHaveLength(1002);
  });
  test("a key that looks like a chunk is another thing", () => {
    expect(shown({ "#0": { a: [1, 2, [3]] } }, new Map([["/#0", false]]))).toEqual(["-{", "  +#0: {a: [3]}", " }"]);
  });
});

describe("strings", () => {
  const text = "first line\nsecond line\r\nthird";
  test("of several lines are one row with their size", () => {
    const row = jsonRows({ text }, NO_FOLDS).row(1);
    expect(row).toMatchObject({ preview: '"first line\\nsecond line\\r\\nthird"', foldable: true, open: false });
    expect(row).toMatchObject({ bytes: 29, childCount: 3 });
  });
  test("opened are a row for each line", () => {
    expect(shown({ text }, new Map([["/text", true]])).slice(2)).toEqual([
      "     first line",
      "     second line",
      "     third",
      " }",
    ]);
  });
  test("that are long are cut in the preview", () => {
    expect(shown("x".repeat(200))).toEqual([`+"${"x".repeat(120)}…"`]);
  });
  test("are not cut inside a character", () => {
    expect(shown(`${"x".repeat(119)}👍y`)).toEqual([`+"${"x".repeat(119)}…"`]);
  });
  test("that hold JSON open as that", () => {
    const call: Json = { arguments: '{"city":"Oslo","days":[1]}' };
    expect(shown(call)[1]).toBe('  +arguments: {city: "Oslo", days: [1]}');
    const rows = jsonRows(call, new Map([["/arguments", true]]));
    expect(rows.row(2)).toMatchObject({ pointer: "/arguments/city", preview: '"Oslo"', depth: 2 });
    expect(rows.row(1).embedded).toBe(true);
  });
  test("that only look like JSON stay strings", () => {
    expect(shown({ a: "{not json}" }, new Map([["/a", true]]))).toEqual(["-{", '   a: "{not json}"', " }"]);
  });
});

describe("finding the way", () => {
  const rows = jsonRows(request, NO_FOLDS);
  test("to the parent", () => {
    expect(rows.parentRow(4)).toBe(3);
    expect(rows.parentRow(3)).toBe(2);
    expect(rows.parentRow(0)).toBe(-1);
    expect(rows.parentRow(8)).toBe(2);
  });
  test("to siblings", () => {
    expect(rows.siblingRow(2, 1)).toBe(9);
    expect(rows.siblingRow(9, -1)).toBe(2);
    expect(rows.siblingRow(3, 1)).toBe(7);
    expect(rows.siblingRow(7, 1)).toBe(-1);
    expect(rows.siblingRow(1, -1)).toBe(-1);
    expect(rows.siblingRow(8, 1)).toBe(9);
  });
  test("to a pointer, or to what hides it", () => {
    expect(rows.rowOfPointer("/stream")).toBe(9);
    expect(rows.rowOfPointer("/messages/1/tool_calls/0")).toBe(7);
    expect(rows.rowOfPointer("/none/at/all")).toBe(0);
  });
  test("to the kind of a row", () => {
    expect([0, 1, 2, 8, 9, 11].map((index) => rows.kind(index))).toEqual([
      "object",
      "string",
      "array",
      "close",
      "boolean",
      undefined,
    ]);
  });
  test("nowhere outside", () => {
    expect(() => rows.row(11)).toThrow(RangeError);
  });
});

/** Everything open, level by level. */
function expanded(value: Json): JsonRows {
  const folds = new Map<string, boolean>();
  for (;;) {
    const rows = jsonRows(value, folds);
    const closed = Array.from({ length: rows.count }, (_, index) => rows.row(index)).filter(
      (row) => row.foldable && !row.open,
    );
    if (closed.length === 0) return rows;
    for (const { id } of closed) folds.set(id, true);
  }
}

test("keys such as __proto__ are data", () => {
  expect(shown(JSON.parse('{"__proto__":{"a":1}}'))).toEqual(["-{", "  -__proto__: {", "     a: 1", "   }", " }"]);
});

test("of a huge value no more opens by itself than the limit", () => {
  const huge: Json = Array.from({ length: 500 }, () => ({ a: [1, 2, 3], b: [4, 5, 6] }));
  const rows = jsonRows(huge, NO_FOLDS, { rowLimit: 1000 });
  expect(rows.count).toBeLessThan(1600);
  expect(rows.row(rows.count - 2)).toMatchObject({ key: 499, open: false });
});

test("a value nested 100,000 deep opens as far as the limit", () => {
  const deep: Json = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
  const folds = new Map(Array.from({ length: 1000 }, (_, depth) => ["/0".repeat(depth), true]));
  expect(jsonRows(deep, folds).count).toBe(1001);
  expect(preview(deep)).toBe("[[1]]");
});

test("expanded, every scalar of any value has its row, and every opening its close", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (any) => {
      const value: Json = JSON.parse(JSON.stringify(any));
      const rows = expanded(value);
      const all = Array.from({ length: rows.count }, (_, index) => rows.row(index));
      const opened = all.filter((row) => row.open && (row.kind === "object" || row.kind === "array" || row.embedded));
      expect(all.filter((row) => row.kind === "close")).toHaveLength(opened.length);
      for (const [index, row] of all.entries()) {
        const parent = rows.parentRow(index);
        if (row.kind !== "close" && parent >= 0) expect(row.depth).toBe((all[parent]?.depth ?? -9) + 1);
      }
    }),
  );
});
