import { describe, expect, test } from "vitest";
import { counts, reals, UNKNOWN } from "../../src/run/rows/column.ts";
import { RowOrder } from "../../src/run/rows/row-order.ts";
import { RowTable } from "../../src/run/rows/row-table.ts";

describe("columns", () => {
  test("a duration comes back in the digits that were written", () => {
    const table = new RowTable();
    const durations = [0, 0.6, 42.7, 164.7, 999.999, 1234.5, 98_765.4, 987_654.3, 12_345_678];
    const rows = durations.map((_, i) => table.add(i, 0));
    for (const [i, durationMs] of durations.entries()) table.set(rows[i]!, { kind: "llm", durationMs });
    expect(rows.map((row) => table.fields(row).durationMs)).toEqual(durations);
  });

  test("what was never set is unknown, and zero is zero", () => {
    const table = new RowTable();
    const [bare, zero] = [table.add(0, 0), table.add(1, 0)];
    table.set(bare, { kind: "llm", status: "ok", origin: "recorded" });
    table.set(zero, {
      kind: "llm",
      durationMs: 0,
      cost: 0,
      size: 0,
      at: 0,
      retryOf: 0,
      tokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
    });
    expect(table.fields(bare)).toEqual({ kind: "llm", status: "ok", origin: "recorded" });
    expect(table.fields(zero)).toMatchObject({
      durationMs: 0,
      cost: 0,
      size: 0,
      at: 0,
      retryOf: 0,
      tokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
    });
  });

  test("some token counts may be known and others not", () => {
    const table = new RowTable();
    const row = table.add(0, 0);
    table.set(row, { tokens: { out: 7 } });
    expect(table.fields(row).tokens).toEqual({ out: 7 });
    table.set(row, { tokens: { in: 3 } });
    expect(table.fields(row).tokens).toEqual({ in: 3, out: 7 });
  });

  test("the last value wins, field by field", () => {
    const table = new RowTable();
    const row = table.add(0, 0);
    table.set(row, { kind: "llm", name: "a", status: "pending", durationMs: 5 });
    table.set(row, { status: "error", durationMs: 9 });
    expect(table.fields(row)).toMatchObject({ kind: "llm", name: "a", status: "error", durationMs: 9 });
  });

  test("names are data: __proto__ is one", () => {
    const table = new RowTable();
    const row = table.add(0, 0);
    table.set(row, { name: "__proto__", provider: "constructor", agent: "" });
    expect(table.fields(row)).toMatchObject({ name: "__proto__", provider: "constructor", agent: "" });
  });

  test("counts beyond 32 bits are held at the largest that is no unknown", () => {
    const table = new RowTable();
    const row = table.add(0, 0);
    table.set(row, { size: 2 ** 40, tokens: { in: 2 ** 40, out: -3 } });
    expect(table.fields(row)).toMatchObject({ size: UNKNOWN - 1, tokens: { in: UNKNOWN - 1, out: 0 } });
  });

  test("a column without values takes no memory; one with values grows by half", () => {
    const column = counts();
    column.set(100_000, UNKNOWN);
    expect(column.bytes).toBe(0);
    column.set(0, 1);
    expect(column.bytes).toBe(256 * 4);
    column.set(256, 1);
    expect(column.bytes).toBe(384 * 4);
    expect([column.get(0), column.get(1), column.get(256), column.get(9999)]).toEqual([1, UNKNOWN, 1, UNKNOWN]);
    const real = reals();
    real.set(5, Number.NaN);
    expect(real.bytes).toBe(0);
  });

  test("segments of a row come back in their order, offsets beyond 4 GB whole", () => {
    const table = new RowTable();
    const [a, b] = [table.add(0, 0), table.add(1, 0)];
    const segments = [
      { source: 0, offset: 5_000_000_000, length: 10 },
      { source: 3, offset: 0, length: 1 },
      { source: 0, offset: 7, length: 2 },
    ];
    table.addSegment(a, segments[0]!);
    table.addSegment(b, segments[1]!);
    table.addSegment(a, segments[2]!);
    expect(table.segments(a)).toEqual([segments[0], segments[2]]);
    expect(table.segments(b)).toEqual([segments[1]]);
  });

  test("the stamp of a row changes with its pieces, its status and its result", () => {
    const table = new RowTable();
    const row = table.add(0, 0);
    const stamps = new Set([table.stamp(row)]);
    table.addSegment(row, { source: 0, offset: 0, length: 1 });
    stamps.add(table.stamp(row));
    table.set(row, { status: "error" });
    stamps.add(table.stamp(row));
    table.resultRow.set(row, 4);
    stamps.add(table.stamp(row));
    expect(stamps.size).toBe(4);
  });
});

describe("list order", () => {
  test("rows stand by step and letter, whenever they appear", () => {
    const table = new RowTable();
    const order = new RowOrder(table);
    const add = (seq: number, letter: number) => order.insert(table.add(seq, letter));
    for (let seq = 0; seq < 600; seq += 2) add(seq, 0);
    for (let seq = 599; seq > 0; seq -= 2) add(seq, 0);
    add(10, 2);
    add(10, 1);
    const seen = Array.from({ length: order.length }, (_, place) => {
      const row = order.row(place);
      return table.seq(row) * 10 + table.letter(row);
    });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen).toHaveLength(602);
    expect([order.place(10, 0), order.place(10, 1), order.place(10, 2), order.place(11, 0)]).toEqual([10, 11, 12, 13]);
    expect(order.place(10, 3)).toBe(-1);
    expect(order.place(600, 0)).toBe(-1);
  });

  test("a removed row is found no more, the others close up", () => {
    const table = new RowTable();
    const order = new RowOrder(table);
    const rows = [0, 1, 2].map((seq) => table.add(seq, 0));
    for (const row of rows) order.insert(row);
    order.remove(rows[1]!);
    order.remove(rows[1]!);
    expect([order.length, order.place(0, 0), order.place(1, 0), order.place(2, 0)]).toEqual([2, 0, -1, 1]);
  });
});
