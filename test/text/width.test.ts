import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { ClusterCursor, isFragile } from "../../src/text/cluster.ts";
import { sanitise } from "../../src/text/sanitise.ts";
import { cut, pad, padStart, slice, truncate, width } from "../../src/text/width.ts";

function clusters(text: string): string[] {
  const cursor = new ClusterCursor(text);
  const found: string[] = [];
  while (cursor.next()) found.push(text.slice(cursor.start, cursor.end));
  return found;
}

describe("width", () => {
  test.each([
    ["", 0],
    ["hello", 5],
    ["漢字", 4],
    ["ｱﾞ", 2],
    ["e\u0301", 1],
    ["👍", 2],
    ["❤", 1],
    ["❤️", 2],
    ["👩‍👩‍👧‍👦", 2],
    ["👍🏽", 2],
    ["🇳🇴🇳🇴", 4],
    ["1️⃣", 2],
    ["한", 2],
    ["\u1112\u1161\u11ab", 2],
    ["…│▸◆⚙●▶✗≈", 9],
    ["␛", 1],
  ])("%s takes %i cells", (text, cells) => {
    expect(width(text)).toBe(cells);
  });
});

test("a cluster is what is drawn in one place", () => {
  expect(clusters("ae\u0301👩🏽‍🚀🇳🇴1️⃣漢x\u200d👍")).toEqual([
    "a",
    "e\u0301",
    "👩🏽‍🚀",
    "🇳🇴",
    "1️⃣",
    "漢",
    "x\u200d",
    "👍",
  ]);
});

test("clusters of doubtful width are known as fragile", () => {
  for (const cluster of ["❤️", "👩🏽‍🚀", "🇳🇴", "1️⃣", "👍🏽", "👍", "நி"]) expect(isFragile(cluster), cluster).toBe(true);
  for (const cluster of ["a", "漢", "e\u0301", "│", "✗"]) expect(isFragile(cluster), cluster).toBe(false);
});

/**
 * Where we differ from string-width on purpose: Thai and Lao vowel sign am take a cell in terminals, consonants joined
 * by a virama take a cell each, a skin tone behind something that has none is an emoji of its own, a halfwidth voicing
 * mark keeps its cell behind an emoji, and the Hangul tone marks take one cell.
 */
const DIFFERENT =
  /[\u0e33\u0eb3\u302e\u302f]|\p{M}\p{Script=Deva}|[\u{1f3fb}-\u{1f3ff}]|[\p{Emoji}\p{Mn}\p{Me}\p{Cf}][\uff9e\uff9f]/u;

test("short texts have the width that string-width gives them", () => {
  const unit = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
    fc.constantFrom(
      "漢",
      "ｶ",
      "ﾞ",
      "é",
      "e\u0301",
      "👍",
      "👩‍🚀",
      "❤️",
      "❤",
      "🇳🇴",
      "1️⃣",
      "#",
      "한",
      "\u1112",
      "\u1161",
      "…",
    ),
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 8 }), (text) => {
      const safe = sanitise(text);
      fc.pre(!DIFFERENT.test(safe));
      expect(width(safe)).toBe(stringWidth(safe));
    }),
    { numRuns: 2000 },
  );
});

test("every assigned character of the basic plane has the width that string-width gives it", () => {
  const different: string[] = [];
  // Ideographs and syllables are thousands of one kind: a sample of them will do.
  const uniform = (code: number) => (code > 0x3400 && code < 0x9fff) || (code > 0xac00 && code < 0xd7a3);
  for (let code = 0xa0; code <= 0xffff; code += uniform(code) ? 64 : 1) {
    const character = String.fromCharCode(code);
    if (/[\p{Cs}\p{Cn}\p{Co}]/u.test(character) || sanitise(character) !== character) continue;
    if (DIFFERENT.test(character)) continue;
    if (width(character) !== stringWidth(character)) different.push(code.toString(16));
  }
  expect(different).toEqual([]);
});

const anyLine = fc
  .string({
    unit: fc.oneof(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
      fc.constantFrom("漢", "👩‍🚀", "e\u0301"),
    ),
  })
  .map((text) => sanitise(text));
const cells = fc.nat(12);

describe("truncate", () => {
  test.each([
    ["hello", 5, "hello"],
    ["hello", 4, "hel…"],
    ["hello", 1, "…"],
    ["hello", 0, ""],
    ["漢字漢字", 5, "漢字…"],
    ["漢字漢字", 4, "漢…"],
    ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, "👩‍👩‍👧‍👦…"],
  ])("%s in %i cells is %s", (text, limit, shown) => {
    expect(truncate(text, limit)).toBe(shown);
  });
  test("never exceeds its cells, and keeps what fits", () => {
    fc.assert(
      fc.property(anyLine, cells, (text, n) => {
        expect(width(truncate(text, n))).toBeLessThanOrEqual(n);
        if (n > 0 && width(text) <= n) expect(truncate(text, n)).toBe(text);
      }),
    );
  });
  test("looks at no more than it shows", () => {
    expect(cut("x".repeat(1000), 5)).toEqual({ end: 5, width: 5 });
  });
});

describe("slice", () => {
  test.each([
    ["hello", 1, 3, "ell"],
    ["hello", 9, 3, ""],
    ["a漢字b", 2, 3, " 字"],
    ["a漢字b", 0, 2, "a"],
    ["ae\u0301b", 1, 1, "e\u0301"],
    ["e\u0301b", 1, 1, "b"],
  ])("%s from %i, %i cells, is %j", (text, from, count, shown) => {
    expect(slice(text, from, count)).toBe(shown);
  });
  test("never exceeds its cells, and joins up with what lies left of it", () => {
    fc.assert(
      fc.property(anyLine, cells, cells, (text, from, count) => {
        expect(width(slice(text, from, count))).toBeLessThanOrEqual(count);
        const whole = width(text);
        if (from <= whole) expect(width(slice(text, from, whole))).toBe(whole - from);
      }),
    );
  });
});

test("padding is exact", () => {
  expect(pad("漢字", 6)).toBe("漢字  ");
  expect(padStart("42", 4)).toBe("  42");
  fc.assert(
    fc.property(anyLine, cells, (text, n) => {
      expect(width(pad(text, n))).toBe(n);
      expect(width(padStart(text, n))).toBe(n);
    }),
  );
});
