import { describe, expect, test } from "vitest";
import { mediaLabel, pixels } from "../../src/app/detail/media-label.ts";

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(" ", ""), "hex");
/** Headers by hand: width 1024 is 0x0400, height 768 is 0x0300. */
const PNG = bytes("89504e47 0d0a1a0a 0000000d 49484452 00000400 00000300 08020000 00");
const GIF = bytes("474946383961 0004 0003 80000000 00000000");
const JPEG = bytes("ffd8 ffe0 0010 4a46494600 0101 00 0001 0001 0000 ffc0 0011 08 0300 0400 03 000000000000000000");
const WEBP_X = bytes("52494646 00000000 57454250 56503858 0a000000 00000000 ff0300 ff0200");
const WEBP_LOSSY = bytes("52494646 00000000 57454250 56503820 00000000 000000 9d012a 0004 0003");
const WEBP_LOSSLESS = bytes("52494646 00000000 57454250 5650384c 00000000 2f ffc3bf00 0000000000");

describe("pixels", () => {
  test.each([
    ["PNG", PNG],
    ["GIF", GIF],
    ["JPEG", JPEG],
    ["WebP, extended", WEBP_X],
    ["WebP, lossy", WEBP_LOSSY],
    ["WebP, lossless", WEBP_LOSSLESS],
  ])("of a %s", (_, head) => {
    expect(pixels(head)).toEqual({ width: 1024, height: 768 });
  });

  test("of anything else are unknown, and nothing throws however short it is", () => {
    expect(pixels(Buffer.from("%PDF-1.7 and some more bytes"))).toBeUndefined();
    for (const head of [PNG, GIF, JPEG, WEBP_X, WEBP_LOSSY, WEBP_LOSSLESS]) {
      for (let length = 0; length < head.length; length++) expect(() => pixels(head.subarray(0, length))).not.toThrow();
    }
  });
});

test("base64 has its padding left out of the size", () => {
  const base64 = PNG.toString("base64");
  expect(mediaLabel({ type: "media", media: "image", mimeType: "image/png", base64 })).toBe(
    "[image png 29 B 1024x768]",
  );
});

test("a label has kind, format, size and pixels, what is unknown is left out", () => {
  const base64 = Buffer.concat([PNG, Buffer.alloc(3000 - PNG.length)]).toString("base64");
  expect(mediaLabel({ type: "media", media: "image", mimeType: "image/png", base64 })).toMatch(
    /^\[image png (?:2\.9 KB|3\.0 KB|3 KB) 1024x768\]$/,
  );
  expect(mediaLabel({ type: "media", media: "image", url: "https://example.com/a.png" })).toBe(
    "[image https://example.com/a.png]",
  );
});
