import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sanitise, sanitiseLines } from "../../src/text/sanitise.ts";

const FORBIDDEN =
  /[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\u061c\u2060\ufeff\u{e0001}]/u;

describe("what is shown instead", () => {
  test.each([
    ["escape and its sequence", "a\x1b[2Jb", "a␛[2Jb"],
    ["clipboard write", "\x1b]52;c;AAAA\x07", "␛]52;c;AAAA␇"],
    ["one-byte CSI and OSC", "\x9b2J\x9d0;t\x9c", "\\x9b2J\\x9d0;t\\x9c"],
    ["backspace, return, line feed, null, delete", "\b\r\n\0\x7f", "␈␍␊␀␡"],
    ["right-to-left override", "a\u202egpj.exe", "a\\u202egpj.exe"],
    ["isolates", "\u2066x\u2069", "\\u2066x\\u2069"],
    ["zero-width space, word joiner, byte order mark", "a\u200bb\u2060\ufeff", "a\\u200bb\\u2060\\ufeff"],
    ["soft hyphen", "co\u00adop", "co\\u00adop"],
    ["line and paragraph separators", "a\u2028b\u2029", "a\\u2028b\\u2029"],
    ["letters hidden in tags", "hi\u{e0041}\u{e0042}", "hi\\u{e0041}\\u{e0042}"],
    ["bytes hidden in variation selectors", "x\u{e0101}\u{e0102}", "x\u{e0101}\\u{e0102}"],
    ["a joiner between letters that need none", "pass\u200dword", "pass\\u200dword"],
    ["a joiner that joins an emoji to nothing", "👩\u200dx", "👩\\u200dx"],
    ["lone surrogates", "a\ud800b\udc00", "a\ufffdb\ufffd"],
    ["invisible Hangul filler", "a\u3164b", "a\\u3164b"],
    ["a mark with nothing to stand on", "\u0301a", "◌\u0301a"],
  ])("%s", (_, given, shown) => {
    expect(sanitise(given)).toBe(shown);
  });
});

describe("what is left alone", () => {
  test.each([
    ["plain text", 'héllo, "wörld" – 漢字 ☃'],
    ["combining marks", "e\u0301 n\u0303"],
    ["a joined family", "👩‍👩‍👧‍👦"],
    ["a heart in emoji style inside a joined sequence", "👩‍❤️‍💋‍👨"],
    ["a skin tone and a joiner", "👩🏽‍🚀"],
    ["a flag, and the flag of Wales", "🇳🇴 🏴󠁧󠁢󠁷󠁬󠁳󠁿"],
    ["a keycap", "1️⃣"],
    ["joiners of Persian and Hindi", "می\u200cخواهم क्\u200dष"],
  ])("%s", (_, text) => {
    expect(sanitise(text)).toBe(text);
  });
});

describe("tabs", () => {
  test("go to the next multiple of four cells", () => {
    expect(sanitise("\ta\tbcd\tefgh\ti")).toBe("    a   bcd efgh    i");
  });
  test("count wide characters as two cells", () => {
    expect(sanitise("漢\tx")).toBe("漢  x");
  });
  test("count from the column where the text begins", () => {
    expect(sanitise("\tx", 3)).toBe(" x");
  });
});

test("lines end at LF, CRLF and CR", () => {
  expect(sanitiseLines("a\nb\r\nc\rd\n\x07")).toEqual(["a", "b", "c", "d", "␇"]);
});

test("no control character survives, whatever the text", () => {
  const hostile = fc.string({
    unit: fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom("\x1b", "\x9b", "\u200d", "\ufe0f", "\u{e0041}", "🏴", "👩", "\u202e", "\t", "\u0301"),
    ),
  });
  fc.assert(
    fc.property(hostile, (text) => {
      expect(sanitise(text)).not.toMatch(FORBIDDEN);
      for (const line of sanitiseLines(text)) expect(line).not.toMatch(FORBIDDEN);
    }),
    { numRuns: 2000 },
  );
});

test("cleaning twice changes nothing more", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const once = sanitise(text);
      expect(sanitise(once)).toBe(once);
    }),
    { numRuns: 1000 },
  );
});
