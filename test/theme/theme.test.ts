import { describe, expect, test } from "vitest";
import { width } from "../../src/text/width.ts";
import { type Glyphs, glyphsFor } from "../../src/theme/glyphs.ts";
import { THEME_NAMES, themeNamed } from "../../src/theme/theme.ts";
import { TOKENS } from "../../src/theme/token.ts";

function all(glyphs: Glyphs): string[] {
  return Object.values(glyphs).flatMap((glyph) => (typeof glyph === "string" ? [glyph] : Object.values(glyph)));
}

test("every theme has its name, no other name is one", () => {
  for (const name of THEME_NAMES) expect(themeNamed(name)?.name).toBe(name);
  expect(themeNamed("toString")).toBeUndefined();
});

test("the mono theme has no colour", () => {
  for (const token of TOKENS) {
    const style = themeNamed("mono")?.style(token);
    expect(style?.fg, token).toBeUndefined();
    expect(style?.bg, token).toBeUndefined();
  }
});

test("colours are the sixteen of the terminal", () => {
  for (const name of THEME_NAMES) {
    for (const token of TOKENS) expect(themeNamed(name)?.style(token).fg ?? 0, `${name} ${token}`).toBeLessThan(16);
  }
});

test("high contrast dims nothing", () => {
  for (const token of TOKENS) expect(themeNamed("high-contrast")?.style(token).dim, token).toBeUndefined();
});

test("the cursor is inverse in every theme, and errors stand out", () => {
  for (const name of THEME_NAMES) {
    expect(themeNamed(name)?.style("cursor").inverse).toBe(true);
    expect(themeNamed(name)?.style("status.error").bold).toBe(true);
  }
});

describe("glyphs", () => {
  test("each take one cell", () => {
    for (const glyph of [...all(glyphsFor(true)), ...all(glyphsFor(false))]) expect(width(glyph), glyph).toBe(1);
  });
  test("have twins in ASCII", () => {
    for (const glyph of all(glyphsFor(false))) expect(glyph).toMatch(/^[\x21-\x7e]$/);
    expect(all(glyphsFor(false))).toHaveLength(all(glyphsFor(true)).length);
  });
  test("of the kinds differ from each other", () => {
    for (const unicode of [true, false]) expect(new Set(Object.values(glyphsFor(unicode).kind)).size).toBe(9);
  });
});
