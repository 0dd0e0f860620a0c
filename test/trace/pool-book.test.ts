import { describe, expect, test } from "vitest";
import { inserted, markersOf, unmarked } from "../../src/trace/cache-marker.ts";
import { PoolBook } from "../../src/trace/write/pool-book.ts";
import { SplitElement } from "../../src/trace/write/split-text.ts";

const text = (content: string): string => JSON.stringify({ role: "user", content: content.padEnd(200, ".") });
const marked = (content: string): string =>
  JSON.stringify({ role: "user", content: content.padEnd(200, "."), cache_control: { type: "ephemeral" } });
const elementOf = SplitElement.of;
const list = (book: PoolBook, texts: readonly string[]) => book.placeList("/messages", texts.map(elementOf));
const numbered = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, i) => text(prefix + i));

describe("PoolBook", () => {
  test("a conversation that grows stays one range", () => {
    const book = new PoolBook();
    for (const count of [1, 3, 5]) {
      expect(list(book, numbered("m", count)).ranges).toEqual([["a", 0, count - 1]]);
    }
  });

  test("only new elements are written", () => {
    const book = new PoolBook();
    list(book, numbered("m", 3));
    const { added } = list(book, numbered("m", 5));
    expect(added.map(({ pool, number }) => [pool, number])).toEqual([
      ["a", 3],
      ["a", 4],
    ]);
  });

  test("a rewind opens a pool and points into the old one", () => {
    const book = new PoolBook();
    list(book, numbered("m", 8));
    const rewound = [...numbered("m", 4), text("another way")];
    expect(list(book, rewound).ranges).toEqual([
      ["a", 0, 3],
      ["b", 0, 0],
    ]);
    expect(list(book, [...rewound, text("on")]).ranges).toEqual([
      ["a", 0, 3],
      ["b", 0, 1],
    ]);
  });

  test("eight agents that take turns need at most three ranges each", () => {
    const book = new PoolBook();
    const talks = Array.from({ length: 8 }, (_, agent) => [text("one system prompt"), text(`task ${agent}`)]);
    const counts: number[] = [];
    for (let turn = 0; turn < 20; turn++) {
      for (const [agent, talk] of talks.entries()) {
        counts.push(list(book, talk).ranges.length);
        talk.push(text(`answer ${agent} ${turn}`), text(`result ${agent} ${turn}`));
      }
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(3);
  });

  test("a moving cache marker costs a twin, not a range a turn", () => {
    const book = new PoolBook();
    const talk = numbered("m", 1);
    for (let turn = 0; turn < 30; turn++) {
      const sent = talk.map((each, i) => (i === talk.length - 1 ? marked(`m${i}`) : each));
      expect(list(book, sent).ranges.length).toBeLessThanOrEqual(2);
      talk.push(text(`m${talk.length}`), text(`m${talk.length + 1}`));
    }
  });

  test("the marked form has the number of the unmarked one, in the twin pool", () => {
    const book = new PoolBook();
    expect(list(book, [text("m0"), marked("m1")]).ranges).toEqual([
      ["a", 0, 0],
      ["a+", 1, 1],
    ]);
    expect(list(book, [text("m0"), text("m1"), marked("m2")]).ranges).toEqual([
      ["a", 0, 1],
      ["a+", 2, 2],
    ]);
  });

  test("an element that comes marked is written unmarked, with its markers beside it", () => {
    const book = new PoolBook();
    const name = ({ pool, number, isTwin }: { pool: string; number: number; isTwin: boolean }) => [
      pool,
      number,
      isTwin,
    ];
    expect(list(book, [marked("m0")]).added.map(name)).toEqual([
      ["a", 0, false],
      ["a+", 0, true],
    ]);
    expect(list(book, [text("m0"), marked("m1")]).added.map(name)).toEqual([
      ["a", 1, false],
      ["a+", 1, true],
    ]);
  });

  test("short elements that come again do not break the range", () => {
    const book = new PoolBook();
    const ok = '{"role":"user","content":"ok"}';
    const talk = [text("m0"), ok];
    list(book, talk);
    for (let turn = 0; turn < 10; turn++) {
      talk.push(text(`turn ${turn}`), ok);
      expect(list(book, talk).ranges).toHaveLength(1);
    }
  });

  test("what was rolled back is written again, under the same numbers", () => {
    const book = new PoolBook();
    list(book, numbered("m", 2));
    book.commit();
    const first = list(book, [...numbered("m", 2), text("lost"), marked("gone")]);
    book.rollback();
    expect(list(book, [...numbered("m", 2), text("lost"), marked("gone")])).toEqual(first);
  });

  test("values of one pointer share a pool", () => {
    const book = new PoolBook();
    expect(book.placeValue("/system", elementOf('"one"')).ranges).toEqual([["a", 0, 0]]);
    expect(book.placeValue("/system", elementOf('"two"')).ranges).toEqual([["a", 1, 1]]);
    expect(book.placeValue("/system", elementOf('"one"'))).toEqual({ ranges: [["a", 0, 0]], added: [] });
  });
});

describe("unmarked", () => {
  test.each([
    ['{"a":1,"cache_control":{"type":"ephemeral"}}', '{"a":1}'],
    ['{"cache_control":{"type":"ephemeral","ttl":"1h"},"a":1}', '{"a":1}'],
    ['{"a": 1, "cache_control": {"type": "ephemeral"}}', '{"a": 1}'],
    ['{"a":[{"b":1,"cache_control":null}]}', '{"a":[{"b":1}]}'],
  ])("takes the marker out of %s", (element, expected) => {
    expect(unmarked(element)).toBe(expected);
  });

  test("leaves a marker alone whose end it cannot be sure of", () => {
    const element = '{"a":1,"cache_control":{"type":"a}b"}}';
    expect(unmarked(element)).toBe(element);
  });

  test("leaves text that talks about a marker alone", () => {
    const element = JSON.stringify({ content: 'write ,"cache_control":{"type":"ephemeral"} here' });
    expect(unmarked(element)).toBe(element);
  });
});

describe("inserted", () => {
  test.each([
    '{"a":"é😀","cache_control":{"type":"ephemeral"}}',
    '{"cache_control":null,"a":["ü",{"b":1, "cache_control": {"ttl":"1h"}}],"cache_control2":1}',
    '{"a":1}',
  ])("puts the markers of %s back", (element) => {
    expect(inserted(unmarked(element), markersOf(element))).toBe(element);
  });

  test.each([
    [[[99, "x"]]],
    [[[-1, "x"]]],
    [
      [
        [2, "x"],
        [1, "y"],
      ],
    ],
  ] as const)("refuses %j", (insertions) => {
    expect(inserted("abc", insertions)).toBeUndefined();
  });
});
